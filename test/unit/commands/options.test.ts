import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addCommand } from '../../../src/commands/collection/add.ts';
import { removeCommand } from '../../../src/commands/invigilators/remove.ts';
import { addGlobalOptions } from '../../../src/commands/options/global-options.ts';
import { showCommand } from '../../../src/commands/review-session/show.ts';
import { syncCommand } from '../../../src/commands/user/sync.ts';
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

const LOCAL = { kind: 'local', store: '.examctl/store' };

describe('user sync', () => {
  it.each([
    ['', { missing: 'keep', full: false, target: LOCAL }],
    ['u.csv', { file: 'u.csv', missing: 'keep', full: false }],
    ['u.csv --missing disable --full', { file: 'u.csv', missing: 'disable', full: true }],
    ['u.csv --missing disable --max-missing 20%', { missing: 'disable', maxMissing: { percent: 20 } }],
    ['u.csv --missing disable --max-missing 50', { maxMissing: { records: 50 } }],
    ['u.csv --returning enable', { missing: 'keep', returning: 'enable' }],
    ['u.csv --expect disabled=2', { flags: { expect: { disabled: 2 } } }],
    ['u.csv -n --skip-invalid --concurrency 3', { flags: { dryRun: true, skipInvalid: true, concurrency: 3 } }],
    ['u.csv --expect create=1,update=2', { flags: { expect: { create: 1, update: 2 } } }],
    ['u.csv --max-changes 5%', { flags: { maxChanges: { percent: 5 } } }],
    ['u.csv --max-changes 5', { flags: { maxChanges: { records: 5 } } }],
    ['u.csv --map Surname=LastName', { flags: { map: new Map([['Surname', 'LastName']]) } }],
    [
      'u.csv --report a.json --report b.csv --rejects r.csv',
      { flags: { report: ['a.json', 'b.csv'], rejects: 'r.csv' } },
    ],
    ['u.csv --no-input --yes -q --json', { global: { mayAsk: false, yes: true, quiet: true, format: 'json' } }],
    ['u.csv --store s', { target: { kind: 'local', store: 's' } }],
    [
      'u.csv --base-url https://x.example --retries 2',
      { target: { kind: 'remote', baseUrl: 'https://x.example', retries: 2 } },
    ],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(syncCommand(CONTEXT, caught), argv)).toMatchObject(expected);
  });

  it.each([
    'a.csv b.csv',
    '--missing delete',
    '--max-changes 101%',
    '--max-missing 101%',
    '--returning keep',
    '--expect create',
    '--concurrency 0',
    '--ful',
  ])('refuses %s', async (argv) => {
    await expect(optionsOf(syncCommand(CONTEXT, caught), argv)).rejects.toMatchObject({
      code: expect.stringMatching(/^commander\./),
    });
  });
});

describe('collection add', () => {
  it.each([
    ['', { collection: {} }],
    ['c.csv', { file: 'c.csv' }],
    ['--title Law --external-id C1 --owner me', { collection: { title: 'Law', externalId: 'C1', owner: 'me' } }],
    ['--taxonomy A=B --taxonomy C --repository D', { collection: { taxonomy: ['A=B', 'C'], repository: ['D'] } }],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(addCommand(CONTEXT, caught), argv)).toMatchObject(expected);
  });
});

describe('invigilators remove', () => {
  it.each([
    ['', { ids: [] }],
    ['S-1', { schedule: 'S-1', ids: [] }],
    ['S-1 u-1 u-2 --yes', { schedule: 'S-1', ids: ['u-1', 'u-2'], global: { yes: true } }],
    ['--file r.csv', { ids: [], file: 'r.csv' }],
    ['S-1 --file r.csv -n', { schedule: 'S-1', file: 'r.csv', flags: { dryRun: true } }],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(removeCommand(CONTEXT, caught), argv)).toMatchObject(expected);
  });
});

describe('review-session show', () => {
  it.each([
    ['', { ids: [] }],
    ['RS-1 RS-2', { ids: ['RS-1', 'RS-2'], target: LOCAL }],
    ['RS-1 -o csv', { global: { format: 'csv' } }],
  ])('%s', async (argv, expected) => {
    expect(await optionsOf(showCommand(CONTEXT, caught), argv)).toMatchObject(expected);
  });
});
