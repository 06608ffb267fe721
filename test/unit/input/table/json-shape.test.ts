/** JSON in another shape than requests: it is read only if it has one meaning, and always with a warning. */
import { expect, it } from 'vitest';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import type { KindName } from '../../../../src/bulk/kinds/names.ts';
import { draftKind } from '../../../../src/bulk/kinds/read/draft-kind.ts';
import { inUsualShape } from '../../../../src/input/json/shape.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { columnTest } from '../../../../src/input/table/header/column-test.ts';
import { fileOf } from '../reading.ts';

const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu' };
const SCHEDULE = {
  ScheduleExtId: 'LAW-1',
  AssessmentExtId: 'LAW-101',
  StartDateTime: '2027-01-11T08:00:00.000Z',
  GroupExtId: 'LAW-1',
  GroupName: 'Law, year 1',
};
const person = (number: number) => ({
  CandidateExtId: `044402${number}`,
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Email: `ada${number}@example.edu`,
});
const REQUEST = { Schedule: SCHEDULE, Candidates: [person(1), person(2)] };

async function read(kind: KindName, text: string, ending = '.json') {
  const isColumn = columnTest(KINDS[kind], new Map());
  const input = await inUsualShape(await openInput(fileOf(text, ending), {}), { ...KINDS[kind], isColumn });
  const source = await draftKind(KINDS[kind], input, { mapping: new Map() });
  const [requests, findings, lines] = [[], [...source.findings], []] as [
    unknown[],
    (typeof source)['findings'][number][],
    number[],
  ];
  for await (const { request, draft, findings: found } of validateDrafts<unknown>([source], KINDS[kind])) {
    requests.push(request);
    findings.push(...found);
    lines.push(draft.rows.reduce((sum, row) => sum + row.lines, 0));
  }
  const { lineCounts } = input;
  const counted = lineCounts.header + lineCounts.blank + lines.reduce((sum, own) => sum + own, 0);
  return { requests, findings, isAccounted: lineCounts.lines === counted };
}

it.each([
  ['a list of users', 'users', { users: [USER] }, [USER], '"users"'],
  ['a list beside a count', 'users', { count: 1, users: [USER], next: null }, [USER], 'not read: "count", "next"'],
  ['a list of schedules', 'schedules', { schedules: [REQUEST] }, [REQUEST], '"schedules"'],
  [
    'several such objects',
    'users',
    [{ users: [USER] }, { users: [{ ...USER, ExternalId: 'u-2', Email: 'b@b.nl' }] }],
    [USER, { ...USER, ExternalId: 'u-2', Email: 'b@b.nl' }],
    '"users"',
  ],
] as const)('%s within an object is read', async (_, kind, value, expected, said) => {
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    const { requests, findings, isAccounted } = await read(kind, text);
    expect(requests).toEqual(expected);
    expect(findings).toMatchObject([
      { severity: 'note', line: text.startsWith('[\n') ? 2 : 1, rule: 'input.json.wrapped' },
    ]);
    expect(findings[0]?.message).toContain(said);
    expect(isAccounted).toBe(true);
  }
});

it('places within a list have its path', async () => {
  const { findings } = await read(
    'users',
    JSON.stringify({ users: [USER, { ...USER, ExternalId: 'u-2', Email: 'x' }] }),
  );
  expect(findings[1]).toMatchObject({ severity: 'error', record: 2, field: 'users[1].Email' });
});

const PERSON = { Voornaam: 'Ada', Achternaam: 'Lovelace', 'E-mail': 'ada@example.edu', 'External Id': 'u-1' };
const ROWS = [1, 2].map((number) => ({ ...SCHEDULE, ...person(number) }));

it.each([
  ['an array', JSON.stringify(ROWS), '.json'],
  ['an array over many lines', JSON.stringify(ROWS, null, 2), '.json'],
  ['a line each', ROWS.map((row) => JSON.stringify(row)).join('\n'), '.ndjson'],
  ['a line each, with another ending', ROWS.map((row) => JSON.stringify(row)).join('\r\n\r\n'), '.json'],
])('flat rows of schedules are read like a table: %s', async (_, text, ending) => {
  const { requests, findings, isAccounted } = await read('schedules', text, ending);
  expect(requests).toEqual([REQUEST]);
  expect(findings).toMatchObject([{ severity: 'note', rule: 'input.json.flat' }]);
  expect(isAccounted).toBe(true);
});

it.each([
  ['one object', JSON.stringify({ count: 2, schedules: ROWS }), '.json'],
  ['one object over many lines', JSON.stringify({ schedules: ROWS }, null, 2), '.json'],
  ['several objects', JSON.stringify([{ schedules: [] }, ...ROWS.map((row) => ({ schedules: [row] }))]), '.json'],
  ['an object each line', ROWS.map((row) => JSON.stringify({ schedules: [row] })).join('\n'), '.ndjson'],
])('flat rows in a list within an object are read like a table: %s', async (_, text, ending) => {
  const { requests, findings, isAccounted } = await read('schedules', text, ending);
  expect(requests).toEqual([REQUEST]);
  expect(findings.map(({ rule }) => rule)).toEqual(['input.json.wrapped', 'input.json.flat']);
  expect(isAccounted).toBe(true);
});

it('flat rows in a list within an object may have headers, and a fault has the number of its record', async () => {
  const rows = [PERSON, { ...PERSON, 'External Id': 'u-2', 'E-mail': 'x' }];
  const { requests, findings } = await read('users', JSON.stringify({ users: rows }));
  expect(requests).toMatchObject([USER, undefined]);
  expect(findings).toContainEqual(expect.objectContaining({ record: 2, column: 'E-mail', rule: 'user.email.invalid' }));
});

it('a number that has lost digits is no id, also in a list within an object', async () => {
  const text = `{"schedules":[${JSON.stringify(ROWS[0]).replace('"0444021"', '1234567890123456789')}]}`;
  const { findings } = await read('schedules', text);
  expect(findings.map(({ rule }) => rule)).toContain('candidate.candidate-ext-id.digits-lost');
});

it('flat rows may have headers in place of names, and only some of the columns', async () => {
  const people = [
    { Voornaam: 'Ada', Achternaam: 'Lovelace', 'E-mail': 'ada@example.edu', 'External Id': 'u-1', Phone: null },
    {
      Voornaam: 'Alan',
      Achternaam: 'Turing',
      'E-mail': 'alan@example.edu',
      'External Id': 'u-2',
      'Special needs': true,
    },
  ];
  const { requests, findings } = await read('users', JSON.stringify(people));
  expect(requests).toMatchObject([USER, { ExternalId: 'u-2', FirstName: 'Alan', SpecialNeeds: true }]);
  expect(findings.map(({ rule }) => rule)).toContain('input.header.other-word');
});

it.each([
  ['{"users":[]}', '.json'],
  ['{\n"users": [],\n"count": 0\n}\n', '.json'],
  ['{"users":[]}\n', '.ndjson'],
])('an empty list within an object has no records: %j', async (text, ending) => {
  const { requests, findings, isAccounted } = await read('users', text, ending);
  expect({ requests, isAccounted }).toEqual({ requests: [], isAccounted: true });
  expect(findings).toMatchObject([{ severity: 'note', rule: 'input.json.wrapped' }]);
});

it('an empty list among others has no records', async () => {
  const text = `[{"users":[]},\n{"users":[${JSON.stringify(USER)}],"errors":[]},\n{"users":[]}]`;
  expect(await read('users', text)).toMatchObject({ requests: [USER], isAccounted: true });
});

it('an object with several lists is refused with their names, and with the shape that is expected', async () => {
  const text = JSON.stringify({ users: [USER], more: [{ ...USER, ExternalId: 'u-2' }] });
  await expect(read('users', text)).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining(
      'an object with several lists ("users", "more") stands where one list of records is meant',
    ),
    hint: 'Give a list of objects: [{ "ExternalId": … }, …]',
  });
});

it('a flat record may have an exact name that earlier records do not have', async () => {
  const people = [
    { Studentnummer: 'u-1', Voornaam: 'Ada', Achternaam: 'Lovelace' },
    { Studentnummer: 'u-2', Voornaam: 'Alan', Achternaam: 'Turing', Company: 'x' },
  ];
  const { requests } = await read('users', JSON.stringify(people));
  expect(requests).toMatchObject([{ ExternalId: 'u-1' }, { ExternalId: 'u-2', Company: 'x' }]);
});

it('a number that has lost digits is no id', async () => {
  const text = `[${JSON.stringify(ROWS[0]).replace('"0444021"', '1234567890123456789')}]`;
  const { requests, findings } = await read('schedules', text);
  expect(requests).toEqual([undefined]);
  expect(findings.map(({ rule }) => rule)).toContain('candidate.candidate-ext-id.digits-lost');
});

it.each([
  ['Achternaam', ['D', 'E'], 'user.last-name.nested'],
  ['Achternaam', [], 'user.last-name.nested'],
  ['Achternaam', { x: 'A' }, 'user.last-name.nested'],
  ['Labels', ['a', 7], 'user.labels.nested'],
  ['Labels', ['a|b'], 'user.labels.nested'],
  ['Labels[0]', ['a'], 'user.labels.item-nested'],
] as const)('a list or an object of a flat record is no text: %s %j', async (name, value, rule) => {
  const other = { ...PERSON, 'External Id': 'u-2', 'E-mail': 'b@example.edu', [name]: value };
  const { requests, findings } = await read('users', JSON.stringify([PERSON, other]));
  expect(requests).toMatchObject([{ ExternalId: 'u-1' }, undefined]);
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', record: 2, rule, column: name }));
});

it('a list of a flat record is that of its field, and a yes in a text is a warning', async () => {
  const lists = { Labels: ['a', 'b c'], Hierarchies: [{ ExternalId: 'LAW-1' }] };
  const text = JSON.stringify([
    PERSON,
    { 'External Id': 'u-2', Voornaam: true, Achternaam: 'B', ...lists, IpRanges: [] },
  ]);
  const { requests, findings } = await read('users', text);
  expect(requests[1]).toEqual({ ExternalId: 'u-2', FirstName: 'true', LastName: 'B', ...lists });
  expect(findings).toContainEqual(
    expect.objectContaining({
      severity: 'warning',
      rule: 'user.first-name.type',
      message: 'FirstName is true or false, and not a text',
    }),
  );
});

it('a flat record is no object around a list, although one of its own values is a list', async () => {
  for (const value of [[], [{ ExternalId: 'LAW-1' }]]) {
    const { findings } = await read('users', JSON.stringify([{ ...PERSON, Achternaam: value }]));
    expect(findings.map(({ rule }) => rule)).toContain('user.last-name.nested');
  }
});

it('a record with another shape among flat records stops the file at its line', async () => {
  const text = `[${JSON.stringify(ROWS[0])},\n${JSON.stringify(REQUEST)}]`;
  await expect(read('schedules', text)).rejects.toMatchObject({ name: 'InputError', place: { line: 2 } });
});

it.each([
  ['users', [USER], '.json'],
  ['users', [USER], '.ndjson'],
  ['schedules', [REQUEST], '.json'],
] as const)('%s in their usual shape are read without a warning', async (kind, values, ending) => {
  const text = ending === '.json' ? JSON.stringify(values) : values.map((value) => JSON.stringify(value)).join('\n');
  expect(await read(kind, text, ending)).toEqual({ requests: values, findings: [], isAccounted: true });
});

it.each([{ Nothing: 1 }, { ...USER, Voornaam: 'Ada' }])('unknown names are reported one by one: %j', async (value) => {
  const { findings } = await read('users', JSON.stringify([value]));
  const [unknown] = Object.keys(value).slice(-1);
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'error', field: unknown }));
});
