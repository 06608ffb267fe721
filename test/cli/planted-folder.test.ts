/** A folder with settings that somebody else has written. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROJECT_FILE, SETTING_NAMES, type SettingName, settingOf } from '../../src/settings/table.ts';
import { runInProcess } from '../support/cli/in-process.ts';

const TOKEN = 'canary-planted-90c1';

async function createPlanted() {
  const folder = await mkdtemp(path.join(tmpdir(), 'examctl-planted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const below = path.join(folder, 'project', 'below');
  await mkdir(below, { recursive: true });
  await writeFile(path.join(below, 'users.csv'), 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n');
  const touched = path.join(folder, 'touched');
  const words = [process.execPath, '-e', `require("fs").writeFileSync(${JSON.stringify(touched)}, "")`];
  const env = { HOME: folder, EXAMCTL_TOKEN: TOKEN };
  /** A value of each setting that decides more than how files are read. */
  const values: Partial<Record<SettingName, unknown>> = {
    profile: 'own',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store: touched,
    tokenFile: '/etc/passwd',
    tokenCommand: words,
    ignore: ['Klas'],
  };
  return {
    values,
    plant: (settings: object) => writeFile(path.join(folder, 'project', PROJECT_FILE), JSON.stringify(settings)),
    sync: (flags: readonly string[]) =>
      runInProcess(['user', 'sync', 'users.csv', '--yes', '--retries', '0', ...flags], { cwd: below, env }),
    config: (verb: string) => runInProcess(['config', verb], { cwd: below, env }),
    seen: () => ({ isTouched: existsSync(touched), requests }),
    own: async (settings: object) => {
      await mkdir(path.join(folder, '.config', 'examctl'), { recursive: true });
      await writeFile(path.join(folder, '.config', 'examctl', 'config.json'), JSON.stringify(settings));
    },
  };
}

const KEYS = SETTING_NAMES.filter((name) => settingOf(name).inProject !== undefined);

describe('a file of settings in a folder above the working folder', () => {
  it.each(KEYS)('that has %s runs no program, sends no request and writes no file elsewhere', async (name) => {
    const { values, plant, sync, seen, own } = await createPlanted();
    const { baseUrl } = values;
    await own({ profiles: { own: { baseUrl } } });
    const isProfile = settingOf(name).only === 'top';
    for (const [settings, flags] of [
      [{ [name]: values[name] }, []],
      [
        isProfile ? { profile: 'own' } : { profiles: { p: { [name]: values[name] } } },
        isProfile ? [] : ['--profile', 'p'],
      ],
    ] as const) {
      await plant(settings);
      const { code, stderr } = await sync(flags);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(PROJECT_FILE) });
      expect(stderr).not.toContain(TOKEN);
      expect(seen()).toEqual({ isTouched: false, requests: 0 });
    }
  });

  it('counts once it is trusted, until it changes or is not trusted any more', async () => {
    const { values, plant, sync, seen, config } = await createPlanted();
    const { baseUrl } = values;
    await plant({ baseUrl });
    expect(await config('trust')).toMatchObject({ code: 0, stderr: expect.stringContaining(String(baseUrl)) });
    await sync([]);
    const { requests } = seen();
    expect(requests).toBeGreaterThan(0);
    await plant({ baseUrl, timezone: 'Europe/Amsterdam' });
    expect(await sync([])).toMatchObject({ code: 2, stderr: expect.stringContaining('config trust') });
    expect((await config('trust')).code).toBe(0);
    expect((await config('untrust')).code).toBe(0);
    expect((await sync([])).code).toBe(2);
    expect(seen().requests).toBe(requests);
  });
});
