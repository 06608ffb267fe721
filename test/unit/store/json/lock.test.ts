import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LockHolder } from '../../../../src/disk/lock.ts';
import { ownIdentity } from '../../../../src/disk/process-identity.ts';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { acquireLock, LOST_HINT, unlock } from '../../../../src/store/json/lock.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { contentOf, getUser, putUser } from '../../../support/store/entities.ts';
import { createFaultyFiles, createGate } from '../../../support/store/faulty-files.ts';
import { LOG, openMoving } from '../../../support/store/filled-store.ts';
import { readLock } from '../../../support/store/read-lock.ts';
import { temporaryFolder, temporaryStore } from '../../../support/store/temporary-folder.ts';
import { deadPid } from '../../../support/store/worker-process.ts';

const TOKEN = 'a'.repeat(32);
let gonePid: number;

beforeAll(async () => {
  gonePid = await deadPid();
});

/** The lock of a process on this machine that has ended, or of another one. */
function holder(differences: Partial<LockHolder> = {}): LockHolder {
  return { ...ownIdentity(), pid: gonePid, token: TOKEN, since: '2026-01-01T00:00:00.000Z', ...differences };
}

async function folderWithLock(content: string | LockHolder, name = 'lock'): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

describe('the lock of a store', () => {
  it('says who holds it, since when and where, and what to do', async () => {
    const folder = await temporaryStore();
    const store = await openJsonStore(folder, { mode: 'write', command: 'examctl user sync' });
    const held = readLock(folder);
    expect(held).toMatchObject({ pid: process.pid, command: 'examctl user sync', token: expect.any(String) });
    await expect(openJsonStore(folder, { mode: 'write', lockTimeoutMs: 60 })).rejects.toMatchObject({
      name: 'StoreLockedError',
      exitCode: 7,
      message: expect.stringContaining(
        `process ${process.pid} (examctl user sync) on ${held?.host} holds its lock since ${held?.since}`,
      ),
      hint: expect.stringContaining(`examctl local unlock ${held?.token}`),
    });
    await store.close();
    expect(readLock(folder)).toBeUndefined();
  });

  it('is lost as well if only the log shows another writer: the lock file was read just before it changed', async () => {
    const folder = await temporaryStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    await putUser(store, 'before', {});
    const log = join(folder, LOG);
    await rename(log, `${log}.old`);
    await copyFile(`${log}.old`, log);
    await expect(putUser(store, 'late', {})).rejects.toMatchObject({
      name: 'StoreLockedError',
      exitCode: 7,
      hint: LOST_HINT,
    });
    await store.close();
  });

  it('is released when the store cannot be opened', async () => {
    const folder = await temporaryStore();
    await writeFile(join(folder, LOG), 'damaged');
    await expect(openJsonStore(folder, { mode: 'write' })).rejects.toThrow('is damaged');
    expect(await readdir(folder)).not.toContain('lock');
  });

  it.each<[string, () => string | LockHolder]>([
    ['of a process that has ended', () => holder()],
    ['of a process whose number another one has now', () => holder({ pid: process.pid, startTime: '1' })],
    ['from before the machine was started', () => holder({ pid: process.pid, bootId: 'another' })],
    ['that a power loss left empty', () => ''],
    ['that a power loss left full of zeros', () => '\0'.repeat(200)],
  ])('%s is taken over', async (_, content) => {
    const folder = await folderWithLock(content());
    const lock = await acquireLock(folder, { timeoutMs: 0 });
    lock.check();
    expect(readLock(folder)).toEqual(lock.holder);
    lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, () => string | LockHolder]>([
    ['of this process', () => holder({ pid: process.pid })],
    ['of a process on another machine', () => holder({ host: 'elsewhere' })],
    ['of a process in another container', () => holder({ pidNamespace: 'pid:[1]' })],
    ['of something unknown', () => '{"by":"someone"}'],
    ['whose token is no token', () => holder({ token: '../../x' })],
  ])('%s is not', async (_, content) => {
    const folder = await folderWithLock(content());
    await expect(acquireLock(folder, { timeoutMs: 0 })).rejects.toMatchObject({ name: 'StoreLockedError' });
    expect(await readdir(folder)).toEqual(['lock']);
  });

  it('is taken over even if one who was about to do so died', async () => {
    const folder = await folderWithLock(holder());
    const second = 'b'.repeat(32);
    await writeFile(join(folder, `lock-claim-${TOKEN}`), JSON.stringify(holder({ token: second })));
    await writeFile(join(folder, `lock-claim-${second}`), '');
    const lock = await acquireLock(folder, { timeoutMs: 0 });
    lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not taken over while a live process is about to do so', async () => {
    const folder = await folderWithLock(holder());
    await writeFile(
      join(folder, `lock-claim-${TOKEN}`),
      JSON.stringify(holder({ pid: process.pid, token: 'b'.repeat(32) })),
    );
    await expect(acquireLock(folder, { timeoutMs: 0 })).rejects.toMatchObject({ name: 'StoreLockedError' });
    expect(readLock(folder)?.token).toBe(TOKEN);
  });

  it('that was taken over is not released by its former holder', async () => {
    const folder = await temporaryFolder();
    const first = await acquireLock(folder, { timeoutMs: 0 });
    await unlock(folder, first.holder.token);
    const second = await acquireLock(folder, { timeoutMs: 0 });
    expect(() => first.check()).toThrow('was taken away from this process');
    first.release();
    expect(readLock(folder)).toEqual(second.holder);
  });
});

describe('a forced unlock', () => {
  it('tells a former holder that what it wrote may be stored, and what it did not write is not', async () => {
    const folder = await temporaryStore();
    const { wait: asleep, open: wake } = createGate();
    const files = createFaultyFiles({ before: async (step) => (step === 'datasync' ? asleep : undefined) });
    const sleeper = await openJsonStore(folder, { mode: 'write', files });
    const written = putUser(sleeper, 'written', {});
    await expect.poll(() => files.counts.datasync).toBe(1);
    const waiting = putUser(sleeper, 'waiting', {});
    await unlock(folder, readLock(folder)?.token ?? '');
    const next = await openJsonStore(folder, { mode: 'write' });
    wake();

    await expect(written).rejects.toMatchObject({ name: 'StoreLockedError', exitCode: 7, mayBeDone: true });
    await expect(waiting).rejects.toMatchObject({ name: 'StoreLockedError', mayBeDone: false });
    await expect(putUser(sleeper, 'late', {})).rejects.toMatchObject({ mayBeDone: false });
    await sleeper.close();
    expect([...((await contentOf(next))['Users'] ?? [])].map(([id]) => id)).toEqual(['written']);
    await next.close();
  });

  it('leaves a former holder that wakes in the midst of a write without any effect', async () => {
    const folder = await temporaryStore();
    const { wait: asleep, open: wake } = createGate();
    let writes = 0;
    const files = createFaultyFiles({
      before: async (step) => {
        if (step === 'write') writes += 1;
        if (step === 'write' && writes === 2) await asleep;
      },
    });
    const sleeper = await openJsonStore(folder, { mode: 'write', files });
    await putUser(sleeper, 'first', {});
    const late = putUser(sleeper, 'late', {});
    await expect.poll(() => writes).toBe(2);

    await unlock(folder, readLock(folder)?.token ?? '');
    const next = await openJsonStore(folder, { mode: 'write' });
    await putUser(next, 'second', {});
    wake();
    await expect(late).rejects.toMatchObject({ name: 'StoreLockedError', mayBeDone: true });
    await expect(putUser(sleeper, 'later', {})).rejects.toMatchObject({ name: 'StoreLockedError' });
    await sleeper.close();
    await putUser(next, 'third', {});
    expect(await readFile(join(folder, 'lock'), 'utf8')).toContain('"token"');
    await next.close();

    const found = await openJsonStore(folder, { mode: 'write' });
    expect([...((await contentOf(found))['Users'] ?? [])].map(([id]) => id)).toEqual(['first', 'second', 'third']);
    expect(await getUser(found, 'late')).toBeUndefined();
    await found.close();
    expect(await jsonFolders.verify(folder)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  it('lets a former holder that wakes at the end of a compaction not put its log in place', async () => {
    const folder = await temporaryStore();
    const { wait: asleep, open: wake } = createGate();
    // The first sync is that of the opening, the second that of the new log.
    const files = createFaultyFiles({
      before: async (step) => (step === 'sync' && files.counts.sync === 2 ? asleep : undefined),
    });
    const compaction = openMoving(folder, files);
    compaction.catch(() => {});
    await expect.poll(() => files.counts.sync).toBe(2);
    await unlock(folder, readLock(folder)?.token ?? '');
    const next = await openJsonStore(folder, { mode: 'write' });
    wake();
    await expect(compaction).rejects.toMatchObject({ name: 'StoreLockedError' });
    await putUser(next, 'second', {});
    await next.close();
    expect(await jsonFolders.verify(folder)).toEqual([]);
  });
});
