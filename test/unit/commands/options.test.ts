import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addGlobalOptions } from '../../../src/commands/options/call.ts';
import { pushCommand } from '../../../src/commands/schedule/push.ts';
import { syncCommand } from '../../../src/commands/user/sync.ts';
import { validateCommand } from '../../../src/commands/validate/validate.ts';
import type { Context } from '../../../src/context.ts';

/** The options that a command passes to its run. A command that uses the rest of its context fails. */
const CONTEXT = new Proxy(
  { env: {}, openOutput: () => ({}) },
  {
    get: (members, name) => {
      if (name in members) return members[name as keyof typeof members];
      throw new Error(`The command must not use ${String(name)} to read its options`);
    },
  },
) as unknown as Context;

const REFUSED = { code: expect.stringMatching(/^commander\./) };

class Caught extends Error {
  readonly options: Record<string, unknown>;

  constructor(options: Record<string, unknown>) {
    super('caught');
    this.options = options;
  }
}

const caught = (options: object) => {
  throw new Caught(options as Record<string, unknown>);
};

async function optionsOf(command: Command, argv: string): Promise<Record<string, unknown>> {
  addGlobalOptions(command)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const args = argv === '' ? [] : argv.split(' ');
  const result = await command.parseAsync(args, { from: 'user' }).catch((error: unknown) => error);
  if (result instanceof Caught) return result.options;
  throw result;
}

describe('schedule push', () => {
  it.each([
    ['--lock-timeout 1.5s', { target: { lockTimeoutMs: 1_500 } }],
    ['--lock-timeout 24h', { target: { lockTimeoutMs: 86_400_000 } }],
    ['--lock-timeout 0', { target: { lockTimeoutMs: 0 } }],
    ['--store x/y', { target: { kind: 'local', store: 'x/y' } }],
    [
      '--base-url https://x.example --retries 2',
      { target: { kind: 'remote', baseUrl: 'https://x.example', retries: 2 } },
    ],
    ['--expect create=0', { flags: { expect: { create: 0 } } }],
    ['--expect create=1,create=1 --expect update=2', { flags: { expect: { create: 1, update: 2 } } }],
    ['--max-changes 50', { flags: { maxChanges: { records: 50 } } }],
    ['--max-changes 5%', { flags: { maxChanges: { percent: 5 } } }],
    ['--rejects r.csv --rejects r.csv', { flags: { rejects: 'r.csv' } }],
    ['--timezone UTC --timezone Europe/Amsterdam', { flags: { timezone: 'Europe/Amsterdam' } }],
    ['--delimiter \\t', { flags: { delimiter: '\t' } }],
    [
      '--map Achternaam=LastName --map a=b=Email',
      { flags: { map: new Map(Object.entries({ Achternaam: 'LastName', 'a=b': 'Email' })) } },
    ],
    ['--pin-file pin.txt --use-proctoring-service yes', { fields: { PIN: 'pin.txt', UseProctoringService: 'yes' } }],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(pushCommand.withRun(caught)(CONTEXT), `s.csv ${argv}`)).toMatchObject(expected);
  });

  it.each([
    ...['--concurrency 0', '--concurrency 1.5', '--expect create', '--expect create=-1', '--expect delete=1'],
    ...['--expect create=41,create=40', '--expect create=41 --expect create=40', '--max-changes 101%'],
    ...['--max-changes many', '--lock-timeout soon', '--lock-timeout -1s', '--lock-timeout 25h', '--timeout 0'],
    ...['--timeout 0.0001s', '--timeout 9999999h', '--workflow NONE', '--format xml', '--delimiter ab'],
    ...['--map LastName', '--map =LastName', '--map Name=', '-o yaml', '--dry', '--upser'],
    ...['--rejects a.xlsx --rejects b.csv', '--candidates a.csv --candidates b.csv'],
  ])('refuses %s', async (argv) => {
    await expect(optionsOf(pushCommand.withRun(caught)(CONTEXT), `s.csv ${argv}`)).rejects.toMatchObject(REFUSED);
  });
});

describe('user sync', () => {
  it.each([
    ['', { missing: 'keep', full: false, target: { kind: 'local', store: '.examctl/store' } }],
    ['u.csv --missing disable --max-missing 20%', { file: 'u.csv', missing: 'disable', maxMissing: { percent: 20 } }],
    ['u.csv --missing disable --max-missing 50', { maxMissing: { records: 50 } }],
    ['u.csv --expect disabled=2', { flags: { expect: { disabled: 2 } } }],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(syncCommand.withRun(caught)(CONTEXT), argv)).toMatchObject(expected);
  });

  it.each(['a.csv b.csv', '--missing delete', '--max-missing 101%', '--returning keep', '--ful'])(
    'refuses %s',
    async (argv) => {
      await expect(optionsOf(syncCommand.withRun(caught)(CONTEXT), argv)).rejects.toMatchObject(REFUSED);
    },
  );
});

describe('validate', () => {
  it.each(['schedules', 'nothing s.csv', 'schedules s.csv --upsert', 'schedules s.csv --store x'])(
    'refuses %s',
    async (argv) => {
      await expect(optionsOf(validateCommand.withRun(caught)(CONTEXT), argv)).rejects.toMatchObject(REFUSED);
    },
  );
});
