// Loads `serve` with reads, writes with keys, refusals and broken bodies, and compares its memory in the last third of the
// time with that in the first third after the warm-up: at most 1.1 times as much in full, SERVE_SECONDS=900. In the short
// form the heap still grows to its working size, so there it is 1.5. SERVE_RATE is the number of requests a second.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { requireFreshBuild } from '../config/build-inputs.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const SECONDS = Number(process.env.SERVE_SECONDS ?? 40);
const RATE = Number(process.env.SERVE_RATE ?? 200);
const FULL_SECONDS = 900;
const GOAL = SECONDS >= FULL_SECONDS ? 1.1 : 1.5;
/** A third of the time is warm-up, 3 minutes at most; the rest has three thirds. */
const WARM_UP_SECONDS = Math.min(180, SECONDS / 3);
const USERS = 500;
const TOKEN = 'token-of-a-campaign';
const BASE = '/api/v1/integrations';
const SESSION = `${BASE}/external/review-sessions/RS-LAW-101-2026`;

await requireFreshBuild();
const folder = await mkdtemp(join(tmpdir(), 'examctl-serve-'));
const env = { PATH: process.env.PATH, HOME: folder, EXAMCTL_TOKEN: TOKEN, EXAMCTL_STORE: join(folder, 'store') };
const examctl = (args, stdio) => spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env, stdio });
let server;
try {
  await new Promise((resolve) => examctl(['local', 'init', '--example', '-q'], 'inherit').once('close', resolve));
  server = examctl(['serve', '--port', '0', '--json', '-q'], ['ignore', 'pipe', 'inherit']);
  const { port } = JSON.parse(String(await new Promise((resolve) => server.stdout.once('data', resolve))));
  await main(new Pool(`http://127.0.0.1:${port}`, { connections: 8 }));
} finally {
  server?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

async function main(pool) {
  const samples = [];
  const answers = {};
  const end = performance.now() + SECONDS * 1_000;
  const sampling = sample(pool, samples, end);
  for (let number = 0; performance.now() < end; number += 1) {
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: Math.ceil(RATE / 10) }, async (_, index) => {
        const status = await send(pool, number + index, index);
        answers[status] = (answers[status] ?? 0) + 1;
      }),
    );
    await sleep(Math.max(0, 100 - (performance.now() - begun)));
  }
  await sampling;
  await pool.close();
  const third = (SECONDS - WARM_UP_SECONDS) / 3;
  const first = medianBetween(samples, WARM_UP_SECONDS, WARM_UP_SECONDS + third);
  const last = medianBetween(samples, SECONDS - third, SECONDS);
  const told = {
    seconds: SECONDS,
    answers,
    firstMb: first,
    lastMb: last,
    ratio: Math.round((last / first) * 1_000) / 1_000,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  if (!(last <= GOAL * first)) {
    process.stdout.write(`The memory of serve grew ${told.ratio} times, and must not grow more than ${GOAL} times\n`);
    process.exitCode = 1;
  }
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

async function sample(pool, samples, end) {
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
