/** The order of the levels of settings: flag, environment, project, user, default. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../support/amount.ts';
import { createSettingsFolder } from '../../support/cli/settings-folder.ts';

const URLS = { env: 'https://env.example', project: 'https://project.example', user: 'https://user.example' };

describe('the first level that names a store or a base URL', () => {
  type Named = 'baseUrl' | 'store' | undefined;
  const VARIABLES = { baseUrl: 'EXAMCTL_BASE_URL', store: 'EXAMCTL_STORE' } as const;
  const named = fc.constantFrom<Named>('baseUrl', 'store', undefined);

  it('decides, whatever the levels below it say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(named, named, named, named, named), async ([env, ...files]) => {
        const [own, top, userOwn, userTop] = files.map((name, n) => (name ? { [name]: `https://l${n}.example` } : {}));
        const folder = await createSettingsFolder({
          project: { profile: 'p', ...top, profiles: { p: own } },
          user: { ...userTop, profiles: { p: userOwn } },
        });
        const variables: Record<string, string> = env ? { [VARIABLES[env]]: URLS.env } : {};
        const { baseUrl } = await folder.list('', variables);
        const first = [env, ...files].findIndex((name) => name !== undefined);
        const isRemote = [env, ...files][first] === 'baseUrl';
        const expected = first === 0 ? URLS.env : `https://l${first - 1}.example`;
        expect(baseUrl?.value ?? null).toBe(isRemote ? expected : null);
      }),
      { numRuns: amount(25, 600) },
    );
  });

  it('is refused if it names both: flags, and the environment', async () => {
    const { run } = await createSettingsFolder();
    const both = { EXAMCTL_BASE_URL: URLS.env, EXAMCTL_STORE: 's' };
    for (const { code, stderr } of [
      await run('review-session show RS-1 --base-url https://x.example --store s'),
      await run('review-session show RS-1', both),
    ]) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/Give either (--base-url or --store|EXAMCTL_BASE_URL or EXAMCTL_STORE)/);
    }
    expect((await run('local show users --store none', both)).stderr).not.toContain('Give either');
  });

  it('is where a command sends', async () => {
    const { run, write, folder } = await createSettingsFolder({
      project: { store: 'kept' },
      user: { baseUrl: URLS.user },
    });
    await write('users.csv', 'ExternalId,FirstName,LastName,Email\nu,A,B,a@example.org\n');
    expect(await run('local init')).toMatchObject({ code: 0 });
    const { stdout } = await run('user sync users.csv --dry-run --json');
    expect(JSON.parse(stdout).target).toEqual({ kind: 'local', where: 'kept' });
    await mkdir(path.join(folder, 'below', 'it'), { recursive: true });
    const below = await run('user sync ../../users.csv --dry-run --json', {}, path.join(folder, 'below', 'it'));
    expect(JSON.parse(below.stdout).target).toEqual({ kind: 'local', where: path.join(folder, 'kept') });
  });
});

it('a profile that the call names is not passed over for what all profiles of the project share', async () => {
  const { run, list } = await createSettingsFolder({
    project: { baseUrl: URLS.project },
    user: { profile: 'mine', profiles: { mine: { store: '/mine' } } },
  });
  await run('config trust');
  // The file of the user chooses the profile, and is below the project's file.
  expect((await list())['baseUrl']?.value).toBe(URLS.project);
  expect(await run('review-session show RS-1 --profile mine')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('comes before user'),
  });
  expect(await run('review-session show RS-1 --profile mine --store none')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none'),
  });
});

describe('the file of the project', () => {
  it('is the nearest one upwards, and none above the root of a repository', async () => {
    const { list, write, folder } = await createSettingsFolder({ project: { timezone: 'Europe/Paris' } });
    await write('near/examctl.config.json', { timezone: 'Europe/Rome' });
    await mkdir(path.join(folder, 'near', 'below'), { recursive: true });
    await mkdir(path.join(folder, 'other', '.git'), { recursive: true });
    const at = async (...parts: string[]) => (await list('', {}, path.join(folder, ...parts)))['timezone']?.value;
    expect([await at(), await at('near'), await at('near', 'below'), await at('other')]).toEqual([
      ...['Europe/Paris', 'Europe/Rome', 'Europe/Rome', null],
    ]);
  });

  it('comes before that of the user, and an empty variable says nothing', async () => {
    const { list, files } = await createSettingsFolder({
      project: { timezone: 'Europe/Paris' },
      user: { timezone: 'Europe/Rome', dateFormat: 'D-M-YYYY', store: 'below-the-file' },
    });
    expect(await list('', { EXAMCTL_STORE: '' })).toMatchObject({
      timezone: { value: 'Europe/Paris', origin: `project ${files.project}` },
      dateFormat: { value: 'D-M-YYYY', origin: `user ${files.user}` },
      store: { value: path.join(path.dirname(files.user), 'below-the-file') },
    });
  });
});

describe('the active profile', () => {
  const project = { profile: 'c', profiles: { a: { timezone: 'Europe/Rome' }, b: {}, c: {}, d: {} } };

  it.each([
    ['--profile a', { EXAMCTL_PROFILE: 'b' }, 'a', 'flag --profile'],
    ['', { EXAMCTL_PROFILE: 'b' }, 'b', 'environment EXAMCTL_PROFILE'],
    ['', {}, 'c', 'project'],
  ])('with %j and %j is %s', async (flags, env, value, origin) => {
    const { list } = await createSettingsFolder({ project, user: { profile: 'd' } });
    expect((await list(flags, env))['profile']).toMatchObject({ value, origin: expect.stringContaining(origin) });
  });

  it('that no file has is refused with the names of those that there are', async () => {
    const { run } = await createSettingsFolder({ project });
    for (const name of ['test', 'constructor', '__proto__']) {
      expect(await run(['runs', 'list', '--profile', name])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('The profiles are a, b, c, d.'),
      });
    }
  });
});
