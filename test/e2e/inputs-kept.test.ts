/** Files that a run reads are never written over by what it writes: a slip in the command line must not lose them. */
import { linkSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startAnsweringServer } from '../support/chaos/answering-server.ts';
import type { RunOptions } from '../support/cli/program.ts';
import { createWorkspace, digestsOf } from '../support/cli/workspace.ts';

const USERS = 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\nu-2,,Byron\n';

async function setUp() {
  const space = await createWorkspace();
  await space.file('users.csv', USERS);
  await space.file('map.json', '{"Vorname":"FirstName"}');
  await space.file('out.csv', 'kept');
  return space;
}

/** Ends with a usage error that names the file, and changes no byte of any file. */
async function expectRefusal(
  space: Awaited<ReturnType<typeof setUp>>,
  args: readonly string[],
  name: string,
  env: RunOptions['env'] = {},
) {
  const before = await digestsOf(space.folder);
  const { code, stdout, stderr } = await space.run(args, { env });
  expect(code, stderr).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(`examctl: ${name}`);
  expect(await digestsOf(space.folder)).toEqual(before);
}

describe('a file to write that is an input', () => {
  it.each([
    ['users.csv', '--rejects: users.csv'],
    ['./users.csv', '--rejects: ./users.csv'],
    ['sub/../users.csv', '--rejects: sub/../users.csv'],
    ['hard.csv', '--rejects: hard.csv'],
  ])('is refused as rejects, however it is written: %s', async (rejects, name) => {
    const space = await setUp();
    mkdirSync(join(space.folder, 'sub'));
    linkSync(join(space.folder, 'users.csv'), join(space.folder, 'hard.csv'));
    await expectRefusal(space, ['user', 'sync', 'users.csv', '--skip-invalid', '--rejects', rejects], name);
  });

  it('is refused if the input is read through a link, or a folder is one', async () => {
    const space = await setUp();
    symlinkSync('users.csv', join(space.folder, 'link.csv'));
    symlinkSync('.', join(space.folder, 'here'));
    await expectRefusal(space, ['user', 'sync', 'link.csv', '--rejects', 'users.csv'], '--rejects: users.csv');
    await expectRefusal(
      space,
      ['user', 'sync', 'users.csv', '--rejects', 'here/users.csv'],
      '--rejects: here/users.csv',
    );
  });

  it.each([
    [['user', 'sync', 'users.csv'], 'users.csv'],
    [['collection', 'add', 'users.csv'], 'users.csv'],
    [['schedule', 'push', 'out.csv', 'users.csv'], 'users.csv'],
    [['schedule', 'push', 'users.csv', '--candidates', 'out.csv'], 'out.csv'],
    [['schedule', 'push', '--title', 'x', '--candidates', 'out.csv'], 'out.csv'],
    [['invigilators', 'remove', '--yes', '--file', 'users.csv'], 'users.csv'],
    [['validate', 'users', 'users.csv'], 'users.csv'],
    [['validate', 'schedules', 'users.csv', '--candidates', 'out.csv'], 'out.csv'],
  ])('is refused for the report of %j', async (args, file) => {
    const space = await setUp();
    await expectRefusal(space, [...args, '--report', file], `--report: ${file}`);
  });

  it('is refused where it has the settings, or is a file of the store', async () => {
    const space = await setUp();
    await space.file('examctl.config.json', '{"timezone":"UTC"}');
    const files = ['--report examctl.config.json', '--rejects examctl.config.json', '--report store/store.ndjson'];
    for (const flags of [...files, '--rejects store/store.ndjson']) {
      const args = ['user', 'sync', 'users.csv', ...flags.split(' ')];
      await expectRefusal(space, args, `${flags.replace(' ', ': ')} is read by this command`);
    }
    for (const own of ['examctl.config.json', 'store/store.ndjson']) {
      const check = ['validate', 'users', 'users.csv', '--report', own];
      await expectRefusal(space, check, `--report: ${own} is read by this command`);
    }
  });

  it('is refused if it holds the token of a remote or its authorities', async () => {
    const space = await setUp();
    const server = await startAnsweringServer(() => ({}));
    for (const flag of ['--token-file', '--ca-file']) {
      const args = ['user', 'sync', 'users.csv', '--base-url', server.url, flag, 'out.csv', '--rejects', 'out.csv'];
      await expectRefusal(space, args, '--rejects: out.csv');
    }
    expect(server.bodies).toEqual([]);
  });

  it('is refused if it is a file of a package that is a folder', async () => {
    const space = await setUp();
    mkdirSync(join(space.folder, 'package'));
    for (const part of ['manifest.csv', 'users.csv', 'notes.csv']) await space.file(`package/${part}`, USERS);
    for (const own of ['package/users.csv', './package/../package/manifest.csv', 'package/notes.csv']) {
      for (const flag of ['--rejects', '--report']) {
        await expectRefusal(space, ['user', 'sync', 'package', '-n', flag, own], `${flag}: ${own}`);
        await expectRefusal(space, ['validate', 'users', 'package', flag, own], `${flag}: ${own}`);
      }
    }
  });

  it.each([['tokenFile', { profiles: { p: { baseUrl: 'http://127.0.0.1:9', tokenFile: '../../out.csv' } } }]])(
    'is refused if a profile names it as its %s',
    async (_, settings) => {
      const space = await setUp();
      await space.file('.config/examctl/config.json', JSON.stringify(settings));
      const args = ['user', 'sync', 'users.csv', '-n', '--profile', 'p', '--rejects', 'out.csv'];
      await expectRefusal(space, args, '--rejects: out.csv');
      await expectRefusal(
        space,
        ['template', 'users', '--profile', 'p', '--yes', '--out', 'out.csv'],
        'out.csv belongs',
      );
    },
  );

  it.each(['PGPASSFILE', 'PGSSLROOTCERT'])('is refused if %s names it and the store is a database', async (name) => {
    const space = await setUp();
    const args = ['user', 'sync', 'users.csv', '-n', '--store', 'postgres://u@127.0.0.1:9/d', '--report', 'out.csv'];
    await expectRefusal(space, args, '--report: out.csv', { [name]: 'out.csv' });
  });

  it('is refused if runs need it', async () => {
    const space = await setUp();
    await space.run(['user', 'sync', 'users.csv', '--skip-invalid']);
    await space.file('one.ndjson', '{"ExternalId":"u-1","FirstName":"","LastName":"Byron"}');
    const [record = ''] = readdirSync(join(space.folder, '.examctl/runs'));
    const rejects = `.examctl/runs/${record}`;
    await expectRefusal(space, ['user', 'sync', 'one.ndjson', '--rejects', rejects], `--rejects: ${rejects}`);
  });

  it('is left alone by every other file of the same command', async () => {
    const space = await setUp();
    const { code } = await space.run(['user', 'sync', 'users.csv', '--rejects', 'users.csv', '--report', 'r.json']);
    expect(code).toBe(2);
    expect(await readFile(join(space.folder, 'users.csv'), 'utf8')).toBe(USERS);
    const report: unknown = JSON.parse(await readFile(join(space.folder, 'r.json'), 'utf8'));
    expect(report).toMatchObject({ exitCode: 2, counts: { read: 0 } });
  });
});

describe('two files to write that are one', () => {
  it.each([
    [['--report', 'r.csv', '--rejects', './r.csv']],
    [['--report', 'r.csv', '--report', 'r.csv']],
    [['--report', 'out.csv', '--rejects', 'hard.csv']],
  ])('are refused: %j', async (flags) => {
    const space = await setUp();
    linkSync(join(space.folder, 'out.csv'), join(space.folder, 'hard.csv'));
    await expectRefusal(space, ['user', 'sync', 'users.csv', ...flags], '--report: ');
  });
});
