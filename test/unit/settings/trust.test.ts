/** A project's file that somebody else may have written: what it may say, and what it may say only once it is trusted. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SETTING_NAMES, type SettingName, settingOf } from '../../../src/settings/table.ts';
import { createSettingsFolder, type SettingsFolder } from '../../support/cli/settings-folder.ts';

const TOKEN = 'canary-trust-7f21';
const USERS = 'ExternalId,FirstName,LastName,Email\nu-1,Ada,Byron,a@example.org\n';

/** A platform of an attacker: it counts the requests that reach it. */
async function startPlanted() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end('{"Content":null,"Success":true,"Errors":null}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

const sync = (folder: SettingsFolder, flags: readonly string[] = [], cwd?: string) =>
  folder.run(
    ['user', 'sync', path.join(folder.folder, 'users.csv'), '--retries', '0', '--yes', '--no-input', ...flags],
    { EXAMCTL_TOKEN: TOKEN },
    cwd,
  );

async function plant(project: object, user?: object) {
  const folder = await createSettingsFolder({ project, user });
  await folder.write('users.csv', USERS);
  return folder;
}

describe('a setting that runs a program or reads a secret', () => {
  const REFUSED = SETTING_NAMES.filter((name) => settingOf(name).inProject === 'refused');
  const plantedValue = (name: SettingName, touched: string) =>
    settingOf(name).type === 'words'
      ? [process.execPath, '-e', `require("fs").writeFileSync(${JSON.stringify(touched)}, "")`]
      : 'users.csv';

  it('is at least the command and the file of a token', () => {
    expect(REFUSED).toEqual(['tokenFile', 'tokenCommand']);
  });

  it.each(REFUSED.flatMap((name) => [false, true].map((inProfile) => [name, inProfile] as const)))(
    '%s is refused in the file of a project (in a profile: %s), also if it is trusted, and nothing is run or sent',
    async (name, inProfile) => {
      const { baseUrl, requests } = await startPlanted();
      const folder = await plant({});
      const touched = path.join(folder.folder, 'touched');
      const values = { [name]: plantedValue(name, touched) };
      await folder.write('examctl.config.json', inProfile ? { profiles: { p: values } } : values);
      for (const flags of [[], ['--profile', 'p']]) {
        const { code, stderr } = await sync(folder, ['--base-url', baseUrl, ...flags]);
        expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`has ${name}`) });
        expect(stderr).toContain(folder.files.project);
        expect(stderr).toContain(`config set ${name} VALUE --user`);
      }
      expect(await folder.run('config trust')).toMatchObject({ code: 2 });
      expect([existsSync(touched), requests()]).toEqual([false, 0]);
    },
  );
});

describe('a host that the file of a project names', () => {
  it.each([
    ['at its top level', (baseUrl: string) => ({ baseUrl }), []],
    ['in a profile that it chooses', (baseUrl: string) => ({ profile: 'p', profiles: { p: { baseUrl } } }), []],
    ['in a profile that a flag chooses', (baseUrl: string) => ({ profiles: { p: { baseUrl } } }), ['--profile', 'p']],
  ])('%s gets no request until the file is trusted, and again none once it has changed', async (_, say, flags) => {
    const [planted, other] = [await startPlanted(), await startPlanted()];
    const folder = await plant(say(planted.baseUrl));
    const below = path.join(folder.folder, 'below');
    await mkdir(below);
    for (const cwd of [folder.folder, below]) {
      const { code, stderr } = await sync(folder, flags, cwd);
      expect(code).toBe(2);
      for (const remedy of ['--base-url', 'EXAMCTL_BASE_URL', 'examctl config trust']) expect(stderr).toContain(remedy);
    }
    expect(planted.requests()).toBe(0);
    expect((await folder.run(`config list --json ${flags.join(' ')}`.trim())).stdout).toContain('not trusted');

    const trusted = await folder.run('config trust', {}, below);
    expect(trusted).toMatchObject({ code: 0, stderr: expect.stringContaining(`baseUrl ${planted.baseUrl}`) });
    expect((await stat(folder.files.user)).mode & 0o777).toBe(0o600);
    await sync(folder, flags);
    expect(planted.requests()).toBe(1);

    await folder.write('examctl.config.json', say(other.baseUrl));
    expect(await sync(folder, flags)).toMatchObject({ code: 2, stderr: expect.stringContaining('has changed since') });
    expect(other.requests()).toBe(0);

    await folder.write('examctl.config.json', say(planted.baseUrl));
    expect(await folder.run('config untrust')).toMatchObject({ code: 0 });
    expect(await sync(folder, flags)).toMatchObject({ code: 2 });
    expect(planted.requests()).toBe(1);
  });

  it('does not count where a flag or the environment names another, and is no obstacle to checks of files', async () => {
    const [planted, own] = [await startPlanted(), await startPlanted()];
    const folder = await plant({ baseUrl: planted.baseUrl, timezone: 'Europe/Amsterdam' });
    await sync(folder, ['--base-url', own.baseUrl]);
    expect(await folder.run('validate users users.csv')).toMatchObject({ code: 0 });
    expect([planted.requests(), own.requests()]).toEqual([0, 1]);
  });

  it('needs no trust if the user has set it with config set, and keeps that trust when the user changes it', async () => {
    const planted = await startPlanted();
    const folder = await plant({ timezone: 'UTC' });
    await folder.run(['config', 'set', 'baseUrl', planted.baseUrl]);
    await folder.run('config set timezone Europe/Rome');
    await sync(folder);
    expect(planted.requests()).toBe(1);
  });

  it('is not trusted by config set of something else', async () => {
    const planted = await startPlanted();
    const folder = await plant({ baseUrl: planted.baseUrl });
    await folder.run('config set timezone Europe/Rome');
    expect(await sync(folder)).toMatchObject({ code: 2 });
    expect(planted.requests()).toBe(0);
  });
});

describe('a profile of the user that the file of a project chooses', () => {
  it('needs trust', async () => {
    const own = await startPlanted();
    const folder = await plant({ profile: 'prod' }, { profiles: { prod: { baseUrl: own.baseUrl } } });
    expect(await sync(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('profile prod') });
    await sync(folder, ['--profile', 'prod']);
    expect(own.requests()).toBe(1);
  });
});

describe('a store that the file of a project names', () => {
  it.each(['../elsewhere', '/tmp/examctl-elsewhere', 'postgres://u@127.0.0.1:9/d'])(
    'outside of its folder is not made or opened: %s',
    async (store) => {
      const folder = await createSettingsFolder();
      await folder.write('project/examctl.config.json', { store });
      const cwd = path.join(folder.folder, 'project');
      const { code, stderr } = await folder.run('local init', {}, cwd);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--store or EXAMCTL_STORE') });
      expect(existsSync(path.resolve(cwd, store))).toBe(false);
    },
  );
});

it('what is trusted stands in the file of the user only: a project cannot trust itself', async () => {
  const folder = await plant({ trusted: { x: 'y' } });
  expect(await folder.run('config list')).toMatchObject({ code: 2, stderr: expect.stringContaining('unknown key') });
  await folder.write('examctl.config.json', { baseUrl: 'https://x.example' });
  await folder.run('config trust');
  expect(Object.keys(JSON.parse(await readFile(folder.files.user, 'utf8')))).toEqual(['trusted']);
});
