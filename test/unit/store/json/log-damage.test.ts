import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import { step } from '../../../support/amount.ts';
import { contentOf, entity } from '../../../support/store/entities.ts';
import { LOG } from '../../../support/store/filled-store.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const COMMITS = 4;
/** Between the bytes that are damaged, but for those at the borders of commits. */
const STEP = step(9);

interface Sample {
  readonly folder: string;
  readonly path: string;
  readonly log: Buffer;
  /** Where each commit begins, and where the last ends. */
  readonly bounds: number[];
}

/** A store of four commits, each of which puts or deletes one or two users. */
async function sampleStore(): Promise<Sample> {
  const folder = await temporaryStore();
  const path = join(folder, LOG);
  const store = await openJsonStore(folder, { mode: 'write' });
  const bounds = [(await readFile(path)).length];
  for (let n = 1; n <= COMMITS; n += 1) {
    await store.transact((transaction) => {
      transaction.put('Users', `u-${n}`, entity({ n, name: 'Zoë' }));
      if (n % 2 === 0) transaction.delete('Users', `u-${n - 1}`);
    });
    bounds.push((await readFile(path)).length);
  }
  await store.close();
  return { folder, path, log: await readFile(path), bounds };
}

/** Some of the bytes from one to before another, and all at the borders of commits and next to them. */
function placesIn(bounds: readonly number[], from: number, to: number): number[] {
  const bytes = Array.from({ length: to - from }, (_, index) => from + index);
  return bytes.filter((at) => (at - from) % STEP === 0 || bounds.some((bound) => Math.abs(bound - at) <= 1));
}

/** What the first commits of the sample store leave. */
function usersAfter(commits: number): Map<string, unknown> {
  const users = new Map<string, unknown>();
  for (let n = 1; n <= commits; n += 1) {
    users.set(`u-${n}`, { n, name: 'Zoë' });
    if (n % 2 === 0) users.delete(`u-${n - 1}`);
  }
  return users;
}

async function openAndRead(folder: string, mode: 'read' | 'write' = 'read') {
  const warnings: string[] = [];
  const store = await openJsonStore(folder, { mode, onWarning: (message) => warnings.push(message) });
  const users = (await contentOf(store))['Users'];
  await store.close();
  return { users, warnings };
}

describe('a log', () => {
  it('cut at any byte of its last two commits opens with whole commits only and says what it dropped', async () => {
    const { folder, path, log, bounds } = await sampleStore();
    for (const cut of placesIn(bounds, bounds[COMMITS - 2]!, log.length)) {
      await writeFile(path, log.subarray(0, cut));
      const whole = bounds.findLastIndex((bound) => bound <= cut);
      const read = await openAndRead(folder);
      expect(read.users).toEqual(usersAfter(whole));
      expect(await readFile(path)).toEqual(log.subarray(0, cut));

      const written = await openAndRead(folder, 'write');
      expect(written.users).toEqual(usersAfter(whole));
      expect(await readFile(path)).toEqual(log.subarray(0, bounds[whole]));
      const torn = cut - bounds[whole]!;
      if (torn === 0) expect([...read.warnings, ...written.warnings]).toEqual([]);
      else {
        expect(read.warnings).toEqual([expect.stringContaining(`its ${torn} bytes from byte ${bounds[whole]} on`)]);
        expect(written.warnings).toEqual([expect.stringContaining(`inside commit ${whole + 1}`)]);
      }
    }
  });

  it('goes on after a torn commit was dropped', async () => {
    const { folder, path, log } = await sampleStore();
    await writeFile(path, log.subarray(0, -1));
    const store = await openJsonStore(folder, { mode: 'write' });
    await store.transact((transaction) => transaction.put('Users', 'next', entity({ n: 0 })));
    await store.close();
    expect(await openAndRead(folder)).toEqual({
      users: usersAfter(COMMITS - 1).set('next', { n: 0 }),
      warnings: [],
    });
  });

  it('with a byte lost or added before its last commit refuses to open', async () => {
    const { folder, path, log, bounds } = await sampleStore();
    for (const at of placesIn(bounds, 0, bounds[COMMITS - 1]!)) {
      await writeFile(path, Buffer.concat([log.subarray(0, at), log.subarray(at + 1)]));
      await expect(openAndRead(folder)).rejects.toThrow('is damaged at byte');
      await writeFile(path, Buffer.concat([log.subarray(0, at), Buffer.from('x'), log.subarray(at)]));
      await expect(openAndRead(folder)).rejects.toThrow('is damaged at byte');
    }
  });

  it('with a commit lost, doubled or out of order refuses to open', async () => {
    const { folder, path, log, bounds } = await sampleStore();
    const commit = (n: number) => log.subarray(bounds[n - 1], bounds[n]);
    for (const order of [[2], [1, 3], [1, 1, 2], [2, 1, 3]]) {
      await writeFile(path, Buffer.concat([log.subarray(0, bounds[0]), ...order.map(commit)]));
      await expect(openAndRead(folder)).rejects.toThrow('is damaged at byte');
    }
  });

  it('followed by something that no torn write leaves refuses to open', async () => {
    const { folder, path, log } = await sampleStore();
    for (const rest of ['\n', 'x', '{}', '{"commit":7', '{"commit":5,"records":x', '{"commit":5'.padEnd(400)]) {
      await writeFile(path, Buffer.concat([log, Buffer.from(rest)]));
      await expect(openAndRead(folder)).rejects.toThrow(`is damaged at byte ${log.length}`);
    }
  });

  it('followed by zeros, as after a power loss, opens and says what it dropped', async () => {
    const { folder, path, log } = await sampleStore();
    await writeFile(path, Buffer.concat([log, Buffer.alloc(5000)]));
    const { users, warnings } = await openAndRead(folder, 'write');
    expect(users).toEqual(usersAfter(COMMITS));
    expect(warnings).toEqual([expect.stringContaining(`its 5000 bytes from byte ${log.length} on`)]);
    expect(await readFile(path)).toEqual(log);
  });

  it('of which the last commit turns to zeros at a sector border opens without that commit', async () => {
    const { folder, path } = await sampleStore();
    const store = await openJsonStore(folder, { mode: 'write' });
    await store.transact((transaction) => transaction.put('Users', 'big', entity({ text: 'x'.repeat(3000) })));
    await store.close();
    const log = await readFile(path);
    const filled = (from: number) => Buffer.concat([log.subarray(0, from), Buffer.alloc(log.length - from)]);
    const sector = Math.floor((log.length - 600) / 512) * 512;

    await writeFile(path, filled(sector + 1));
    await expect(openAndRead(folder)).rejects.toThrow('is damaged at byte');
    await writeFile(path, filled(sector));
    expect((await openAndRead(folder, 'write')).users).toEqual(usersAfter(COMMITS));
  });
});
