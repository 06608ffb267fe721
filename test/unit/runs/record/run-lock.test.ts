/** The lock of a run, with real processes that hold it, want it and are killed. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LockHolder } from '../../../../src/disk/lock.ts';
import { ownIdentity } from '../../../../src/disk/process-identity.ts';
import { listRunIds } from '../../../../src/runs/record/list-records.ts';
import { lockRun, whoExecutes } from '../../../../src/runs/record/run-lock.ts';
import { temporaryFolder } from '../../../support/store/temporary-folder.ts';
import { bundleWorker, startWorker } from '../../../support/store/worker-process.ts';

const RUN = '20261121T031500Z-3f9a1c';
const TOKEN = 'a'.repeat(32);
const SINCE = '2026-11-21T03:15:00.000Z';

let scriptFolder: string;
let script: string;
let folder: string;
let path: string;

beforeAll(async () => {
  scriptFolder = await mkdtemp(join(tmpdir(), 'examctl-worker-'));
  script = await bundleWorker(scriptFolder);
});
afterAll(() => rm(scriptFolder, { recursive: true, force: true }));

beforeEach(async () => {
  const parent = await temporaryFolder();
  folder = join(parent, 'runs');
  await mkdir(folder);
  path = join(folder, `${RUN}.ndjson`);
});

async function lockFile(content: string | Partial<LockHolder>): Promise<void> {
  const holder = { ...ownIdentity(), token: TOKEN, since: SINCE, command: 'user sync' };
  const text = typeof content === 'string' ? content : JSON.stringify({ ...holder, ...content });
  await writeFile(join(folder, `lock-${RUN}`), text);
}

describe('the lock of a run', () => {
  it('is for its owner alone, is no run, and goes away at the end', async () => {
    const lock = await lockRun(path, 'user sync');
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
    expect(await listRunIds(folder)).toEqual([]);
    expect(whoExecutes(path)).toMatchObject({ pid: process.pid, command: 'user sync' });
    lock.release();
    lock.release();
    expect(await readdir(folder)).toEqual([]);
    expect(whoExecutes(path)).toBeUndefined();
  });

  it('held by a living process is refused: who it is, since when, and what to do', async () => {
    const other = startWorker(script);
    expect(await other.ask({ do: 'lockRun', folder: path })).toEqual({ result: true });
    const since = whoExecutes(path)?.since;
    await expect(lockRun(path, 'runs resume')).rejects.toMatchObject({
      name: 'RunLockedError',
      exitCode: 7,
      message: `Run ${RUN} is being executed by process ${other.process.pid} (a test) on ${hostname()} since ${since}`,
      hint: expect.stringContaining('Wait for it to end'),
    });
    await other.ask({ do: 'releaseRun', folder: path });
    (await lockRun(path, 'runs resume')).release();
  });

  it('of a process that was just killed is taken over without any help', async () => {
    const other = startWorker(script);
    await other.ask({ do: 'lockRun', folder: path });
    other.process.kill('SIGKILL');
    const lock = await lockRun(path, 'runs resume');
    expect(whoExecutes(path)?.pid).toBe(process.pid);
    lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('of another machine is left alone, and nobody is said to be at work', async () => {
    await lockFile({ host: 'elsewhere' });
    await expect(lockRun(path, 'runs resume')).rejects.toMatchObject({
      exitCode: 7,
      message: `Run ${RUN} is locked by process ${process.pid} (user sync) on elsewhere since ${SINCE}`,
      hint: expect.stringContaining(`remove the file ${join(folder, `lock-${RUN}`)}`),
    });
    expect(whoExecutes(path)).toBeUndefined();
  });

  it('of a run whose folder is not there says that there is no such record', async () => {
    await rm(folder, { recursive: true });
    await expect(lockRun(path, 'runs resume')).rejects.toMatchObject({
      exitCode: 2,
      message: `There is no record ${path}`,
    });
  });

  it('that cannot be made says why, and what to do', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(lockRun(join(file, `${RUN}.ndjson`), 'runs resume')).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(new RegExp(`^Run ${RUN} cannot be locked: ENOTDIR`)),
      hint: expect.stringContaining('EXAMCTL_RUNS'),
    });
  });
});
