import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { initCommand } from '../../src/commands/local/init.ts';
import { loadCommand } from '../../src/commands/local/load.ts';
import { showCommand } from '../../src/commands/local/show.ts';
import { addGlobalOptions } from '../../src/commands/options/global-options.ts';
import { linksCommand } from '../../src/commands/schedule/links.ts';
import { pushCommand } from '../../src/commands/schedule/push.ts';
import type { PushOptions } from '../../src/commands/schedule/run-push.ts';
import { type ValidateOptions, validateCommand } from '../../src/commands/validate/validate.ts';
import type { Context, StoreOptions } from '../../src/context.ts';
import type { Output } from '../../src/output/terminal/streams.ts';
import type { StoreBackend } from '../../src/store/port.ts';
import { testContext } from '../support/cli/test-context.ts';

const GLOBAL = { format: 'table', yes: false, mayAsk: true, debug: false, color: true };
const STORE = { store: '.examctl/store' };
const LOCAL = { kind: 'local', ...STORE };
const PUSH = { files: ['s.csv'], upsert: false, fields: {}, flags: {}, global: GLOBAL, target: LOCAL };

/** Ends a command as soon as its options are known. */
class Done extends Error {}

async function pushOptions(argv: string, env: Record<string, string> = {}): Promise<unknown> {
  let seen: PushOptions | undefined;
  const context = testContext({ env, openOutput: () => ({}) as Output });
  const command = pushCommand(context, (options) => {
    seen = options;
    throw new Done();
  });
  await parse(command, argv);
  return plain(seen);
}

async function validateOptions(argv: string): Promise<unknown> {
  let seen: ValidateOptions | undefined;
  const command = validateCommand(testContext({ env: {}, openOutput: () => ({}) as Output }), (options) => {
    seen = options;
    throw new Done();
  });
  await parse(command, argv);
  return plain(seen);
}

async function parse(command: Command, argv: string): Promise<void> {
  addGlobalOptions(command)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const words = argv.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  await command.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof Done)) throw error;
  });
}

/** The options without absent values. Flags of every command are in `global`, so they are left out of `flags`. */
function plain(options: (PushOptions | ValidateOptions) | undefined): unknown {
  if (options === undefined) return undefined;
  const { output: _o, input: _i, color: _c, ...flags } = { ...options.flags } as Record<string, unknown>;
  const { context: _context, output: _output, ...others } = options;
  return JSON.parse(
    JSON.stringify({ ...others, flags }, (_key, value: unknown) => (value instanceof Map ? [...value] : value)),
  );
}

describe('schedule push', () => {
  it.each([
    ['s.csv', PUSH],
    ['a.csv b.json', { ...PUSH, files: ['a.csv', 'b.json'] }],
    ['-', { ...PUSH, files: ['-'] }],
    ['-- --odd.csv', { ...PUSH, files: ['--odd.csv'] }],
    ['s.csv --candidates c.csv', { ...PUSH, candidates: 'c.csv' }],
    ['--workflow DEFAULT s.csv', { ...PUSH, workflow: 'DEFAULT' }],
    ['s.csv -o ndjson', { ...PUSH, global: { ...GLOBAL, format: 'ndjson' } }],
    ['s.csv --no-input --no-color', { ...PUSH, global: { ...GLOBAL, mayAsk: false, color: false } }],
    ['s.csv --store x/y --lock-timeout 1.5s', { ...PUSH, target: { ...LOCAL, store: 'x/y', lockTimeoutMs: 1_500 } }],
    ['s.csv --lock-timeout 24h', { ...PUSH, target: { ...LOCAL, lockTimeoutMs: 86_400_000 } }],
    ['s.csv --lock-timeout 0', { ...PUSH, target: { ...LOCAL, lockTimeoutMs: 0 } }],
  ])('%s', async (argv, expected) => {
    expect(await pushOptions(argv)).toMatchObject(expected);
  });

  it.each([
    ['--dry-run', { dryRun: true }],
    ['-n', { dryRun: true }],
    ['--skip-invalid', { skipInvalid: true }],
    ['--concurrency 4', { concurrency: 4 }],
    ['--expect create=1,update=2,unchanged=3', { expect: { create: 1, update: 2, unchanged: 3 } }],
    ['--expect create=0', { expect: { create: 0 } }],
    ['--expect create=1,create=1 --expect update=2', { expect: { create: 1, update: 2 } }],
    ['--max-changes 50', { maxChanges: { records: 50 } }],
    ['--max-changes 5%', { maxChanges: { percent: 5 } }],
    ['--report a.csv --report b.json', { report: ['a.csv', 'b.json'] }],
    ['--rejects r.csv', { rejects: 'r.csv' }],
    ['--rejects r.csv --rejects r.csv', { rejects: 'r.csv' }],
    ['--timezone UTC --timezone Europe/Amsterdam', { timezone: 'Europe/Amsterdam' }],
    ['--reveal', { reveal: true }],
    ['--format ndjson', { format: 'ndjson' }],
    ['--delimiter tab', { delimiter: '\t' }],
    ['--delimiter \\t', { delimiter: '\t' }],
    ['--encoding windows-1252', { encoding: 'windows-1252' }],
    ['--timezone Europe/Amsterdam', { timezone: 'Europe/Amsterdam' }],
    ['--fix', { fix: true }],
    [
      '--map "Achter naam=LastName" --map a=b=Email',
      {
        map: [
          ['Achter naam', 'LastName'],
          ['a=b', 'Email'],
        ],
      },
    ],
  ])('%s', async (argv, flags) => {
    const options = (await pushOptions(`s.csv ${argv}`)) as PushOptions;
    expect(options.flags).toMatchObject(flags);
  });

  it('takes every field of a schedule as a flag, as it was typed', async () => {
    const argv =
      '--schedule-ext-id S-1 --title "A title" --pin 007 --use-proctoring-service yes --lock-exam-on-connection-loss no';
    expect(await pushOptions(argv)).toMatchObject({
      files: [],
      fields: {
        ScheduleExtId: 'S-1',
        Title: 'A title',
        PIN: '007',
        UseProctoringService: 'yes',
        LockExamOnConnectionLoss: 'no',
      },
    });
  });

  it('prefers --store to EXAMCTL_STORE, and treats an empty variable as not set', async () => {
    expect(await pushOptions('s.csv', { EXAMCTL_STORE: 'env' })).toMatchObject({ target: { store: 'env' } });
    expect(await pushOptions('s.csv --store flag', { EXAMCTL_STORE: 'env' })).toMatchObject({
      target: { store: 'flag' },
    });
    expect(await pushOptions('s.csv', { EXAMCTL_STORE: '' })).toMatchObject({ target: LOCAL });
  });

  it.each([
    '--concurrency 0',
    '--concurrency 1.5',
    '--expect create',
    '--expect create=-1',
    '--expect delete=1',
    '--expect create=41,create=40',
    '--expect create=41 --expect create=40',
    '--max-changes 101%',
    '--max-changes many',
    '--lock-timeout soon',
    '--lock-timeout -1s',
    '--lock-timeout 25h',
    '--timeout 0',
    '--timeout 0.0001s',
    '--timeout 9999999h',
    '--workflow NONE',
    '--format xml',
    '--delimiter ab',
    '--map LastName',
    '--map =LastName',
    '--map Name=',
    '-o yaml',
    '--dry',
    '--upser',
    '--rejects a.xlsx --rejects b.csv',
    '--candidates a.csv --candidates b.csv',
  ])('refuses %s', async (argv) => {
    await expect(pushOptions(`s.csv ${argv}`)).rejects.toMatchObject({ name: 'CommanderError' });
  });
});

describe('validate', () => {
  it.each([
    ['schedules s.csv', { kind: 'schedules', files: ['s.csv'] }],
    ['candidates a.csv b.csv', { kind: 'candidates', files: ['a.csv', 'b.csv'] }],
    ['schedules s.csv --candidates c.csv', { kind: 'schedules', flags: { candidates: 'c.csv' } }],
    ['schedules --workflow EXTERNAL_ATTEMPTS s.csv', { flags: { workflow: 'EXTERNAL_ATTEMPTS' } }],
    ['schedules s.csv --fix --report r.csv', { flags: { fix: true, report: ['r.csv'] } }],
    ['schedules - --format ndjson --json', { files: ['-'], flags: { format: 'ndjson' }, global: { format: 'json' } }],
  ])('%s', async (argv, expected) => {
    expect(await validateOptions(argv)).toMatchObject(expected);
  });

  it.each(['schedules', 'nothing s.csv', 'schedules s.csv --upsert', 'schedules s.csv --store x'])(
    'refuses %s',
    async (argv) => {
      await expect(validateOptions(argv)).rejects.toMatchObject({ name: 'CommanderError' });
    },
  );
});

describe('commands on a store', () => {
  async function storeOptions(
    makeCommand: (context: Context) => Command,
    argv: string,
  ): Promise<StoreOptions | undefined> {
    let seen: StoreOptions | undefined;
    const context = testContext({
      env: {},
      openOutput: () => ({ note() {}, warn() {} }) as unknown as Output,
      storeBackend: () => ({ exists: async () => false, create: async () => {} }) as unknown as StoreBackend,
      openPlatform: (options) => {
        seen = options;
        throw new Done();
      },
    });
    await parse(makeCommand(context), argv);
    return seen;
  }

  it('open the store for writing only if they write', async () => {
    expect(await storeOptions(linksCommand, 'S-1 --store x')).toMatchObject({
      store: 'x',
      mode: 'read',
      command: 'schedule links',
    });
    expect(await storeOptions(showCommand, 'users')).toMatchObject({ ...STORE, mode: 'read', command: 'local show' });
    expect(await storeOptions(initCommand, '--example')).toMatchObject({ mode: 'write', command: 'local init' });
    expect(await storeOptions(initCommand, '')).toBeUndefined();
  });

  it('read their input before they open the store', async () => {
    const load = storeOptions(loadCommand, 'none.json');
    await expect(load).rejects.toThrow(/no such file|must not use context.stdin/);
    await expect(storeOptions(linksCommand, '')).rejects.toMatchObject({ name: 'UsageError' });
    await expect(storeOptions(showCommand, 'nothing')).rejects.toMatchObject({ name: 'CommanderError' });
  });
});
