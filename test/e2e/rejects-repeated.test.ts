/** A row that repeats a value of an accepted row is refused again when it comes back, until somebody has decided. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidate, csv, request, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { markableSheet, SHEET } from '../support/xlsx/faulty-users.ts';
import { typeInto } from '../support/xlsx/parts.ts';

const HEADER = ['ExternalId', 'FirstName', 'LastName', 'UserName', 'City'];
const ROWS = [
  ['d1', 'Anna', 'Jansen', 'd1', 'Utrecht'],
  ['d1', 'Anna', 'Jansen', 'jansen', 'Delft'],
];
const RECORDS = ROWS.map((row) => Object.fromEntries(row.map((text, at) => [HEADER[at], text])));
const LISTS: Readonly<Record<string, string | Buffer>> = {
  'l.csv': [HEADER, ...ROWS].map((row) => `${row.join(',')}\n`).join(''),
  'l.xlsx': markableSheet([HEADER, ...ROWS]),
  'l.json': JSON.stringify(RECORDS),
};
const SYNC = ['user', 'sync', '--skip-invalid'];
const RULE = 'user.external-id.repeated';

/** Sends the list, and returns its rejects in the form of `rejects`. */
async function rejected(list: string, rejects: string) {
  const space = await createWorkspace();
  await space.file(list, LISTS[list] ?? '');
  const { code, report } = await space.json([...SYNC, list, '--rejects', rejects]);
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  expect({ code, rules: errors.map(({ rule }) => rule) }).toEqual({ code: 4, rules: [RULE] });
  const send = async (file: string, flags: readonly string[] = []) => {
    const again = await space.json([...SYNC, file, ...flags]);
    const users = await space.entries<{ ExternalId: string; City: string }>('users');
    const cities = users.filter(({ ExternalId }) => ExternalId.startsWith('d')).map(({ City }) => City);
    return { code: again.code, rules: again.report.findings.map(({ rule }) => rule), cities };
  };
  const edit = async (from: RegExp, to: string) => {
    const path = join(space.folder, rejects);
    await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
  };
  return { ...space, send, edit };
}

describe('a row that repeats the id of an accepted row', () => {
  it.each([
    ['l.csv', 'r.csv', 'r2.csv'],
    ['l.csv', 'r.xlsx', 'r2.csv'],
    ['l.xlsx', 'r.xlsx', 'r2.xlsx'],
    ['l.json', 'r.ndjson', 'r2.ndjson'],
  ])('is refused again if it comes back as it was: %s, %s, %s', async (list, first, second) => {
    const { send } = await rejected(list, first);
    // A marked workbook has the accepted row as well, which is unchanged.
    const refused = { code: list === 'l.xlsx' ? 4 : 3, rules: [RULE], cities: ['Utrecht'] };
    expect(await send(first, ['--rejects', second])).toEqual(refused);
    expect(await send(second)).toEqual(refused);
  });

  it('goes through with another id', async () => {
    const { send, edit } = await rejected('l.csv', 'r.csv');
    await edit(/d1,Anna/, 'd2,Anna');
    expect(await send('r.csv')).toEqual({ code: 0, rules: [], cities: ['Utrecht', 'Delft'] });
  });

  it('goes through without its message, since it is the right one of the two', async () => {
    const { send, edit } = await rejected('l.csv', 'r.csv');
    await edit(/"ExternalId is the same as in line 2 \[.*\]: ""ExternalId"" is ""d1""",/, ',');
    expect(await send('r.csv')).toEqual({ code: 0, rules: [], cities: ['Delft'] });
  });

  it('goes through with another id in a workbook and in JSON', async () => {
    const book = await rejected('l.xlsx', 'r.xlsx');
    const path = join(book.folder, 'r.xlsx');
    await writeFile(path, await typeInto(await readFile(path), SHEET, { A3: 'd2' }));
    expect(await book.send('r.xlsx')).toEqual({ code: 0, rules: [], cities: ['Utrecht', 'Delft'] });
    const json = await rejected('l.json', 'r.ndjson');
    await json.edit(/"ExternalId":"d1"/, '"ExternalId":"d2"');
    expect(await json.send('r.ndjson')).toEqual({ code: 0, rules: [], cities: ['Utrecht', 'Delft'] });
  });
});

const MOVED = { ...SCHEDULE, PIN: '12' };

it.each([
  [
    'csv',
    csv([{ ...SCHEDULE, PIN: '', ...candidate(1) }]),
    csv([1, 2].map((number) => ({ ...MOVED, ...candidate(number) }))),
  ],
  ['ndjson', JSON.stringify(request(SCHEDULE, [candidate(1)])), JSON.stringify(request(MOVED, [candidate(2)]))],
])('a schedule of two lists stays as the first one has it: %s', async (ending, first, second) => {
  const { file, json, entries } = await createWorkspace();
  const [one, other, rejects] = ['a', 'b', 'r'].map((name) => `${name}.${ending}`) as [string, string, string];
  await file(one, first);
  await file(other, second);
  const push = ['schedule', 'push', '--skip-invalid', '--upsert'];
  expect((await json([...push, one, other, '--rejects', rejects])).code).toBe(4);
  const { code, report } = await json([...push, rejects]);
  const rules = report.findings.map(({ rule }) => rule);
  expect({ code, rules }).toEqual({ code: 3, rules: ['schedule.schedule-ext-id.repeated'] });
  expect(JSON.stringify(await entries('schedules'))).not.toContain('"PIN":"12"');
});

it('a removal that comes back with another schedule is not refused, since one person may be in both', async () => {
  const { folder, file, json } = await createWorkspace();
  await file('l.csv', 'ScheduleExtId,UserExtId\nS-1,u-1\nS-1,u-1\n');
  const remove = async (list: string, flags: readonly string[] = []) => {
    const { report } = await json(['invigilators', 'remove', '--file', list, '--yes', ...flags]);
    return report.findings.map(({ rule }) => rule);
  };
  expect(await remove('l.csv', ['--rejects', 'r.csv'])).toEqual(['invigilator.user-ext-id.repeated']);
  await file('again.csv', (await readFile(join(folder, 'r.csv'), 'utf8')).replace('S-1,u-1', 'S-2,u-1'));
  expect(await remove('again.csv', ['--dry-run'])).not.toContain('invigilator.user-ext-id.repeated');
});
