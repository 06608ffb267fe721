/** Rejects come in the form of the input: a name that says something else could not be read back. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, parseLines } from '../support/cli/workspace.ts';

const JSON_USERS = '[{"ExternalId":"u-1","LastName":"Byron"}]';
const CSV_USERS = 'ExternalId,FirstName,LastName\nu-1,,Byron\n';

async function setUp() {
  const space = await createWorkspace();
  await space.file('users.json', JSON_USERS);
  await space.file('users.csv', CSV_USERS);
  await space.file('other.csv', 'ExternalId,LastName,FirstName\nu-2,Byron,Ada\n');
  await space.file('same.csv', 'ExternalId,FirstName,LastName\nu-3,Bob,Byron\n');
  return space;
}

describe('the name of a file of rejects', () => {
  it.each([
    [['user', 'sync', 'users.json'], 'fix.csv', '.ndjson'],
    [['user', 'sync', 'users.json'], 'fix.json', '.ndjson'],
    [['user', 'sync', 'users.csv'], 'fix.ndjson', '.csv'],
    [['user', 'sync', 'users.csv'], 'fix.xls', '.csv or .xlsx'],
    [['user', 'sync', 'users.json'], 'fix.xlsx', '.ndjson'],
    [['validate', 'users', 'users.json'], 'fix.csv', '.ndjson'],
    [['collection', 'add', '--title', 'x'], 'fix.csv', '.ndjson'],
  ])('is refused if it says another form than that of the input: %j, %s', async (args, name, ending) => {
    const { run, folder } = await setUp();
    const { code, stderr } = await run([...args, '--rejects', name]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--rejects: ${name} must end in ${ending}`);
    expect(existsSync(join(folder, name))).toBe(false);
  });

  it.each([
    ['users.json', 'fix.jsonl'],
    ['users.json', 'fix'],
    ['users.csv', 'fix.tsv'],
    ['users.csv', 'fix.out'],
    ['users.csv', 'fix.xlsx'],
  ])('is taken if the file can be read back: %s, %s', async (input, name) => {
    const { run } = await setUp();
    expect((await run(['user', 'sync', input, '--rejects', name])).code).toBe(3);
    const { report } = await (await setUp()).json(['user', 'sync', input, '--rejects', name]);
    expect(report.counts).toMatchObject({ read: 1, invalid: 1 });
    const again = await run(['validate', 'users', name]);
    expect(again.stderr + again.stdout).toContain('1 of 1 user has errors');
  });
});

it('rejects of several files need the same columns, since they come back in one table', async () => {
  const { run } = await setUp();
  const validate = ['validate', 'users', '--rejects', 'fix.csv'];
  const { code, stderr } = await run([...validate, 'users.csv', 'other.csv']);
  expect(code).toBe(2);
  expect(stderr).toContain('--rejects takes inputs of one form');
  expect((await run([...validate, 'users.csv', 'same.csv'])).code).toBe(3);
});

it('rejects of several files of JSON name the file of each line', async () => {
  const { run, file, folder } = await setUp();
  await file('one.ndjson', '{"ExternalId":"u-2","FirstName":"Ada"}\n{"ExternalId":"u-3","FirstName":"Ada"}\n');
  expect((await run(['validate', 'users', 'users.json', 'one.ndjson', '--rejects', 'fix.ndjson'])).code).toBe(3);
  const rows = parseLines<{ _line: unknown }>(await readFile(join(folder, 'fix.ndjson'), 'utf8'));
  expect(rows.map(({ _line }) => _line)).toEqual(['users.json:1', 'one.ndjson:1', 'one.ndjson:2']);
});

describe('the advice', () => {
  it('names an ending that fits', async () => {
    const { run } = await setUp();
    expect((await run(['user', 'sync', 'users.json'])).stdout).toContain('--rejects FILE.ndjson ');
    expect((await run(['user', 'sync', 'users.csv'])).stdout).toContain('--rejects FILE.csv ');
  });

  it('offers no rejects if nothing was read from a file', async () => {
    const { run } = await setUp();
    const { code, stdout } = await run(['collection', 'add', '--title', 'x', '--taxonomy', 'NONE']);
    expect(code).toBe(4);
    expect(stdout).not.toContain('--rejects');
    expect(stdout).toContain('  correct what is wrong and run the command again');
  });
});
