// How fast users are sent, beside the same bodies sent by a bare pool of undici and by autocannon, with as many requests
// under way: to `serve` (where the engine is what takes time) and to a server that does nothing (where the client is).
// Fails where the command's sending stage is slower than LEAST of the bare pool against `serve`.
// `throughput.js 2000`, or THROUGHPUT_USERS, for another number than 10,000 users; THROUGHPUT_ROUNDS (3) for more rounds.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from '../support/import-bundled.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const SENDER = fileURLToPath(new URL('../support/chaos/sender.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../support/chaos/trivial-server.js', import.meta.url));
const USERS = Number(process.argv[2] ?? process.env.THROUGHPUT_USERS ?? 10_000);
const ROUNDS = Number(process.env.THROUGHPUT_ROUNDS ?? 3);
const CONCURRENCY = 8;
const LEAST = 0.85;
const TOKEN = 'token-of-a-benchmark';
/** As long as makes a user 600 bytes. */
const COMPANY = 'Example University of Applied Sciences, Faculty of Law and Economics, Department of Examinations';

const folder = await mkdtemp(join(tmpdir(), 'examctl-throughput-'));
const children = new Set();
let turns = 0;
try {
  const { writeUsersCsv } = await importBundled('test/support/generate/users.ts');
  const file = join(folder, 'users.csv');
  await writeUsersCsv(file, { seed: 7, users: USERS, company: COMPANY });
  const bytes = await captureBodies(file);
  console.log(`${USERS.toLocaleString('en')} users of ${bytes} bytes, ${CONCURRENCY} at once, ${ROUNDS} rounds`);
  const ways = {
    'undici pool': (port) => sendBy('pool', port),
    autocannon: (port) => sendBy('autocannon', port),
    'remote service': (port) => sendBy('service', port),
    'user sync, sending': (port) => sendByCommand(port, file),
  };
  const trivial = await compare('a server that does nothing', ways, startTrivial);
  const real = await compare('serve', ways, startServe);
  const ratio = real['user sync, sending'] / real['undici pool'];
  const { 'undici pool': bare, 'remote service': service, 'user sync, sending': command } = trivial;
  console.log(
    `\nof the bare pool, where nothing is done: service ${(service / bare).toFixed(2)}, command ${(command / bare).toFixed(2)}`,
  );
  console.log(
    `of the bare pool, at serve: command ${ratio.toFixed(2)}, ${ratio >= LEAST ? 'within' : 'BELOW'} the limit of ${LEAST}`,
  );
  process.exitCode = ratio >= LEAST ? 0 : 1;
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

/** The best rates in requests a second, since others who use the machine only ever make one slower. Each way is a fresh
 * process and meets a fresh server in each round, and the ways take turns. */
async function compare(where, ways, startServer) {
  const rates = new Map(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, send] of Object.entries(ways)) {
      const server = await startServer();
      rates.get(name).push(USERS / (await send(server.port)));
      await server.stop();
    }
  }
  console.log(`\n${where}`);
  const best = {};
  for (const [name, list] of rates) {
    list.sort((a, b) => a - b);
    best[name] = list.at(-1);
    console.log(
      `  ${name.padEnd(20)} ${list.map((rate) => Math.round(rate).toLocaleString('en')).join(' | ')} requests/s`,
    );
  }
  return best;
}

/** Seconds that a process of its own took to send the bodies. */
async function sendBy(way, port) {
  return Number(await mustRun([SENDER, way, port, join(folder, 'bodies.ndjson'), CONCURRENCY]));
}

/** From the moment at which all intents were on disk until the run had ended, as its record says. */
async function sendByCommand(port, file) {
  const runs = join(folder, `runs-${turns++}`);
  await mustRun([PROGRAM, 'user', 'sync', file, '-q', '--base-url', `http://127.0.0.1:${port}`], {
    EXAMCTL_RUNS: runs,
  });
  const [name] = (await readdir(runs)).filter((entry) => /^\d/.test(entry));
  const text = await readFile(join(runs, name), 'utf8');
  const timeOf = (type) => Date.parse(new RegExp(`"type":"${type}","at":"([^"]+)"`).exec(text)?.[1]);
  return (timeOf('ended') - timeOf('sealed')) / 1_000;
}

/** Writes what the command sends for the file, a body a line, and gives their mean length in bytes. */
async function captureBodies(file) {
  const seen = join(folder, 'bodies.ndjson');
  const server = await startTrivial([seen]);
  await mustRun([PROGRAM, 'user', 'sync', file, '-q', '--base-url', `http://127.0.0.1:${server.port}`], {
    EXAMCTL_RUNS: join(folder, 'runs-capture'),
  });
  await server.stop();
  const bodies = (await readFile(seen, 'utf8')).trimEnd().split('\n');
  if (bodies.length !== USERS) throw new Error(`${bodies.length} of ${USERS} users were sent`);
  return Math.round(bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length);
}

function startTrivial(args = []) {
  return start([SERVER, ...args], {}, Number);
}

async function startServe() {
  const store = join(folder, `store-${turns++}`);
  await mustRun([PROGRAM, 'local', 'init', '--example', '--store', store]);
  return start(
    [PROGRAM, 'serve', '--port', '0', '--json', '--store', store],
    { EXAMCTL_TOKEN: TOKEN },
    (text) => JSON.parse(text).port,
  );
}

async function start(args, env, portOf) {
  const child = run(args, env);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(portOf(String(text)))));
  return {
    port,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function mustRun(args, env = {}) {
  const child = run(args, { EXAMCTL_TOKEN: TOKEN, ...env });
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors()}`);
  return output();
}

function collect(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (part) => (text += part));
  return () => text;
}

function run(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}
