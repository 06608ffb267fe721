// How long a store of many records takes to open and to read, and how many commits a second it takes.
// Run: node test/bench/store.js [records]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBundled } from '../support/import-bundled.js';

const RECORDS = Number(process.argv[2] ?? 1_000_000);
const PER_COMMIT = 10_000;
const LOOKUPS = 2_000;
const COMMITS = 2_000;
const CONCURRENT_COMMITS = 50_000;
const FILLER = 'x'.repeat(440);

const workspace = await mkdtemp(join(tmpdir(), 'examctl-bench-'));
try {
  const { createJsonStore, openJsonStore } = await importBundled('src/store/json/folder.ts', 'src/store/json/open.ts');
  const folder = join(workspace, 'store');
  await createJsonStore(folder);
  await measure(`fill and checkpoint ${RECORDS} records`, () => fill(openJsonStore, folder));
  const reader = await measure('open for reading', () => openJsonStore(folder, { mode: 'read' }));
  await measure(`${LOOKUPS} random lookups`, () => lookUp(reader));
  await measure('walk all ids', () => walk(reader));
  await reader.close();
  const writer = await measure('open for writing', () => openJsonStore(folder, { mode: 'write' }));
  await measure(`${COMMITS} commits, one after the other`, async () => {
    for (let n = 0; n < COMMITS; n += 1) await put(writer, `one-${n}`);
  });
  await measure(`${CONCURRENT_COMMITS} commits at once`, () =>
    Promise.all(Array.from({ length: CONCURRENT_COMMITS }, (_, n) => put(writer, `many-${n}`))),
  );
  await measure('close', () => writer.close());
  await measure('open with that journal', async () => (await openJsonStore(folder, { mode: 'read' })).close());
} finally {
  await rm(workspace, { recursive: true, force: true });
}

async function measure(what, work) {
  globalThis.gc?.();
  const memory = process.memoryUsage.rss();
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  const mebibytes = (process.memoryUsage.rss() - memory) / 2 ** 20;
  console.log(`${what}: ${ms.toFixed(1)} ms, resident memory ${mebibytes >= 0 ? '+' : ''}${mebibytes.toFixed(0)} MiB`);
  return result;
}

async function fill(openJsonStore, folder) {
  const store = await openJsonStore(folder, { mode: 'write', checkpointAfterBytes: Number.POSITIVE_INFINITY });
  for (let first = 0; first < RECORDS; first += PER_COMMIT) {
    await store.transact(async (transaction) => {
      const last = Math.min(first + PER_COMMIT, RECORDS);
      for (let n = first; n < last; n += 1) transaction.put('Users', `u-${n}`, { n, FILLER });
    });
  }
  await store.checkpoint();
  await store.close();
}

function put(store, id) {
  return store.transact(async (transaction) => transaction.put('Users', id, { id, FILLER }));
}

async function lookUp(store) {
  await store.read(async (view) => {
    for (let n = 0; n < LOOKUPS; n += 1) await view.get('Users', `u-${Math.floor(Math.random() * RECORDS)}`);
  });
}

async function walk(store) {
  await store.read(async (view) => {
    for await (const _ of view.ids('Users'));
  });
}
