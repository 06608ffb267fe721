import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownIdentity } from '../../../../src/disk/process-identity.ts';
import { unlock } from '../../../../src/store/json/lock.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { amount } from '../../../support/amount.ts';
import { contentOf, getUser, putUser } from '../../../support/store/entities.ts';
import { readLock } from '../../../support/store/read-lock.ts';
import { temporaryFolder, temporaryStore } from '../../../support/store/temporary-folder.ts';
import { bundleWorker, deadPid, forkWorker, startWorker, type Worker } from '../../../support/store/worker-process.ts';

const PROCESSES = 8;
const INCREMENTS = 6;
const STALE_ROUNDS = amount(32, 1_000);
const START_DELAY_MS = 4;

let scriptFolder: string;
let script: string;
let workers: Worker[];

beforeAll(async () => {
  scriptFolder = await mkdtemp(join(tmpdir(), 'examctl-worker-'));
  script = await bundleWorker(scriptFolder);
  workers = Array.from({ length: PROCESSES }, () => forkWorker(script));
});
afterAll(async () => {
  for (const worker of workers) worker.process.kill('SIGKILL');
  await rm(scriptFolder, { recursive: true, force: true });
});

it('eight processes that write at once lose no update', async () => {
  const folder = await temporaryStore();
  const answers = await Promise.all(workers.map(({ ask }) => ask({ do: 'increment', folder, times: INCREMENTS })));
  expect(answers).toEqual(answers.map(() => ({ result: null })));
  const acknowledged = workers.flatMap((worker) => worker.acknowledged).sort((a, b) => a - b);
  expect(acknowledged).toEqual(Array.from({ length: PROCESSES * INCREMENTS }, (_, n) => n + 1));
  const store = await openJsonStore(folder, { mode: 'read' });
  expect(await getUser(store, 'counter')).toEqual({ count: PROCESSES * INCREMENTS });
  await store.close();
});

it('a stale lock that eight processes want at once is held by exactly one, every time', async () => {
  const folder = await temporaryFolder();
  const pid = await deadPid();
  for (let round = 0; round < STALE_ROUNDS; round += 1) {
    const token = randomBytes(16).toString('hex');
    const stale = { ...ownIdentity(), pid, token, since: new Date().toISOString() };
    // Every other time the one who was about to claim it has died too.
    await writeFile(join(folder, 'lock'), round % 4 === 0 ? '' : JSON.stringify(stale));
    if (round % 2 === 1)
      await writeFile(
        join(folder, `lock-claim-${token}`),
        JSON.stringify({ ...stale, token: [...token].reverse().join('') }),
      );
    const at = Date.now() + START_DELAY_MS;
    const answers = await Promise.all(workers.map(({ ask }) => ask({ do: 'tryLock', folder, at: at + (round % 3) })));
    expect(answers.filter(({ result }) => result === true)).toHaveLength(1);
    const winner = workers[answers.findIndex(({ result }) => result === true)];
    expect(readLock(folder)?.pid).toBe(winner?.process.pid);
    await winner?.ask({ do: 'unlock', folder });
    expect(await readdir(folder)).toEqual([]);
  }
});

it('a holder that was stopped and lost its lock cannot write when it goes on', async () => {
  const folder = await temporaryStore();
  const sleeper = startWorker(script);
  await sleeper.ask({ do: 'open', folder });
  await sleeper.ask({ do: 'put', folder, id: 'before' });
  sleeper.process.kill('SIGSTOP');
  const late = sleeper.ask({ do: 'put', folder, id: 'late' });
  await expect(openJsonStore(folder, { mode: 'write', lockTimeoutMs: 50 })).rejects.toMatchObject({ exitCode: 7 });

  await unlock(folder, readLock(folder)?.token ?? '');
  const store = await openJsonStore(folder, { mode: 'write' });
  await putUser(store, 'meanwhile', {});
  sleeper.process.kill('SIGCONT');
  expect(await late).toMatchObject({ error: { name: 'StoreLockedError' } });
  expect(await sleeper.ask({ do: 'put', folder, id: 'later' })).toMatchObject({ error: { name: 'StoreLockedError' } });
  await sleeper.ask({ do: 'close', folder });
  await putUser(store, 'after', {});
  const users = (await contentOf(store))['Users'];
  expect([...(users ?? [])].map(([id]) => id)).toEqual(['after', 'before', 'meanwhile']);
  await store.close();
});
