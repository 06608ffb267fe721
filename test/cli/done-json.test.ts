/** Commands without other output print one object with --json. An error that stops them is in its findings. */
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../support/cli/workspace.ts';

const START = { schemaVersion: 1 };
const END = { findings: [], error: null, exitCode: 0 };

type Steps = readonly (readonly [args: string, done: object])[];

const STEPS: Steps = [
  ['local init', { command: 'local init', store: 'STORE', made: false, example: false }],
  ['local init --store new', { command: 'local init', store: 'new', made: true, example: false }],
  ['local load c.json', { command: 'local load', file: 'c.json', loaded: { Roles: 1, Settings: 1 } }],
  ['local verify', { command: 'local verify', store: 'STORE' }],
  ['local backup b.ndjson', { command: 'local backup', store: 'STORE', file: 'b.ndjson' }],
  ['local export e.ndjson', { command: 'local export', store: 'STORE', file: 'e.ndjson' }],
  [
    'local restore b.ndjson --store restored',
    { command: 'local restore', store: 'restored', file: 'b.ndjson', records: expect.any(Number) },
  ],
  [
    'local import e.ndjson --store new',
    { command: 'local import', store: 'new', file: 'e.ndjson', records: expect.any(Number) },
  ],
  [
    'local schedule activate S-1',
    { command: 'local schedule activate', schedule: 'S-1', status: 'ACTIVATED', changed: true },
  ],
  [
    'local schedule activate S-1',
    { command: 'local schedule activate', schedule: 'S-1', status: 'ACTIVATED', changed: false },
  ],
  ['local invigilators add S-1 u-1', { command: 'local invigilators add', schedule: 'S-1', added: ['u-1'] }],
  ['schedule links S-1 --out l.csv', { command: 'schedule links', file: 'l.csv', candidates: 0 }],
  [
    'template users --out t.json --example',
    { command: 'template', kind: 'users', file: 't.json', format: 'json', example: true },
  ],
  [
    'config set timezone UTC --profile p',
    { command: 'config set', setting: 'timezone', file: 'CONFIG', profile: 'p', removed: false },
  ],
  [
    'profile use p',
    { command: 'profile use', setting: 'profile', file: expect.any(String), profile: 'p', removed: false },
  ],
];

async function prepared() {
  const space = await createWorkspace();
  const { store, folder, file, run } = space;
  const [schedule] = await space.entries<{ Schedule: object }>('schedules');
  await space.load({ Schedules: [{ Schedule: { ...schedule?.Schedule, ScheduleExtId: 'S-1' }, Candidates: [] }] });
  await file('c.json', JSON.stringify({ Settings: { UserMode: 'upsert' }, Roles: [{ Title: 'New' }] }));
  const real = (value: unknown): unknown =>
    value === 'STORE' ? store : value === 'CONFIG' ? join(folder, 'examctl.config.json') : value;
  const env = { XDG_CONFIG_HOME: join(folder, 'xdg') };
  const expected = (done: object) => Object.fromEntries(Object.entries(done).map(([key, value]) => [key, real(value)]));
  return { run: (args: readonly string[]) => run(args, { env }), expected };
}

describe('a command without other output', () => {
  it('prints one object with --json, and one line with -o ndjson, and a sentence on standard error', async () => {
    const { run, expected } = await prepared();
    for (const [args, done] of STEPS) {
      const { code, stdout, stderr } = await run([...args.split(' '), '--json']);
      expect([args, code, JSON.parse(stdout)]).toEqual([args, 0, { ...START, ...expected(done), ...END }]);
      expect(stderr).toMatch(/\.\n$|: examctl [^\n]+\n$|Next: [^\n]+\n$/);
      expect(Object.keys(JSON.parse(stdout) as object).slice(0, 2)).toEqual(['schemaVersion', 'command']);
    }
    const { stdout } = await run(['local', 'verify', '-o', 'ndjson']);
    expect(stdout.split('\n')).toEqual([expect.stringContaining('"event":"summary"'), '']);
    expect((await run(['local', 'verify'])).stdout).toBe('');
  });

  it('prints one object with --json for a revoked token', async () => {
    const { run } = await prepared();
    const { id } = JSON.parse((await run(['local', 'token', 'add', '--json'])).stdout) as { id: string };
    const { stdout } = await run(['local', 'token', 'revoke', id, '--json']);
    expect(JSON.parse(stdout)).toEqual({ ...START, command: 'local token revoke', id, ...END });
  });
});

describe('an error that stops a command', () => {
  it('is in the findings of local load, with path, rule and suggestion', async () => {
    const { file, json } = await createWorkspace();
    await file('c.json', JSON.stringify({ Setings: {}, Roles: [{ Title: 'A' }, { Title: 'A' }] }));
    const { code, report, stderr } = await json(['local', 'load', 'c.json']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'examctl: c.json: 2 problems; nothing was loaded\n' });
    expect(report.error).toMatchObject({ name: 'CatalogueError', message: 'c.json: 2 problems; nothing was loaded' });
    expect(report.findings).toEqual([
      expect.objectContaining({ field: 'Roles[1].Title', rule: 'role.title.duplicates' }),
      {
        severity: 'error',
        file: 'c.json',
        line: 1,
        record: 1,
        column: null,
        field: 'Setings',
        key: null,
        code: null,
        rule: 'catalogue.field.unknown',
        message: 'The field "Setings" is not known here',
        suggestion: 'did you mean Settings?',
      },
    ]);
  });

  it('is shown by local load on a screen, with suggestions, in at most 20 lines', async () => {
    const { file, run } = await createWorkspace();
    const Roles = Array.from({ length: 30 }, (_, index) => ({ Titel: `T-${index}` }));
    await file('c.json', JSON.stringify({ Setings: {}, Roles }));
    const { stderr, stdout } = await run(['local', 'load', 'c.json']);
    expect(stdout).toBe('');
    expect(stderr).toContain('The field "Titel" is not known here; did you mean Title?\n');
    expect(stderr).toContain('  shown 20 of 61\nexamctl: c.json: 61 problems; nothing was loaded\n');
  });

  it('is a warning of local verify where the log ends inside a commit, as in a copy that was taken too early', async () => {
    const { store, run, json } = await createWorkspace();
    const log = join(store, 'store.ndjson');
    await truncate(log, (await readFile(log)).length - 10);
    const message = expect.stringMatching(/ends inside commit 1, .* are ignored\. If this is a copy, take it again/);
    const { code, report } = await json(['local', 'verify']);
    expect({ code, error: report.error }).toEqual({ code: 0, error: null });
    expect(report.findings).toMatchObject([{ severity: 'warning', file: store, rule: 'store.cut-off', message }]);
    expect((await run(['local', 'verify'])).stderr).toMatch(/^warning: .* take it again.*\nEvery record/);
    expect((await run(['local', 'backup', 'b.ndjson'])).stderr.match(/ends inside commit/g)).toHaveLength(1);
  });

  it('is in the findings of local verify and local backup, with the damaged file and byte', async () => {
    const { store, json } = await createWorkspace();
    const log = join(store, 'store.ndjson');
    const bytes = await readFile(log);
    const middle = bytes.indexOf('Candidate');
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await writeFile(log, bytes);
    for (const command of [['verify'], ['backup', 'b.ndjson']]) {
      const { code, report } = await json(['local', ...command]);
      expect({ code, name: report.error?.name }).toEqual({ code: 1, name: 'StoreError' });
      const message = expect.stringContaining(`${log} is damaged at byte`);
      expect(report.findings[0]).toMatchObject({ severity: 'error', file: store, rule: 'store.damaged', message });
    }
  });
});
