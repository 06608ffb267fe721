// Loads `serve` with reads, writes with keys, refusals and broken bodies, and compares the memory of each process in the
// last third of the time with that between a fifth and a third of it: at most 1.1 times as much in full,
// SERVE_SECONDS=900. In the short form the heap still grows to its working size, so there it is 1.5. SERVE_RATE is the
// number of requests a second. First one process on a folder, then two on PostgreSQL; `--store` takes one of them.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { requireFreshBuild } from '../config/build-inputs.js';
import { examctl, startServe } from '../support/cli/processes.js';
import { importBundled } from '../support/import-bundled.js';

const SECONDS = Number(process.env.SERVE_SECONDS ?? 40);
const RATE = Number(process.env.SERVE_RATE ?? 200);
const FULL_SECONDS = 900;
const GOAL = SECONDS >= FULL_SECONDS ? 1.1 : 1.5;
/** In full, minutes 3 to 5 and the last 5 minutes. */
const [EARLY, LATE] = [
  [SECONDS / 5, SECONDS / 3],
  [(SECONDS * 2) / 3, SECONDS],
];
const USERS = 500;
const TOKEN = 'token-of-a-campaign';
const BASE = '/api/v1/integrations';
const SESSION = `${BASE}/external/review-sessions/RS-LAW-101-2026`;

await requireFreshBuild();
const { HAS_POSTGRES, postgresServer } = await importBundled('test/support/postgres/server.ts');
const folder = await mkdtemp(join(tmpdir(), 'examctl-serve-'));
const STORES = {
  folder: { processes: 1, open: async () => join(folder, 'store') },
  postgres: { processes: 2, open: async () => (await postgresServer()).url },
};
const { values } = parseArgs({ options: { store: { type: 'string' } } });
const servers = [];
try {
  for (const name of Object.keys(STORES).filter((known) => known === (values.store ?? known))) {
    if (name === 'postgres' && !HAS_POSTGRES) process.stdout.write('PostgreSQL is not installed here\n');
    else await measure(name, STORES[name]);
  }
} finally {
  for (const { child } of servers) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

async function measure(store, { processes, open }) {
  const env = { EXAMCTL_TOKEN: TOKEN, EXAMCTL_STORE: await open() };
  await examctl(['local', 'init', '--example', '-q'], env);
  const begun = await Promise.all(Array.from({ length: processes }, () => startServe({ env })));
  servers.push(...begun);
  const loaded = begun.map(({ port }) => ({
    pool: new Pool(`http://127.0.0.1:${port}`, { connections: 8 }),
    samples: [],
  }));
  const answers = {};
  const end = performance.now() + SECONDS * 1_000;
  await Promise.all([load(loaded, answers, end), ...loaded.map((server) => sample(server, end))]);
  await Promise.all(loaded.map(({ pool }) => pool.close()));
  process.stdout.write(`${JSON.stringify({ store, seconds: SECONDS, answers })}\n`);
  for (const { samples } of loaded) compare(store, samples);
}

/** The servers take turns. */
async function load(loaded, answers, end) {
  for (let number = 0; performance.now() < end; number += 1) {
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: Math.ceil(RATE / 10) }, async (_, index) => {
        const status = await send(loaded[(number + index) % loaded.length].pool, number + index, index);
        answers[status] = (answers[status] ?? 0) + 1;
      }),
    );
    await sleep(Math.max(0, 100 - (performance.now() - begun)));
  }
}

function compare(store, samples) {
  const [earlyMb, lateMb] = [EARLY, LATE].map((between) => medianBetween(samples, ...between));
  const ratio = Math.round((lateMb / earlyMb) * 1_000) / 1_000;
  process.stdout.write(`${JSON.stringify({ store, earlyMb, lateMb, ratio })}\n`);
  if (lateMb <= GOAL * earlyMb) return;
  process.stdout.write(`The memory of serve grew ${ratio} times, and must not grow more than ${GOAL} times\n`);
  process.exitCode = 1;
}

/** One request of a mix: half reads, the rest writes with a key, refusals, and bodies that are no JSON. */
async function send(pool, number, index) {
  const headers = { authorization: `EAPI ${TOKEN}`, 'content-type': 'application/json' };
  const user = {
    ExternalId: `u-${number % USERS}`,
    FirstName: 'Ada',
    LastName: `Lovelace ${number}`,
    Role: 'Candidate',
  };
  const post = (body) => ({
    path: `${BASE}/user`,
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body,
  });
  const kinds = [
    { path: SESSION, method: 'GET', headers },
    post(JSON.stringify(user)),
    { path: SESSION, method: 'GET', headers },
    post(JSON.stringify({ ...user, Role: 'Nobody' })),
    { path: SESSION, method: 'GET', headers: {} },
    post('{"broken"'),
  ];
  const { statusCode, body } = await pool.request(kinds[index % kinds.length]);
  await body.dump();
  return statusCode;
}

async function sample({ pool, samples }, end) {
  const begun = performance.now();
  while (performance.now() < end) {
    const { body } = await pool.request({ path: '/metrics', method: 'GET' });
    const bytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(await body.text())?.[1]);
    samples.push({ seconds: (performance.now() - begun) / 1_000, mb: Math.round(bytes / 100_000) / 10 });
    await sleep(500);
  }
}

function medianBetween(samples, from, to) {
  const inside = samples.filter(({ seconds }) => seconds >= from && seconds <= to).map(({ mb }) => mb);
  return inside.toSorted((a, b) => a - b)[Math.floor(inside.length / 2)];
}
