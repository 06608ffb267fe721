import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newRunId } from '../../src/runs/record/lines.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { runIds } from '../support/cli/shown-runs.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';

const OLD = '20250101T000000Z-00000a';
const OTHER = '20250101T000000Z-00000b';
const REMOTE = { kind: 'remote', where: 'https://exams.example.org' };

async function workspaceWithRun() {
  const space = await createWorkspace();
  await space.file('u.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n');
  expect((await space.run(['user', 'sync', 'u.csv', '--yes'])).code).toBe(0);
  const [run = ''] = await runIds(space);
  return { space, run, folder: join(space.folder, '.examctl/runs') };
}

/** The same record as of an earlier run; without its end where that is left out. */
async function copyOfRun(
  folder: string,
  run: string,
  as: string,
  { hasEnd = true, target = undefined as object | undefined } = {},
): Promise<void> {
  const lines = (await readFile(join(folder, `${run}.ndjson`), 'utf8')).trimEnd().split('\n');
  const [header = '', ...rest] = lines.filter((line) => hasEnd || !line.includes('"ended"'));
  const first = JSON.stringify({
    ...(JSON.parse(header) as object),
    ...{ run: as, at: '2025-01-01T00:00:00.000Z' },
    ...(target && { target }),
  });
  await writeFile(join(folder, `${as}.ndjson`), [first, ...rest, ''].join('\n'));
}

async function showOf(space: Workspace, named: string) {
  const { code, stdout, stderr } = await space.run(['runs', 'show', named, '--json']);
  return { code, said: stdout + stderr, run: code === 0 ? (JSON.parse(stdout) as { run: string }).run : undefined };
}

it('of runs within one second the newest is the one that began last', async () => {
  const { space, run, folder } = await workspaceWithRun();
  const inOrder = [900, 200, 100].map((ms) => newRunId(new Date(Date.UTC(2025, 0, 1, 0, 0, 0, ms))));
  for (const id of inOrder.toSorted((one, other) => one.slice(-1).localeCompare(other.slice(-1)))) {
    await copyOfRun(folder, run, id);
  }
  const list = JSON.parse((await space.run(['runs', 'list', '--json'])).stdout) as { run: string }[];
  expect(list.map((one) => one.run)).toEqual([run, ...inOrder]);
  await rm(join(folder, `${run}.ndjson`));
  expect((await showOf(space, 'latest')).run).toBe(inOrder[0]);
});

it('a run that was cut short has no end', async () => {
  const { space, run, folder } = await workspaceWithRun();
  await copyOfRun(folder, run, OLD, { hasEnd: false });
  const { stdout } = await space.run(['runs', 'show', OLD, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ ended: null, state: 'cut short' });
  const rows = (await space.run(['runs', 'list', '-o', 'csv'])).stdout.split(/\r?\n/);
  expect(rows.find((row) => row.startsWith(OLD))).toContain(',,2025-01-01T00:00:00.000Z,cut short');
  const { stdout: shown } = await runInProcess(['runs', 'list'], { cwd: space.folder, terminal: { columns: 80 } });
  expect(shown).toMatch(new RegExp(`${OLD} .* cut short .* 1/1 .* 2025-01-01 00:00 .* user sync `));
});

it('a run without a plan is shown as a sentence', async () => {
  const { space, folder } = await workspaceWithRun();
  expect((await space.run(['user', 'sync', 'u.csv', '--yes'])).stdout).toContain('Nothing to change');
  const { run: unchanged = '' } = await showOf(space, 'latest');
  const { stdout } = await space.run(['runs', 'show', 'latest']);
  expect(stdout).toMatch(/^Run \S+ found nothing to change\.\n$/);
  expect((await space.run(['runs', 'show', 'latest', '-o', 'ndjson'])).stdout).toBe('');
  await copyOfRun(folder, unchanged, OLD, { hasEnd: false });
  expect((await space.run(['runs', 'show', OLD])).stdout).toBe(`Run ${OLD} has no plan, and has sent nothing.\n`);
});

it('without any run, "latest" is a usage error', async () => {
  const { run } = await createWorkspace();
  const { code, stderr } = await run(['runs', 'show', 'latest']);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no run');
});

it('runs prune deletes old runs with their links, and keeps and names those that are not finished', async () => {
  const { space, run, folder } = await workspaceWithRun();
  await copyOfRun(folder, run, OLD);
  await copyOfRun(folder, run, OTHER, { hasEnd: false, target: REMOTE });
  await writeFile(join(folder, `${OLD}.links.ndjson`), '');
  const prune = ['runs', 'prune', '--older-than', '90d'];
  const asked = await space.run(prune);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(asked.stderr).toContain('1 run would be deleted');
  const before = await readdir(folder);
  expect((await space.run([...prune, '--dry-run'])).stdout).toContain(`would delete  ${OLD}`);
  expect(await readdir(folder)).toEqual(before);

  const { code, stdout } = await space.run([...prune, '--yes', '--json']);
  expect(code).toBe(0);
  const kept = [{ run: OTHER, reason: expect.stringContaining('cut short') }];
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'runs prune',
    deleted: [OLD],
    kept,
    findings: [],
    error: null,
    exitCode: 0,
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('2')).sort()).toEqual(
    [`${OTHER}.ndjson`, `${run}.ndjson`].sort(),
  );
});

it('runs prune deletes what has nothing to resume: a run on a store that is cut short, whatever its store is now', async () => {
  const { space, run, folder } = await workspaceWithRun();
  await copyOfRun(folder, run, OLD);
  await copyOfRun(folder, run, OTHER, { hasEnd: false });
  const moved = join(space.folder, 'moved');
  await rename(space.store, moved);
  await symlink(moved, space.store);
  const { code, stdout } = await space.run(['runs', 'prune', '--older-than', '90d', '--yes', '--json']);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, deleted: [OTHER, OLD], kept: [] });
});

it('runs prune ends with 1 if it cannot delete a run, with one object that says so', async () => {
  const { space, run, folder } = await workspaceWithRun();
  for (const id of [OLD, OTHER]) await copyOfRun(folder, run, id);
  await mkdir(join(folder, `${OLD}.links.ndjson`));
  const { code, stdout, stderr } = await space.run(['runs', 'prune', '--older-than', '90d', '--yes', '--json']);
  expect({ code, said: stderr.includes('cannot be removed') }).toEqual({ code: 1, said: true });
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'runs prune',
    deleted: [OTHER],
    kept: [{ run: OLD, reason: expect.stringContaining('cannot be removed') }],
    findings: [],
    error: { name: 'OutputError' },
    exitCode: 1,
  });
});

it.each(['', '90', '90x', '-1d', 'd'])('runs prune --older-than "%s" is a usage error', async (age) => {
  const { run } = await createWorkspace();
  expect((await run(['runs', 'prune', `--older-than=${age}`, '--yes'])).code).toBe(2);
});
