import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../../src/errors.ts';
import { fieldsOf } from '../../../../../src/input/column-field.ts';
import { type Columns, matchColumns } from '../../../../../src/input/table/header/match-columns.ts';
import { candidateResource, scheduleResource } from '../../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../../src/platform/resources/user.ts';

const CANDIDATE = fieldsOf(candidateResource);

function match(
  names: readonly string[],
  mapping: Record<string, string> = {},
  required: readonly string[] = [],
): Columns {
  return matchColumns(
    { file: 'f.csv', header: { names, line: 1 }, delimiter: ',' },
    {
      known: CANDIDATE,
      required: CANDIDATE.filter(({ name }) => required.includes(name)),
      mapping: new Map(Object.entries(mapping)),
    },
  );
}

const namesOf = ({ fields }: Columns) => fields.map((found) => found?.name);
const rulesOf = ({ findings }: Columns) => findings.map(({ severity, column, rule }) => [severity, column, rule]);

const unreadOf = ({ unread }: ReturnType<typeof matchColumns>) => unread.map(({ name, meant }) => [name, meant]);

describe('a header', () => {
  it.each(['FirstName', 'first name', 'FIRST_NAME', 'First-Name', ' firstname '])('%j names FirstName', (header) => {
    expect(match([header])).toMatchObject({ findings: [], fields: [{ name: 'FirstName' }] });
  });

  it('that begins with _ is ignored', () => {
    expect(match(['_lines', 'Email', '_anything'])).toMatchObject({ isRejects: false, findings: [] });
  });

  it('names a field once: the second is not read', () => {
    const columns = match(['Email', 'e-mail', 'Shoe size', 'shoe_size']);
    expect(namesOf(columns)).toEqual(['Email', undefined, undefined, undefined]);
    expect(rulesOf(columns)).toEqual([
      ['error', 'e-mail', 'input.header.duplicate'],
      ['error', 'shoe_size', 'input.header.duplicate'],
    ]);
    expect(unreadOf(columns)).toEqual([['Shoe size', undefined]]);
  });

  it.each([
    ['ProctorUIds', 'ProctorUIds[0]'],
    ['ProctorUIds[1]', 'ProctorUIds'],
    ['ProctorUIds[0]', 'proctor_uids[0]'],
  ])('names a list once, as a whole or by its entries: %s, %s', (first, second) => {
    expect(rulesOf(match([first, second]))).toEqual([['error', second, 'input.header.duplicate']]);
  });

  it('names a field of an entry, if the entry is an object', () => {
    const columns = { file: 'f.csv', header: { names: ['Hierarchies[0]'], line: 1 }, delimiter: ',' };
    expect(matchColumns(columns, { known: fieldsOf(userResource), required: [] }).findings).toMatchObject([
      {
        severity: 'error',
        rule: 'input.header.misspelt',
        suggestion: 'did you mean Hierarchies[0].ExternalId? Or give the whole list in a column Hierarchies',
      },
    ]);
    const mapping = new Map([['X', 'Hierarchies[0]']]);
    const names = { ...columns, header: { names: ['X'], line: 1 } };
    expect(matchColumns(names, { known: fieldsOf(userResource), required: [], mapping }).findings[0]?.suggestion).toBe(
      'did you mean Hierarchies[0].ExternalId? Rename the column, or give --map "X=Hierarchies[0].ExternalId"; ' +
        'or give the whole list in a column Hierarchies',
    );
  });

  it('is not a misspelling of a field that has another column', () => {
    expect(rulesOf(match(['Emial'], {}, ['Email']))).toEqual([['error', 'Emial', 'input.header.misspelt']]);
    expect(unreadOf(match(['Emial']))).toEqual([['Emial', 'Email']]);
    expect(unreadOf(match(['Email', 'Emial']))).toEqual([['Emial', undefined]]);
    expect(unreadOf(match(['Emial', 'Email']))).toEqual([['Emial', undefined]]);
  });

  it.each([
    ['Surname', 'LastName'],
    ['Family name', 'LastName'],
    ['Given name', 'FirstName'],
    ['Mail', 'Email'],
    ['E-mail address', 'Email'],
    ['Student number', 'CandidateExtId'],
    ['Voornaam', 'FirstName'],
    ['Matrikelnummer', 'CandidateExtId'],
    ['Prénom', 'FirstName'],
    ['Apellidos', 'LastName'],
    ['Extra time (%)', 'ReasonableAdjustmentPercentage'],
  ])('%j is read as %s, which is said', (header, field) => {
    const columns = match([header], {}, [field]);
    expect(namesOf(columns)).toEqual([field]);
    expect(columns.missing).toEqual([]);
    expect(columns.findings).toMatchObject([
      {
        severity: 'note',
        rule: 'input.header.other-word',
        field,
        message: `The column "${header}" is read as ${field}`,
      },
    ]);
  });

  it.each(['Id', 'Nombre', 'Start'])('%j may mean several fields, and is not read', (header) => {
    expect(namesOf(match([header]))).toEqual([undefined]);
  });

  it.each([
    [
      ['Nom', 'Prénom'],
      ['LastName', 'FirstName'],
    ],
    [
      ['Apellidos', 'Nombre'],
      ['LastName', 'FirstName'],
    ],
    [
      ['Name', 'Vorname'],
      ['LastName', 'FirstName'],
    ],
  ])('%j are the two halves of a name', (headers, fields) => {
    expect(namesOf(match(headers, {}, fields))).toEqual(fields);
  });

  it.each([[["'FirstName'", "'Email'"]], [['FirstName;Email']], [['“FirstName”', '“Email”']]])(
    'is one finding if quotes that are no quotes of CSV made %j of it',
    (headers) => {
      expect(rulesOf(match(headers, {}, ['FirstName', 'Email']))).toEqual([['error', null, 'input.header.quotes']]);
    },
  );

  it('is misspelt if it resembles the name of a field', () => {
    const { findings, missing } = match(['Frist Name'], {}, ['FirstName']);
    const suggestion = 'did you mean FirstName? Rename the column, or give --map "Frist Name=FirstName"';
    expect(findings).toMatchObject([{ rule: 'input.header.misspelt', field: 'FirstName', suggestion }]);
    expect(missing).toEqual([expect.stringMatching(/\.required$/), 'candidate.body.empty']);
  });

  it('that resembles the name of an optional field is unread, with the field that is probably meant', () => {
    expect(unreadOf(match(['Pasword', 'Pasword[']))).toEqual([
      ['Pasword', 'Password'],
      ['Pasword[', 'Password'],
    ]);
    expect(match(['_Pasword'])).toMatchObject({ findings: [], unread: [] });
  });

  it.each(['Seat', 'Date', 'Status', 'Site', 'Time'])('%j is no misspelling of State or Title', (header) => {
    const columns = { file: 'f.csv', header: { names: [header], line: 1 }, delimiter: ',' };
    const known = [...CANDIDATE, ...fieldsOf(scheduleResource)];
    expect(unreadOf(matchColumns(columns, { known, required: [] }))).toEqual([[header, undefined]]);
  });

  it.each([[['Ada', 'ada@example.edu']], [['0444021', 'Ada']], [['Ada', '11-1-2027 09:00']]])(
    'is missing if %j stands in its place: one finding, which quotes nothing',
    (names) => {
      const { findings } = match(names, {}, ['FirstName', 'Email']);
      expect(findings).toMatchObject([{ severity: 'error', rule: 'input.header.none' }]);
      expect(findings[0]?.suggestion).toMatch(/FirstName,Email$/);
      expect(JSON.stringify(findings)).not.toMatch(/Ada|ada@|0444021/);
    },
  );

  it.each([
    ['Country', 'CountryCode'],
    ['Extra time', 'ReasonableAdjustmentPercentage'],
    ['Accommodations', 'SpecialNeeds'],
  ])('%j, which can mean more than one thing, is unread with the field %s', (header, field) => {
    expect(match([header])).toMatchObject({ findings: [], unread: [{ name: header, meant: field }] });
  });

  it('that could break a command line gets no suggestion with --map', () => {
    expect(match(['E$mail'], {}, ['Email']).findings[0]?.suggestion).toBe('did you mean Email?');
  });

  it('with a mapping for its exact text is read as the mapping says', () => {
    expect(namesOf(match(['Naam', 'naam'], { Naam: 'last name' }))).toEqual(['LastName', undefined]);
    expect(() => match(['Naam'], { Naam: 'Nothing' })).toThrow(UsageError);
  });

  it('that is to be ignored is not unread, whatever its case, blanks and accents', () => {
    const columns = { file: 'f.csv', header: { names: ['Klas', 'Année scolaire', 'Mentor'], line: 1 }, delimiter: ',' };
    const unread = (ignore: readonly string[]) =>
      unreadOf(matchColumns(columns, { known: CANDIDATE, required: [], ignore })).map(([name]) => name);
    expect(unread(['klas', 'Annee scolaire'])).toEqual(['Mentor']);
    expect(unread(['*'])).toEqual([]);
  });

  it('that is missing is one finding, with the rule of the field', () => {
    const [missing] = match(['FirstName'], {}, ['FirstName', 'Email']).findings;
    expect(missing).toMatchObject({
      line: 1,
      record: 0,
      column: null,
      field: 'Email',
      rule: 'candidate.email.required',
    });
  });

  it('with an index names an entry of a list, or a field of it', () => {
    const known = fieldsOf(userResource);
    const list = known.find(({ field }) => field.kind === 'list' && field.of.kind === 'object');
    const { fields, unread } = matchColumns(
      {
        file: 'f.csv',
        delimiter: ',',
        header: {
          names: [`${list?.name}[0].external id`, `${list?.name}[1].ExternalId`, `${list?.name}[1].Nothing`],
          line: 1,
        },
      },
      { known, required: [] },
    );
    expect(fields.map((found) => found?.entry)).toEqual([
      { index: 0, part: 'ExternalId' },
      { index: 1, part: 'ExternalId' },
      undefined,
    ]);
    expect(unread).toHaveLength(1);
  });
});
