import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '../../src/bulk/kinds/names.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

describe.each(KIND_NAMES)('the template of %s', (kind) => {
  it.each(['csv', 'json', 'xlsx'])('has example rows as %s that pass unchanged, without a warning', async (format) => {
    const { run, json, folder } = await createWorkspace();
    const file = `example.${format}`;
    expect(await run(['template', kind, '--example', '--out', file])).toMatchObject({ code: 0 });
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    const { code, report } = await json(['validate', kind, file, '--timezone', 'UTC']);
    expect(report.findings).toEqual([]);
    expect(code).toBe(0);
    expect(report.counts.valid).toBeGreaterThan(0);
  });

  it('as a mapping reads a template of the same kind', async () => {
    const { run, json } = await createWorkspace();
    expect(await run(['template', kind, '--format', 'mapping', '--out', 'm.json'])).toMatchObject({ code: 0 });
    await run(['template', kind, '--example', '--out', 'example.csv']);
    const { code, report } = await json(['validate', kind, 'example.csv', '--mapping', 'm.json', '--timezone', 'UTC']);
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  });

  it('has a header of which every column is known', async () => {
    const { run, json, file } = await createWorkspace();
    const { stdout } = await run(['template', kind]);
    expect(stdout.trimEnd().split('\r\n')).toHaveLength(1);
    await file('empty.csv', stdout);
    const { report } = await json(['validate', kind, 'empty.csv']);
    expect(report.findings.filter(({ rule }) => rule.startsWith('input.header'))).toEqual([]);
  });
});

it.each([
  ['json', [], true],
  ['json', ['--example'], false],
  ['csv', [], false],
])('a template as %s %j says that a null clears: %j', async (format, flags, isSaid) => {
  const { run } = await createWorkspace();
  const { stderr } = await run(['template', 'users', '--format', format, ...flags]);
  expect(stderr.includes('null clears')).toBe(isSaid);
});

it('a workbook as a template explains each column, offers choices, and is never written to a terminal', async () => {
  const { run, folder } = await createWorkspace();
  expect(await run(['template', 'candidates', '--format', 'xlsx'])).toMatchObject({ code: 2, stdout: '' });
  await run(['template', 'candidates', '--out', 'c.xlsx']);
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(await readFile(join(folder, 'c.xlsx')));
  const [list, meanings] = sheets;
  const columns = list?.rows[0];
  expect(meanings?.rows.slice(1).map(([column]) => column)).toEqual(columns);
  const needs = meanings?.rows.find(([column]) => column === 'ReasonableAdjustmentPercentage');
  expect(needs?.join()).toContain('from 0 to 999');
  expect(list?.dataValidations?.map(({ values }) => values)).toContainEqual(['TRUE', 'FALSE']);
});

describe('a template with --out', () => {
  it('names a command that checks it, whatever its name', async () => {
    const { run } = await createWorkspace();
    expect((await run(['template', 'users', '--out', 'my list.csv'])).stderr).toContain(
      "validate users 'my list.csv'\n",
    );
    expect((await run(['template', 'users', '--out=--example'])).stderr).toContain('validate users ./--example\n');
  });

  it('goes to standard output for -, as without the flag', async () => {
    const { run, folder } = await createWorkspace();
    const plain = await run(['template', 'users', '--example']);
    expect(await run(['template', 'users', '--example', '--out', '-'])).toEqual(plain);
    expect((await run(['template', 'users', '--out', '-', '--format', 'xlsx'])).code).toBe(2);
    expect(await readdir(folder)).toEqual(['store']);
  });

  it.each([
    [['--out', 'x.json', '--format', 'csv'], '--out: x.json is read as json, and --format csv is another format'],
    [['--out', 'x.csv', '--format', 'xlsx'], '--out: x.csv is read as csv, and --format xlsx is another format'],
    [['--out', 'x.pdf'], '--out: x.pdf must end in .csv, .json or .xlsx'],
    [['--out', 'x.ndjson'], '--out: x.ndjson is read as ndjson, and templates are csv, json, xlsx'],
  ])('refuses a format that the ending of the file contradicts: %j', async (flags, problem) => {
    const { run, folder } = await createWorkspace();
    const { code, stderr } = await run(['template', 'users', ...flags]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
    expect(await readdir(folder)).toEqual(['store']);
  });

  it.each([
    ['x.txt', undefined, 'ExternalId,'],
    ['x.dat', 'json', '['],
    ['x.TSV', 'csv', 'ExternalId,'],
  ])('takes an ending that fits, or that says nothing: %s as %s', async (out, format, beginning) => {
    const { run, folder } = await createWorkspace();
    const flags = format === undefined ? [] : ['--format', format];
    expect((await run(['template', 'users', '--out', out, ...flags])).code).toBe(0);
    expect(await readFile(join(folder, out), 'utf8')).toContain(beginning);
  });
});

it.each([['--json'], ['-o', 'json'], ['-o', 'ndjson'], ['--json', '--out', '-'], ['-o', 'csv', '--format', 'json']])(
  'a template on standard output is no report: %s is refused',
  async (...flags) => {
    const { code, stdout, stderr } = await runInProcess(['template', 'users', ...flags]);
    expect({ code, written: stdout + stderr }).toEqual({ code: 2, written: expect.stringContaining('--format json') });
    expect((await runInProcess(['template', 'users', '--format', 'json', '--json'])).stdout).toMatch(/^[[{]/);
  },
);
