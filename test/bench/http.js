/** The program as a client and as a server, and passwords: beside a bare pool, a bare server and the bare hashes. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { peerSide } from './checks.js';
import { writeBodies, writeUsers } from './inputs.js';
import { ARGON2, HONO, POOL } from './names.js';
import { PROGRAM, peerScript, runNode, startServer, TOKEN } from './processes.js';
import { newSide } from './syncs.js';

const POOL_CONNECTIONS = 8;
export const SERVER_CONNECTIONS = 32;
const SESSION = 'RS-LAW-101-2026';
const SESSION_PATH = `/api/v1/integrations/external/review-sessions/${SESSION}`;

/** Each side is a whole process, and meets a new server on a new store. */
export async function syncToServe({ folder, size }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size });
  const bodies = join(folder, 'bodies.ndjson');
  await writeBodies(bodies, size);
  const command = async (port) => {
    const args = ['user', 'sync', file.path, '--base-url', `http://127.0.0.1:${port}`, '--json', '-y', '-q'];
    const runs = join(folder, 'runs');
    await rm(runs, { recursive: true, force: true });
    const ended = await runNode(folder, [PROGRAM, ...args, '--concurrency', String(POOL_CONNECTIONS)], {
      env: { EXAMCTL_RUNS: runs },
    });
    return { ...ended, count: JSON.parse(ended.stdout).counts.sent };
  };
  const pool = async (port) => {
    const ended = await runNode(folder, [peerScript('load'), 'post', port, POOL_CONNECTIONS, bodies].map(String));
    return { ...ended, count: JSON.parse(ended.stdout).count };
  };
  const side = (send) => ({ count: size, turn: () => withServer(folder, startServe, send) });
  return { examctl: [side(command)], [POOL]: side(pool) };
}

/** Seconds are those of the requests alone. */
export async function servePost({ folder, size }) {
  const bodies = join(folder, 'bodies.ndjson');
  await writeBodies(bodies, size);
  return loadedSides(folder, size, (port) => ['post', port, SERVER_CONNECTIONS, bodies]);
}

export const serveGet = ({ folder, size }) =>
  loadedSides(folder, size, (port) => ['get', port, SERVER_CONNECTIONS, size, SESSION_PATH]);

async function loadedSides(folder, count, argsOf) {
  const session = join(folder, 'session.json');
  await withServer(folder, startServe, async (port) => {
    const headers = { authorization: `EAPI ${TOKEN}` };
    const answer = await fetch(`http://127.0.0.1:${port}${SESSION_PATH}`, { headers });
    await writeFile(session, await answer.text());
  });
  const load = (port) => loadServer(folder, argsOf(port));
  const startHono = () => startServer(folder, [peerScript('hono-server'), session]);
  return {
    examctl: [{ count, turn: () => withServer(folder, startServe, load) }],
    [HONO]: { count, turn: () => withServer(folder, startHono, load) },
  };
}

/** A few users with passwords. */
export async function newPasswords({ folder, size }) {
  const file = await writeUsers(join(folder, 'users.csv'), { users: size, passwords: true });
  return { examctl: [newSide(folder, file)], [ARGON2]: peerSide(folder, 'passwords', [file.path], size) };
}

/** How many requests succeeded, and the seconds that they took. */
export async function loadServer(folder, args) {
  return JSON.parse((await runNode(folder, [peerScript('load'), ...args].map(String))).stdout);
}

async function startServe(folder) {
  const store = join(folder, 'served');
  await rm(store, { recursive: true, force: true });
  return startServeOn(folder, store);
}

/** On a new store. */
export async function startServeOn(folder, store) {
  await runNode(folder, [PROGRAM, 'local', 'init', '--example', '-q', '--store', store]);
  return startServer(folder, [PROGRAM, 'serve', '--port', '0', '--json', '-q', '--store', store]);
}

export async function withServer(folder, start, use) {
  const server = await start(folder);
  try {
    return await use(server.port);
  } finally {
    await server.stop();
  }
}
