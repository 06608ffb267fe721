// A process that runs tasks for its parent, so that tests can have several writers, and can stop and kill them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockRun, type RunLock } from '../../../src/runs/record/run-lock.ts';
import { acquireLock, FORCED_UNLOCK_FILE, type StoreLock } from '../../../src/store/json/lock.ts';
import { openJsonStore } from '../../../src/store/json/store.ts';
import type { Store } from '../../../src/store/port.ts';
import { entity } from './entities.ts';
import type { WorkerAnswer, WorkerTask } from './worker-process.ts';

let store: Store | undefined;
let lock: StoreLock | undefined;
let runLock: RunLock | undefined;

const tasks: Record<WorkerTask['do'], (task: WorkerTask) => Promise<unknown>> = {
  increment: async ({ folder, times = 1 }) => {
    for (let n = 0; n < times; n += 1) await incrementOnce(folder);
  },
  open: async ({ folder }) => {
    store = await openJsonStore(folder, { mode: 'write' });
  },
  put: async ({ id = '' }) => store?.transact((transaction) => transaction.put('Users', id, entity({ id }))),
  close: async () => store?.close(),
  tryLock: async ({ folder, at = 0 }) => {
    while (Date.now() < at);
    lock = await acquireLock(folder, { timeoutMs: 0 }).catch((error: Error) => {
      if (error.name !== 'StoreLockedError') throw error;
      return undefined;
    });
    return lock !== undefined;
  },
  unlock: async () => lock?.release(),
  lockRun: async ({ folder }) => {
    runLock = await lockRun(folder, 'a test').catch((error: Error) => {
      if (error.name !== 'RunLockedError') throw error;
      return undefined;
    });
    return runLock !== undefined;
  },
  releaseRun: async () => runLock?.release(),
};

async function incrementOnce(folder: string): Promise<void> {
  const counter = await openJsonStore(folder, { mode: 'write', lockTimeoutMs: 60_000 });
  const n = await counter.transact((transaction) => {
    const { count = 0 } = (transaction.get('Users', 'counter') ?? {}) as { count?: number };
    transaction.put('Users', 'counter', entity({ count: count + 1 }));
    return count + 1;
  });
  send({ acknowledged: n });
  // The next writer moves the state to a new file.
  if (n % 10 === 0) await writeFile(join(folder, FORCED_UNLOCK_FILE), '');
  await counter.close();
}

function send(answer: WorkerAnswer): void {
  process.send?.(answer);
}

process.on('message', (task: WorkerTask) => {
  tasks[task.do](task).then(
    (result) => send({ result: result ?? null }),
    (error: Error) => send({ error: { name: error.name, message: error.message } }),
  );
});
process.on('disconnect', () => process.exit());
