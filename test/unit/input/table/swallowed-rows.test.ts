/** Stray quotes: rows in a cell of another row are never lost without an error. */
import { describe, expect, it } from 'vitest';
import { ROWS_SWALLOWED } from '../../../../src/model/finding.ts';
import { type Field, isOneLine } from '../../../../src/platform/fields/field.ts';
import { candidateResource } from '../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';
import { csv, row, SCHEDULE } from '../../../support/cli/sitting-list.ts';
import { fileOf } from '../reading.ts';
import { type SentKind, wouldSend } from '../sending.ts';

/** A text in place of the secrets of swallowed rows. It must not be in any message. */
const SECRET = 'CanaryPW';

/** Where the quotes stand, the file, the lines that a finding names, and what is unlike in the others. */
type Swallowing = readonly [
  what: string,
  file: string,
  says: string,
  more?: { readonly line?: number; readonly kind?: SentKind; readonly before?: string },
];

const NAMES = 'ExternalId,FirstName,LastName,Email';
const GOOD = 'r0,A,B,r0@x.edu';
const WORK = 'ExternalId,FirstName,LastName,Company,Email,Password';
const SCHEDULES = csv([SCHEDULE]);
const CANDIDATES = 'ScheduleExtId,CandidateExtId,FirstName,LastName,Email,Company';

const SWALLOWINGS: readonly Swallowing[] = [
  [
    'from a name to a name',
    `${NAMES}\n${GOOD}\nr1,A,"B,r1@x.edu\nr2,C,D",r2@x.edu\nr3,A,B,r3@x.edu\n`,
    'lines 3 to 4',
    { line: 3 },
  ],
  [
    'over many rows',
    `${NAMES}\nr1,A,"B,r1@x.edu\n${'r2,C,D,r2@x.edu\n'.repeat(3000)}r3,C,D",r3@x.edu\n`.replaceAll('\n', '\r\n'),
    'lines 2 to 3003',
  ],
  [
    'from a company to a company, with a password between',
    `${WORK}\nu2,Al,Tur,"Acme,al@x.edu,${SECRET}222\nu3,Bob,Bobson,Beta",bob@x.edu,${SECRET}333\n${GOOD},,\n`,
    'lines 2 to 3',
  ],
  [
    'from the last cell of a row to the first of the next',
    `${NAMES}\n${GOOD}\nr1,A,B,"r1@x.edu\nr2",C,D,r2@x.edu\n`,
    'lines 3 to 4',
    { line: 3 },
  ],
  [
    'from a password to the id of the next row',
    `${WORK}\nu2,Al,Tur,Acme,al@x.edu,"${SECRET}222\nu3",Bob,Bobson,Beta,bob@x.edu,${SECRET}333\n`,
    'lines 2 to 3',
  ],
  [
    'in the column of the ids',
    `ExternalId,FirstName,LastName,Password\n"u1,A,B,${SECRET}1\nu2",A,B,${SECRET}2\n`,
    'lines 2 to 3',
  ],
  [
    'in a column that is not read',
    `ExternalId,FirstName,LastName,Shoe size,Password\nu1,A,B,"41,${SECRET}1\nu2,A,B,42",${SECRET}2\n`,
    'lines 2 to 3',
  ],
  [
    'in a list',
    `ExternalId,FirstName,LastName,Labels,Password\nu1,A,B,"a|b,${SECRET}1\nu2,A,B,c|d",${SECRET}2\n`,
    'lines 2 to 3',
  ],
  [
    'where the first row was cut off',
    `ExternalId,FirstName,LastName,Company,City\nr1,A,B,"Acme\nr2,C,D,Beta",Paris\n`,
    'lines 2 to 3',
  ],
  [
    'below a cell of two lines',
    `ExternalId,FirstName,LastName,Company,Password\nu1,A,B,"Acme,${SECRET}1\nu2,A,B,""Old\nHouse""",x\n`,
    'lines 2 to 4',
  ],
  [
    'with semicolons and bare returns',
    'ExternalId;FirstName;LastName;City\rr1;A;B;"Paris\rr2;C;D;Rome"\r',
    'lines 2 to 3',
  ],
  [
    'in a list of sittings',
    stray(csv(['Acme', 'Beta', 'Gamma'].map((Company, index) => row(index + 1, { GroupName: 'Law', Company })))),
    'lines 2 to 3',
    { kind: 'schedules' },
  ],
  [
    'in a table of candidates',
    `${CANDIDATES}\nS-1,c-1,A,B,a@x.edu,"Acme\nS-1,c-2,C,D,c@x.edu,Beta"\nS-1,c-3,A,B,a@x.edu,\n`,
    'lines 2 to 3',
    { kind: 'schedules', before: SCHEDULES },
  ],
];

/** Puts quotes before the company of the first row, and after the company of the second. */
function stray(text: string): string {
  return text.replace('Acme', '"Acme').replace('Beta', 'Beta"');
}

describe('a quote that swallows rows', () => {
  it.each(SWALLOWINGS.map(([what, file, says, more]) => ({ what, file, says, ...more })))(
    'stops the file, with or without --skip-invalid: $what',
    async ({ file, says, kind = 'users', line = 2, before }) => {
      const paths = [before, file].flatMap((text) => (text === undefined ? [] : [fileOf(text)]));
      for (const skipInvalid of [false, true]) {
        const { report, rejects, sent } = await wouldSend(kind, paths, { skipInvalid });
        expect(sent).toEqual([]);
        expect(report).toMatchObject({ error: null, exitCode: 3 });
        const errors = report.findings.filter(({ rule }) => rule === ROWS_SWALLOWED);
        expect(errors).toMatchObject([
          { severity: 'error', line, key: null, message: expect.stringContaining('looks like swallowed rows') },
        ]);
        expect(errors[0]?.message).toContain(says);
        expect(report.inputs.at(-1)?.reported).toBeGreaterThan(0);
        const words = rejects.flatMap(({ findings, note }) => [note, ...findings.map((found) => found.message)]);
        expect(JSON.stringify([report, words])).not.toContain(SECRET);
      }
    },
  );

  it.each([
    ['Company', '"Acme\nHouse 2"'],
    ['Company', '"12 High Street, Unit 4,\nOxford, UK"'],
    ['City', '"Oxford,\nUK"'],
    ['Hierarchies', '"[\n  {""ExternalId"": ""LAW"", ""IsCoordinator"": true},\n  {""ExternalId"":""MED""}\n]"'],
  ])('is no cell of %s with %j', async (column, cell) => {
    const path = fileOf(`${NAMES},${column}\nr1,A,B,r1@x.edu,${cell}\nr2,A,B,r2@x.edu,\n`);
    const { report, sent } = await wouldSend('users', [path]);
    expect(report.findings.filter(({ rule }) => rule !== 'input.header.unknown')).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  it('is suspected, in a warning, if a line within a cell has the delimiters of a table', async () => {
    const path = fileOf(`${NAMES},Company\nr1,A,B,r1@x.edu,"Acme\nr2,Beta"\n`);
    const { report, sent } = await wouldSend('users', [path]);
    expect(report.findings).toMatchObject([{ severity: 'warning', line: 2, column: 'Company', rule: ROWS_SWALLOWED }]);
    expect(sent).toHaveLength(1);
  });
});

describe('a cell of two lines', () => {
  const CASES = [userResource, candidateResource].flatMap(({ name, fields }) =>
    Object.entries(fields).map(([field, definition]) => ({ resource: name, field, definition: definition as Field })),
  );
  const BASE = { user: 'ExternalId,FirstName,LastName\nr1,A,B', candidate: csv([row(1)]).trimEnd() };

  it.each(CASES)(
    'is an error in a $resource where $field holds no text of several lines',
    async ({ resource, field, definition }) => {
      const [header = '', cells = ''] = BASE[resource].split('\n');
      const at = header.split(',').indexOf(field);
      const values = at === -1 ? [...splitRow(cells), BROKEN] : splitRow(cells).with(at, BROKEN);
      const path = fileOf(`${header}${at === -1 ? `,${field}` : ''}\n${values.join(',')}\n`);
      const { report, sent } = await wouldSend(resource === 'user' ? 'users' : 'schedules', [path], {
        skipInvalid: true,
      });
      const found = report.findings.filter((finding) => finding.field?.endsWith(field));
      if (!isOneLine(definition)) {
        expect([found, sent.length]).toEqual([[], 1]);
        return;
      }
      expect(found).toMatchObject([{ severity: 'error', line: 2, column: field }]);
      expect(found[0]?.message).toContain('lines 2 to 3');
      expect(JSON.stringify(report)).not.toContain(SECRET);
      expect(sent).toEqual([]);
    },
  );

  const BROKEN = `"5${SECRET}\n5x"`;

  it('of an id breaks the rule that it breaks in JSON', async () => {
    const table = await wouldSend('users', [fileOf(`${NAMES}\n"r\n1",A,B,r1@x.edu\nr2,A,B,"r2@x\n.edu"\n`)]);
    const json = await wouldSend('users', [
      fileOf(
        JSON.stringify([
          { ExternalId: 'r\n1', FirstName: 'A', LastName: 'B' },
          { ExternalId: 'r2', FirstName: 'A', LastName: 'B', Email: 'r2@x\n.edu' },
        ]),
        '.json',
      ),
    ]);
    const rules = (report: typeof table.report) => report.findings.map(({ code, rule, field }) => [code, rule, field]);
    expect(rules(table.report)).toEqual(rules(json.report));
    expect(rules(table.report)).toHaveLength(2);
  });

  it('is trimmed with --fix if the line break stands at its end', async () => {
    const path = fileOf(`${NAMES}\nr1,"Ada\n",B,r1@x.edu\n`);
    expect((await wouldSend('users', [path])).report.exitCode).toBe(3);
    expect((await wouldSend('users', [path], { fix: true })).sent).toMatchObject([{ FirstName: 'Ada' }]);
  });
});

/** No cell of these rows has a quote, but the name of the group has a comma and is in quotes. */
function splitRow(cells: string): string[] {
  return cells.match(/"[^"]*"|[^,]+/g) ?? [];
}

describe('a quote that is opened in the header', () => {
  const ROWS = Array.from({ length: 3000 }, (_, index) => `w${index},A,B,w${index}@x.edu,${SECRET}${index}`).join('\n');

  it.each([
    [
      'swallows all rows',
      `${NAMES},"Phone Number\n${ROWS}\nw3001,A,B,w3001@x.edu,5"\n`,
      'header cell 5 stands in lines',
    ],
    [
      'swallows the first row',
      `${NAMES.replace('Email', '"Email')}\nr1,A,B,r1@x.edu"\nr2,A,B,r2@x.edu\n`,
      'lines 1 to 2',
    ],
    ['has more than a hundred characters', `ExternalId,"A\n${'x'.repeat(99)}",LastName\n`, 'header cell 2'],
    ['leaves no row', 'ExternalId,FirstName,LastName,"Email\nr1",A,B,r1@x.edu\n', 'no row fits the header'],
    ['ends in the first row', `${NAMES},"Password\nr1",A,B,r1@x.edu,${SECRET}\nr2,A,B,r2@x.edu,x\n`, 'no row fits'],
    ['leaves blank rows', 'ExternalId,FirstName,LastName,"Email\nr1"\n,,,\n', 'no row fits the header'],
    ['is never closed', `${NAMES},"Phone\nr1,A,B,r1@x.edu,${SECRET}\n`, 'never closed'],
  ])('stops the file with nothing of it in the message where it %s', async (_, text, says) => {
    const { report, sent } = await wouldSend('users', [fileOf(text)], { skipInvalid: true });
    expect(report).toMatchObject({ exitCode: 3, error: { message: expect.stringContaining(says) } });
    expect(JSON.stringify(report)).not.toMatch(new RegExp(`${SECRET}|x\\.edu`));
    expect(sent).toEqual([]);
  });

  it('is none where a spreadsheet broke the lines of a header', async () => {
    const path = fileOf('"External\nId","First\r\nName",LastName,"E-mail\n(work)"\nr1,A,B,x\n');
    const { report, sent } = await wouldSend('users', [path]);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['input.header.unknown', 'input.header.draft']);
    expect(sent).toEqual([]);
    expect(report.inputs).toMatchObject([{ lines: 5, header: 4, records: 1 }]);
  });
});
