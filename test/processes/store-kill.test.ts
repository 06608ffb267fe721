import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonFolders } from '../../src/store/json/backend.ts';
import { openJsonStore } from '../../src/store/json/store.ts';
import { amount } from '../support/amount.ts';
import { getUser } from '../support/store/entities.ts';
import { temporaryStore } from '../support/store/temporary-folder.ts';
import { bundleWorker, startWorker } from '../support/store/worker-process.ts';

const KILLS = amount(15, 450);
const AT_ONCE = 3;
/** How long a process goes on after its first acknowledged increment, at most. */
const LIFE_MS = 40;

let scriptFolder: string;
let script: string;

beforeAll(async () => {
  scriptFolder = await mkdtemp(join(tmpdir(), 'examctl-worker-'));
  script = await bundleWorker(scriptFolder);
});
afterAll(() => rm(scriptFolder, { recursive: true, force: true }));

it('processes killed at random points lose nothing that was acknowledged and leave no half change', async () => {
  const folder = await temporaryStore();
  let acknowledged = 0;
  const killMany = async () => {
    for (let n = 0; n < KILLS / AT_ONCE; n += 1) {
      const worker = startWorker(script);
      const ended = once(worker.process, 'exit');
      worker.ask({ do: 'increment', folder, times: Number.MAX_SAFE_INTEGER }).catch(() => undefined);
      worker.process.once('message', () => {
        setTimeout(() => worker.process.kill('SIGKILL'), Math.random() * LIFE_MS);
      });
      await ended;
      acknowledged += worker.acknowledged.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, killMany));

  const store = await openJsonStore(folder, { mode: 'write' });
  const { count } = (await getUser(store, 'counter')) as { count: number };
  await store.close();
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
  expect(count).toBeGreaterThanOrEqual(acknowledged);
  // A killed process may have stored one increment of which nobody heard.
  expect(count).toBeLessThanOrEqual(acknowledged + KILLS + AT_ONCE);
  expect(await jsonFolders.verify(folder)).toEqual([]);
});
