import { describe, expect, it } from 'vitest';
import { createWorkspace, digestsOf, parseLines } from '../support/cli/workspace.ts';

const KINDS = [
  ['roles', 'Roles', 'roles'],
  ['hierarchies', 'Hierarchies', 'hierarchies'],
  ['users', 'Users', 'users'],
  ['assessments', 'Assessments', 'assessments'],
  ['proctoring-templates', 'ProctoringTemplates', 'proctoring templates'],
  ['taxonomies', 'Taxonomies', 'taxonomies'],
  ['objectives', 'Objectives', 'objectives'],
  ['schedules', 'Schedules', 'schedules'],
  ['review-sessions', 'ReviewSessions', 'review session'],
] as const;

describe('local show', () => {
  it.each(KINDS)('prints %s as JSON that can be loaded again', async (word, kind, many) => {
    const { run, file } = await createWorkspace();
    const shown = await run(['local', 'show', word, '-o', 'json']);
    const catalogue = JSON.parse(shown.stdout) as Record<string, object[]>;
    expect(Object.keys(catalogue)).toEqual([kind]);
    const count = catalogue[kind]?.length ?? 0;
    expect(count).toBeGreaterThan(0);
    await file('catalogue.json', shown.stdout);
    const loaded = await run(['local', 'load', 'catalogue.json']);
    expect({ code: loaded.code, stderr: loaded.stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Loaded ${count} ${many}`),
    });
    expect(JSON.parse((await run(['local', 'show', word, '-o', 'json'])).stdout)).toEqual(catalogue);
  });

  it.each(['users', 'schedules'])('prints %s as a table, as NDJSON and as CSV', async (word) => {
    const { run, entries } = await createWorkspace();
    const all = await entries<object>(word);
    expect(parseLines((await run(['local', 'show', word, '-o', 'ndjson'])).stdout)).toEqual(all);
    expect((await run(['local', 'show', word])).stdout.trimEnd().split('\n').length).toBe(all.length + 4);
    const rows = (await run(['local', 'show', word, '-o', 'csv'])).stdout.trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(all.length);
  });

  it('prints settings and collections, and refuses unknown entries and kinds', async () => {
    const { run } = await createWorkspace();
    expect(JSON.parse((await run(['local', 'show', 'settings'])).stdout)).toMatchObject({ Owner: 'scheduler.one' });
    const settings = (await run(['local', 'show', 'settings', '--json'])).stdout;
    expect(JSON.parse(settings)).toMatchObject({ Settings: { Owner: 'scheduler.one' } });
    expect((await run(['local', 'load', '-'], { input: settings })).code).toBe(0);
    expect(await run(['local', 'show', 'collections'])).toMatchObject({ code: 0, stdout: 'none\n' });
    expect((await run(['local', 'show', 'users', 'nobody'])).code).toBe(2);
    expect((await run(['local', 'show', 'user'])).code).toBe(2);
  });
});

describe('one entry of local show', () => {
  it.each([
    ['users', 'u-1'],
    ['schedules', undefined],
    ['settings', undefined],
  ])('of %s is one line with -o ndjson, and a header and a row with -o csv', async (kind, given) => {
    const { run, entries } = await createWorkspace();
    const [first] = kind === 'schedules' ? await entries<{ Schedule: { ScheduleExtId: string } }>(kind) : [];
    const id = given ?? first?.Schedule.ScheduleExtId;
    const args = ['local', 'show', kind, ...(id === undefined ? [] : [id])];
    const whole = JSON.parse((await run(args)).stdout) as object;
    const lines = (await run([...args, '-o', 'ndjson'])).stdout.split('\n');
    expect(lines).toEqual([expect.any(String), '']);
    expect(JSON.parse(lines[0] ?? '')).toEqual(whole);
    const rows = (await run([...args, '-o', 'csv'])).stdout.trimEnd().split('\r\n');
    expect(rows).toHaveLength(2);
    if (id !== undefined) {
      const all = (await run(['local', 'show', kind, '-o', 'csv'])).stdout.trimEnd().split('\r\n');
      expect(all).toEqual(expect.arrayContaining(rows));
    }
  });
});

describe('local load', () => {
  it('loads all or nothing, and names each problem by its path', async () => {
    const { run, file, store } = await createWorkspace();
    const before = await digestsOf(store);
    await file('c.json', JSON.stringify({ Roles: [{ Title: 'New' }], Users: [{ ExternalId: 'x y', Surname: 'A' }] }));
    const { code, stderr } = await run(['local', 'load', 'c.json']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^ {2}Users\[0\]\.ExternalId: .*\n {2}Users\[0\](.|\n)*4 problems; nothing was loaded\n$/);
    expect(await digestsOf(store)).toEqual(before);
  });

  const ROLES = (...titles: string[]) => JSON.stringify({ Roles: titles.map((Title) => ({ Title })) });

  it.each([
    ['a second object', `${ROLES('A')}\n${ROLES('B')}\n`, 'c.json:2: column 1: expected the end of the value, found {'],
    ['text after the object that is no JSON', `${ROLES('A')} garbage`, 'expected the end of the value, found garbage'],
    ['a list of documents', `[${ROLES('A')}, {"Nope": 1}]`, 'c.json:1: expected one JSON object'],
    ['a text', '"Roles"', 'c.json:1: expected one JSON object'],
    ['nothing', ' \n', 'c.json: the file is empty'],
  ])('refuses %s, and stores nothing of it', async (_, text, problem) => {
    const { run, file, store } = await createWorkspace();
    const before = await digestsOf(store);
    await file('c.json', text);
    const { code, stderr } = await run(['local', 'load', 'c.json']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(problem) });
    const piped = await run(['local', 'load', '-'], { input: text });
    expect(piped).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(problem.replace('c.json', 'standard input')),
    });
    expect(await digestsOf(store)).toEqual(before);
  });

  it('accepts a document with blank lines around it', async () => {
    const { run } = await createWorkspace();
    const loaded = await run(['local', 'load', '-'], { input: `\n ${ROLES('A', 'B')} \n\n` });
    expect(loaded).toMatchObject({ code: 0, stderr: 'Loaded 2 roles.\n' });
  });
});

it('local schedule moves a schedule forward and not back', async () => {
  const { run, file } = await createWorkspace();
  const [schedule] = parseLines<{ Schedule: object }>(
    (await run(['local', 'show', 'schedules', '-o', 'ndjson'])).stdout,
  );
  const Schedule = { ...schedule?.Schedule, ScheduleExtId: 'S-1' };
  await file('c.json', JSON.stringify({ Schedules: [{ Schedule, Candidates: [] }] }));
  expect((await run(['local', 'load', 'c.json'])).code).toBe(0);
  const status = async () => JSON.parse((await run(['local', 'show', 'schedules', 'S-1'])).stdout).Status;
  expect(await status()).toBe('DRAFT');
  for (const [verb, now] of [
    ['activate', 'ACTIVATED'],
    ['finish', 'FINISHED'],
    ['archive', 'ARCHIVED'],
  ] as const) {
    expect(await run(['local', 'schedule', verb, 'S-1'])).toMatchObject({
      code: 0,
      stderr: `Schedule S-1 is ${now} now.\n`,
    });
    expect(await status()).toBe(now);
    expect((await run(['local', 'schedule', verb, 'S-1'])).stderr).toBe(`Schedule S-1 was ${now} already.\n`);
  }
  const back = await run(['local', 'schedule', 'activate', 'S-1']);
  expect(back).toMatchObject({ code: 2, stderr: expect.stringContaining('is ARCHIVED and cannot become ACTIVATED') });
  const none = await run(['local', 'schedule', 'finish', 'S-0']);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no schedule "S-0"') });
});

it('local invigilators add adds all or nobody, and each once', async () => {
  const { run, store } = await createWorkspace();
  const [schedule] = parseLines<{ Schedule: { ScheduleExtId: string } }>(
    (await run(['local', 'show', 'schedules', '-o', 'ndjson'])).stdout,
  );
  const id = schedule?.Schedule.ScheduleExtId ?? '';
  const add = (...users: string[]) => run(['local', 'invigilators', 'add', id, ...users]);
  const before = await digestsOf(store);
  expect(await add('u-1', 'nobody')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No such users: nobody'),
  });
  expect(await digestsOf(store)).toEqual(before);
  expect(await add('u-1', 'u-2')).toMatchObject({ code: 0, stderr: `Added u-1, u-2 to ${id}.\n` });
  expect(await add('u-1', 'u-2')).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing to add') });
  expect((await run(['local', 'invigilators', 'add', 'S-0', 'u-1'])).code).toBe(2);
});
