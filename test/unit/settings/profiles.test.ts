/** Profiles: their changes, their choice, and the protection of their platforms. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSettingsFolder } from '../../support/cli/settings-folder.ts';

describe('config set', () => {
  it('writes the file of the project, or that of the user, which only its owner can read', async () => {
    const { run, json, files } = await createSettingsFolder();
    expect(await run('config set timezone Europe/Amsterdam')).toMatchObject({ code: 0, stdout: '' });
    expect(await run('config set protected true --profile prod --user')).toMatchObject({ code: 0 });
    expect(
      await run(['config', 'set', 'tokenCommand', '["pass", "exams"]', '--profile', 'prod', '--user']),
    ).toMatchObject({
      code: 0,
    });
    expect(await json('project')).toEqual({ timezone: 'Europe/Amsterdam' });
    expect(await json('user')).toEqual({ profiles: { prod: { protected: true, tokenCommand: ['pass', 'exams'] } } });
    expect((await stat(files.user)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(files.user))).mode & 0o777).toBe(0o700);
    expect(await readdir(path.dirname(files.user))).toEqual(['config.json']);
    expect((await run('config get timezone')).stdout).toBe('Europe/Amsterdam\n');
  });

  it('changes nothing else, and an empty value removes a setting', async () => {
    const before = { $schema: 's', timezone: 'UTC', profiles: { a: { store: 'x' }, b: {} } };
    const { run, json } = await createSettingsFolder({ project: before });
    await run('config set store y --profile b');
    expect(await json('project')).toEqual({ ...before, profiles: { a: { store: 'x' }, b: { store: 'y' } } });
    await run(['config', 'set', 'timezone', '']);
    expect(await json('project')).toEqual({ $schema: 's', profiles: { a: { store: 'x' }, b: { store: 'y' } } });
  });

  it('says that a setting was not set, and makes no file for it', async () => {
    const { run, files } = await createSettingsFolder();
    for (const flags of [[], ['--profile', 'p'], ['--user']]) {
      const { code, stderr } = await run(['config', 'set', 'timezone', '', ...flags]);
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^timezone is not set in /) });
    }
    expect(existsSync(files.project) || existsSync(files.user)).toBe(false);
  });

  it('blames the value that was typed, and not the file, which does not have it', async () => {
    const before = { timezone: 'UTC' };
    const { run, json } = await createSettingsFolder({ project: before });
    for (const [key, value, fault] of [
      ['timezone', 'Foo', 'timezone is not a known IANA time zone'],
      ['protected', 'maybe', 'protected must be true or false'],
    ] as const) {
      const { code, stderr } = await run(['config', 'set', key, value, '--profile', 'p']);
      expect(code).toBe(2);
      expect(stderr).toBe(`examctl: The value cannot be used: ${fault}\n  Nothing was changed.\n`);
    }
    expect(await json('project')).toEqual(before);
  });

  it('keeps the meaning of a path that was typed in another folder', async () => {
    const { run, json, folder } = await createSettingsFolder({ project: {} });
    const below = path.join(folder, 'below');
    await mkdir(below);
    await run('config set store kept', {}, below);
    await run('config set tokenFile token.txt --user', {}, below);
    expect(await json('project')).toEqual({ store: 'below/kept' });
    expect(await json('user')).toEqual({ tokenFile: path.join(below, 'token.txt') });
    expect((await run('config get store', {}, below)).stdout).toBe(`${path.join(below, 'kept')}\n`);
    await run('config set store postgres://me@db/exams?passwordfile=pw', {}, below);
    expect(await json('project')).toEqual({ store: 'postgres://me@db/exams?passwordfile=below%2Fpw' });
    expect((await run('local show roles', {}, below)).stderr).toContain(`${path.join(below, 'pw')}, the file`);
  });

  it.each([
    ['config set timzone UTC', 'Did you mean timezone?'],
    ['config set timezone Mars/Base', 'not a known IANA time zone'],
    ['config set protected true', 'protected in the wrong place'],
    ['config set protected yes --profile a', 'protected must be true or false'],
    ['config set store s', 'has both baseUrl and store'],
    ['config set timezone UTC --profile __proto__', 'names a profile "__proto__"'],
    ['config set profile nope', 'There is no profile "nope" (setting profile)'],
    ['config set tokenCommand pass', 'must be a list of words'],
    ['config get timzone', 'Did you mean timezone?'],
  ])('%s is refused, and the file stays as it is', async (line, says) => {
    const before = { baseUrl: 'https://x.example' };
    const { run, json } = await createSettingsFolder({ project: before });
    expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
    expect(await json('project')).toEqual(before);
  });
});

describe('profile', () => {
  const project = { profiles: { test: { store: 'test-store' }, prod: { store: 'prod-store', protected: true } } };

  it('use writes the name to the file of the user, and list shows where each sends', async () => {
    const { run, json, folder } = await createSettingsFolder({ project });
    expect(await run('profile use test')).toMatchObject({ code: 0 });
    expect(await json('user')).toEqual({ profile: 'test' });
    const { stdout } = await run('profile list --json', {}, folder);
    expect(JSON.parse(stdout)).toMatchObject([
      { profile: 'test', active: true, protected: false, target: 'test-store' },
      { profile: 'prod', active: false, protected: true, target: 'prod-store' },
    ]);
    expect(await run('profile use tests')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean test?'),
    });
    expect(await json('user')).toEqual({ profile: 'test' });
  });

  it('that is active is said before anything is written', async () => {
    const { run } = await createSettingsFolder({ project });
    const { stderr } = await run('local init', { EXAMCTL_PROFILE: 'test' });
    expect(stderr).toMatch(/^Profile test \(environment EXAMCTL_PROFILE\)\nMade an empty store in test-store/);
  });
});

describe('a protected profile', () => {
  const project = {
    profile: 'prod',
    profiles: { prod: { store: 'prod-store', protected: true }, other: { store: 'other-store' } },
  };
  const USERS = 'ExternalId,FirstName,LastName,Email\nu-1,Ada,Byron,a@example.org\n';

  it.each([
    'local init',
    'local load catalogue.json',
    'local token add',
    'local token revoke 3f9a1c07',
    'local unlock 1234',
    'local schedule activate S-1',
    'local invigilators add S-1 u-1',
    'serve --port 0',
    'user sync users.csv',
    'schedule push users.csv --map ExternalId=CandidateExtId',
    'collection add --title Law',
    'invigilators remove S-1 u-1',
  ])('off a terminal is not written without its name: %s', async (line) => {
    const { run, write, folder } = await createSettingsFolder({ project });
    await write('users.csv', USERS);
    await write('catalogue.json', {});
    for (const flags of [['--yes'], ['--yes', '--no-input']]) {
      expect(await run([...line.split(' '), ...flags])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Add --confirm prod.'),
      });
    }
    expect(await readdir(folder)).not.toContain('prod-store');
  });

  it('is written with its name, and read without', async () => {
    const { run, write } = await createSettingsFolder({ project });
    await write('users.csv', USERS);
    expect(await run('local init --confirm prod')).toMatchObject({ code: 0 });
    expect(await run('local show users')).toMatchObject({ code: 0 });
    expect((await run('user sync users.csv --dry-run')).stderr).not.toContain('--confirm');
    expect((await run('user sync users.csv --confirm prod')).stderr).toContain('Sending to');
  });

  it.each([
    ['--confirm other', 'the active profile is prod'],
    ['--confirm prod --profile other', 'the active profile is other'],
  ])('is not written with another name: %s', async (flags, says) => {
    const { run, folder } = await createSettingsFolder({ project });
    expect(await run(`local init ${flags}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
    expect((await readdir(folder)).filter((name) => name.endsWith('-store'))).toEqual([]);
  });

  it('counts for a run that was begun with it, when that is retried', async () => {
    const { profile: _, ...unchosen } = project;
    const { run, write } = await createSettingsFolder({ project: unchosen });
    await write('users.csv', USERS);
    await run('local init --confirm prod --profile prod');
    const { stdout } = await run('user sync users.csv --json --confirm prod --profile prod');
    const { run: id, counts } = JSON.parse(stdout);
    expect(counts).toMatchObject({ failed: 1 });
    expect(await run(`runs retry ${id} --yes`)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`Profile prod, which is protected \\(run ${id}\\)[^]*--confirm prod`)),
    });
    expect(await run(`runs retry ${id} --yes --profile other`)).toMatchObject({
      code: 2,
      stderr:
        `examctl: Run ${id} was made with the profile "prod", not with "other"\n` +
        '  Leave --profile out: the run has its own.\n',
    });
    for (const own of ['', '--profile prod'])
      expect((await run(`runs retry ${id} --confirm prod ${own}`.trim())).code).toBe(4);
    // The profile may have another name by now.
    await write('examctl.config.json', { profiles: { renamed: project.profiles.prod } });
    expect((await run(`runs retry ${id} --confirm renamed --profile renamed`)).code).toBe(4);
  });

  it('stays one if only one of two files says so', async () => {
    const { run } = await createSettingsFolder({ project, user: { profiles: { other: { protected: true } } } });
    expect(await run('local init --profile other --yes')).toMatchObject({ code: 2 });
  });
});
