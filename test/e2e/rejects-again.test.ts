/** Rejects of rejects: each rule sees the list that they came from, and what is sent in the end is what the list says. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openSource } from '../../src/input/source.ts';
import { openXlsx } from '../../src/input/xlsx/reader.ts';
import { candidate, request, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { markableSheet, SHEET } from '../support/xlsx/faulty-users.ts';
import { partsOfWorkbook, typeInto } from '../support/xlsx/parts.ts';

describe('a value that a spreadsheet would run', () => {
  const header = ['ExternalId', 'FirstName', 'LastName', 'Email', 'PhoneNumber', 'Password', 'City'];
  const cells = ['new-1', '=Ada', 'One', 'wrong', '+31 30 2531000', '+Secret123456', "'=Ede"];
  const csv = `${header.join(',')}\n${cells.join(',')}\n`;
  const workbook = markableSheet([header, cells]);

  /** Writes a right address in place of the wrong one. */
  async function fix(file: string): Promise<void> {
    const bytes = await readFile(file);
    if (file.endsWith('.xlsx')) await writeFile(file, await typeInto(bytes, SHEET, { D2: 'a@example.edu' }));
    else await writeFile(file, bytes.toString().replace('wrong', 'a@example.edu'));
  }

  it.each([
    ['l.csv', ['a.csv', 'b.csv', 'c.csv']],
    ['l.csv', ['a.csv', 'b.csv', 'c.xlsx']],
    ['l.csv', ['a.xlsx', 'b.csv', 'c.xlsx', 'd.xlsx']],
    ['l.xlsx', ['a.xlsx']],
    ['l.xlsx', ['a.xlsx', 'b.xlsx', 'c.csv']],
  ])('is sent as the list has it: %s -> rejects %j -> fixed -> sent', async (list, files) => {
    const space = await createWorkspace();
    await space.file(list, list.endsWith('.csv') ? csv : workbook);
    let file = list;
    for (const rejects of files) {
      expect((await space.json(['user', 'sync', file, '--rejects', rejects])).code).toBe(3);
      file = rejects;
    }
    await fix(join(space.folder, file));
    expect((await space.json(['user', 'sync', file])).code).toBe(0);
    const users = await space.entries<{ ExternalId: string }>('users');
    const sent = { FirstName: '=Ada', PhoneNumber: '+31 30 2531000', City: "'=Ede" };
    expect(users.find(({ ExternalId }) => ExternalId === 'new-1')).toMatchObject(sent);
  });
});

test('guards in a list that is no file of rejects any more are warnings', async () => {
  const space = await createWorkspace();
  await space.file(
    'cut.csv',
    "ExternalId,FirstName,LastName,Email,PhoneNumber\nnew-1,Ada,'-One,a@example.edu,'+31 30\n",
  );
  const { report } = await space.json(['user', 'sync', 'cut.csv', '--strict']);
  const rules = ['user.last-name.text-mark', 'user.phone-number.text-mark'];
  expect(report.findings.map(({ severity, rule }) => [severity, rule])).toEqual(rules.map((rule) => ['error', rule]));
});

describe('rows that are no records', () => {
  const header = 'Title,ExternalId,Owner';
  const list = `${header}\nLaw,LAW-1,Wrong owner\n${header}\nTotal: 2,,\n# later,,\n-----,==========,\n`;

  it.each(['r.csv', 'r.xlsx'])('are refused again in %s, and left out with --fix', async (rejects) => {
    const space = await createWorkspace();
    await space.file('c.csv', list);
    const rulesOf = async (args: readonly string[]) => {
      const { code, report } = await space.json(['collection', 'add', ...args]);
      const rules = report.findings
        .map(({ severity, rule }) => `${severity} ${rule}`)
        .filter((one) => one.includes('.row.'));
      return { code, rules, created: report.counts.succeeded };
    };
    const rules = ['header', 'total', 'comment', 'dashes'].map((name) => `input.row.${name}`);
    const refused = rules.map((rule) => `error ${rule}`);
    expect(await rulesOf(['c.csv', '--skip-invalid', '--rejects', rejects])).toMatchObject({ rules: refused });
    expect(await rulesOf([rejects, '--skip-invalid'])).toMatchObject({ rules: refused, created: 0 });
    const notes = rules.map((rule) => `note ${rule}`);
    expect(await rulesOf([rejects, '--skip-invalid', '--fix'])).toMatchObject({ rules: notes, created: 0 });
  });
});

test('swallowed rows stop the file of rejects as they stop the list', async () => {
  const space = await createWorkspace();
  await space.file('sw.csv', 'Title,ExternalId,Owner\nLaw,COL1,\n"Civil,COL2,\nTax,COL3,\nTrade,COL4,"\nArt,COL5,\n');
  const rulesOf = async (file: string, ...flags: string[]) => {
    const { code, report } = await space.json(['collection', 'add', file, '--skip-invalid', ...flags]);
    return [code, ...report.findings.map(({ severity, rule }) => `${severity} ${rule}`)];
  };
  const refused = [3, 'error input.row.swallowed'];
  expect(await rulesOf('sw.csv', '--rejects', 'r.csv')).toEqual(refused);
  expect(await rulesOf('r.csv', '--rejects', 'r2.csv')).toEqual(refused);
  expect(await rulesOf('r2.csv')).toEqual(refused);
});

test('a workbook of rejects in which columns were moved is marked in the cells of their columns', async () => {
  const space = await createWorkspace();
  const header = ['_message', 'ExternalId', '_line', 'FirstName', 'LastName', 'Email'];
  const rows = [header, ['was wrong', 'new-1', '3', 'Ada', 'One', 'wrong']];
  await space.file('l.xlsx', markableSheet(rows));
  const { report } = await space.json(['user', 'sync', 'l.xlsx', '--rejects', 'r.xlsx']);
  expect(report.findings).toMatchObject([{ cell: 'F2', column: 'Email' }]);
  const sheet = (await partsOfWorkbook(await readFile(join(space.folder, 'r.xlsx')))).get(SHEET) ?? '';
  const table = await openXlsx(openSource(join(space.folder, 'r.xlsx'), undefined), {});
  expect(table.header.names).toEqual([...header, '_code', '_field', '_suggestion']);
  for await (const { cells } of table.rows) {
    expect(cells).toEqual([
      expect.stringContaining('Email'),
      'new-1',
      'Sheet1!F2',
      'Ada',
      'One',
      'wrong',
      '209',
      'Email',
      expect.anything(),
    ]);
  }
  expect(sheet).toContain('<c s="3" r="F2"');
});

test.each([
  ['a flat record', { ...SCHEDULE, ScheduleExtId: 'S-2', ...candidate(2) }],
  ['a list within an object', { records: [request({ ...SCHEDULE, ScheduleExtId: 'S-2' }, [candidate(2)])] }],
])('JSON of another shape than the list is refused again: %s', async (_, other) => {
  const space = await createWorkspace();
  await space.file('s.json', JSON.stringify([request(SCHEDULE, [candidate(1)]), other]));
  const push = ['schedule', 'push', '--skip-invalid'];
  const list = await space.json([...push, 's.json', '--rejects', 'r.ndjson']);
  expect(list).toMatchObject({ code: 4, report: { counts: { invalid: 1, succeeded: 1 } } });
  const again = await space.json([...push, 'r.ndjson', '--rejects', 'r2.ndjson']);
  expect(again).toMatchObject({ code: 3, report: { counts: { invalid: 1, succeeded: 0 } } });
  const rulesOf = ({ report }: typeof list) => report.findings.map(({ rule }) => rule);
  expect(rulesOf(again)).toEqual(rulesOf(list));
});
