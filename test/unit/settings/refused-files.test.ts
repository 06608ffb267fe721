/** Wrong files of settings: every command refuses them, and repeats no text that may be a secret. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, symlink } from 'node:fs/promises';
import type { Argument, Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/commands/program.ts';
import type { Context } from '../../../src/context.ts';
import { createSettingsFolder } from '../../support/cli/settings-folder.ts';

const CANARY = 'canary-9c41-secret';

/** Every command that reads settings, with its required arguments. */
function commandLines(parent: Command, path: readonly string[] = []): string[] {
  return parent.commands.flatMap((command) => {
    const own = [...path, command.name()];
    if (command.commands.length > 0) return commandLines(command, own);
    const needed = command.registeredArguments.filter(({ required }) => required);
    const flags = command.options.filter(({ mandatory, defaultValue }) => mandatory && defaultValue === undefined);
    const given = flags.flatMap(({ long }) => [long ?? '', '90d']);
    return [[...own, ...needed.map(({ argChoices }: Argument) => argChoices?.[0] ?? 'x'), ...given].join(' ')];
  });
}

const LINES = commandLines(createProgram({} as Context, '0.0.0'));

describe('every command', () => {
  it.each(LINES)('refuses a token and an unknown key in either file: %s', async (line) => {
    for (const content of [{ token: CANARY }, { profiles: { test: { colour: CANARY } } }]) {
      for (const level of ['project', 'user'] as const) {
        const { run, files } = await createSettingsFolder({ [level]: content });
        const { code, stdout, stderr } = await run(line);
        expect({ code, stderr }).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(`${files[level]} has an unk`),
        });
        expect(stdout + stderr).not.toContain(CANARY);
      }
    }
  });

  it.each(['--help', '--version', 'user sync --help'])('%s reads no file of settings', async (line) => {
    const { run } = await createSettingsFolder({ project: { token: CANARY } });
    expect(await run(line)).toMatchObject({ code: 0, stderr: '' });
  });
});

const WORDS = 'a list of words';

it.each<[what: string, content: object | string | Buffer, says: string]>([
  ['text that is no JSON', `{"timezone": ${CANARY}}`, 'is not JSON'],
  ['a comment', `{\n// ${CANARY}\n}`, 'is not JSON'],
  ['an empty file', '', 'is not JSON'],
  ['a list', [CANARY], 'does not hold an object'],
  ['null', 'null', 'does not hold an object'],
  ['a key twice', `{"timezone": "UTC",\n"timezone": "${CANARY}"}`, 'repeats a key in line 2'],
  ['a key twice in a profile', '{"profiles": {"a": {}, "a": {}}}', 'repeats a key'],
  ['the key __proto__', `{"__proto__": {"store": "${CANARY}"}}`, 'unknown key "__proto__"'],
  ['a profile __proto__', `{"profiles": {"__proto__": {"store": "${CANARY}"}}}`, 'names a profile "__proto__"'],
  ['the key constructor', `{"constructor": "${CANARY}"}`, 'unknown key "constructor"'],
  ['a default for __proto__', `{"defaults": {"__proto__": "${CANARY}"}}`, 'defaults names a field'],
  ['a default for a password', { defaults: { Password: CANARY } }, 'defaults names a field'],
  ['a key that is a secret', { [`${CANARY}-of-more-than-forty-characters-in-all`]: 1 }, 'unknown key of'],
  ['a key with an escape', { '\u001b[2J': 1 }, 'unknown key'],
  ['profiles that are a list', { profiles: [CANARY] }, 'no object as profiles'],
  ['a profile that is a text', { profiles: { a: CANARY } }, 'profile a that is no object'],
  ['a number for a text', { store: 7 }, 'store must be a text'],
  ['an empty text', { store: ' ' }, 'store must have 1 to'],
  ['a control character', { store: `a\n${CANARY}` }, 'store must not hold control characters'],
  ['a zone that is none', { timezone: CANARY }, 'timezone is not a known IANA time zone'],
  ['a command as one text', { tokenCommand: CANARY }, `tokenCommand must be ${WORDS}`],
  ['an empty command', { tokenCommand: [] }, `tokenCommand must be ${WORDS}`],
  ['a base URL with a password', { baseUrl: `https://u:${CANARY}@x.example` }, 'baseUrl holds a password'],
  ['a store with a password', { store: `postgres://u:${CANARY}@x.example/db` }, 'store holds a password'],
  ['protected without a profile', { protected: true }, 'protected in the wrong place'],
  ['a profile that chooses another', { profiles: { a: { profile: 'b' } } }, 'profile in the wrong place'],
  ['two targets', { baseUrl: 'https://x.example', store: 's' }, 'has both baseUrl and store'],
  ['two targets in a profile', { profiles: { a: { baseUrl: 'https://x.example', store: 's' } } }, '(profile a)'],
  ['two sources of a token', { tokenFile: 'f', tokenCommand: ['c'] }, 'has both tokenFile and tokenCommand'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8'],
  ['more than 64 KiB', `{"store": "${'x'.repeat(70_000)}"}`, 'is larger than 64 KiB'],
  ['deep nesting', `{"store": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'store must be a text'],
])('a file with %s is refused', async (_what, content, says) => {
  const { run, files } = await createSettingsFolder({ user: content });
  const { code, stdout, stderr } = await run('config list');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(files.user);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain(CANARY);
  expect(stderr).not.toContain('\u001b');
});

it('says the line in which a file stops being JSON, and not what stands there, also with -v', async () => {
  const { run } = await createSettingsFolder({ project: `{\n"timezone": "UTC",\n"store": ${CANARY} }` });
  const { stderr } = await run('config list -v --debug');
  expect(stderr).toContain('is not JSON: look at line 3');
  expect(stderr).not.toContain(CANARY.slice(0, 8));
});

describe('a file that is no ordinary one', () => {
  it('is refused if it is a folder, a pipe, a link to itself or a link to nothing', async () => {
    const [folder, pipe, loop, nothing] = [
      await createSettingsFolder(),
      await createSettingsFolder(),
      await createSettingsFolder(),
      await createSettingsFolder(),
    ];
    await folder.write('examctl.config.json/x', '');
    execFileSync('mkfifo', [pipe.files.project]);
    await symlink(loop.files.project, loop.files.project);
    await symlink('moved-away.json', nothing.files.project);
    for (const [{ run }, says] of [
      [folder, 'is not an ordinary file'],
      [pipe, 'is not an ordinary file'],
      [loop, 'cannot be read (ELOOP)'],
      [nothing, 'is a link to a file that does not exist'],
    ] as const) {
      expect(await run('config list')).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
    }
  });

  it('is refused if everybody can write it', async () => {
    const { run, files } = await createSettingsFolder({ project: {} });
    await chmod(files.project, 0o666);
    expect(await run('config list')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('written by everybody'),
    });
  });

  it.runIf(process.getuid?.() === 0)(
    'of another user is read by root, unless it says where a token comes from',
    async () => {
      const { run, files } = await createSettingsFolder({ project: { timezone: 'UTC' } });
      await chown(files.project, 65_534, 65_534);
      expect(await run('config list')).toMatchObject({ code: 0 });
      const profiles = { a: { baseUrl: 'https://a.example.org', tokenCommand: ['id'] } };
      for (const user of [{ tokenCommand: ['id'] }, { tokenFile: 'token' }, { profiles }]) {
        const named = await createSettingsFolder({ user });
        await chown(named.files.user, 65_534, 65_534);
        expect(await named.run('config list')).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('belongs to another user, and says where a token comes from'),
        });
      }
    },
  );
});
