// Pushes users and schedules (without --upsert) to `serve` through a proxy that cuts, delays and duplicates, and kills the
// client at seeded random moments; each time the run is resumed. In the end the server must hold each record once, with
// the content of the file, and every outcome that was claimed must be true. Needs the built program.
//
// SURVIVE_USERS (1000), SURVIVE_SCHEDULES (60), SURVIVE_KILLS (5), SURVIVE_SEED (1). In full:
// SURVIVE_USERS=10000 SURVIVE_SCHEDULES=500 SURVIVE_KILLS=20 node test/campaign/survive.js
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { writeSittings, writeUsers } from '../bench/inputs.js';
import { requireFreshBuild } from '../config/build-inputs.js';
import { startChaosProxy } from '../support/chaos/proxy.js';
import { createRandom } from '../support/chaos/random.js';

await requireFreshBuild();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin/examctl.js');
const USERS = Number(process.env.SURVIVE_USERS ?? 1_000);
const SCHEDULES = Number(process.env.SURVIVE_SCHEDULES ?? 60);
const KILLS = Number(process.env.SURVIVE_KILLS ?? 5);
const SEED = Number(process.env.SURVIVE_SEED ?? 1);
const CANDIDATES_EACH = 10;
/** Some kills come while the program starts, reads or plans. */
const EARLY_KILL_IN = 4;
const EARLY_MS = 700;
const MAX_RESUMES_AT_THE_END = 5;

const folder = await mkdtemp(join(tmpdir(), 'examctl-survive-'));
const tally = { passed: 0, failed: 0 };
const children = new Set();
try {
  const files = await writeFiles();
  await survive('users', {
    seed: SEED,
    expected: USERS,
    args: ['user', 'sync', files.users],
    kind: 'users',
    idOf: ({ ExternalId }) => ExternalId,
  });
  await survive('schedules', {
    seed: SEED + 1,
    expected: SCHEDULES,
    args: ['schedule', 'push', files.schedules],
    kind: 'schedules',
    idOf: ({ Schedule }) => Schedule.ScheduleExtId,
  });
} finally {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function survive(name, plan) {
  const started = performance.now();
  const place = join(folder, name);
  await mkdir(place);
  const store = join(place, 'store');
  await mustRun(place, ['local', 'init', '--example', '--store', store]);
  const others = new Set((await show(place, store, plan.kind)).map(plan.idOf));
  const token = (await mustRun(place, ['local', 'token', 'add', '-q', '--store', store])).trim();
  const server = await startServe(place, store);
  const proxy = await startChaosProxy({ port: server.port, seed: plan.seed });
  const client = { place, proxy, env: { EXAMCTL_TOKEN: token }, args: plan.args, claims: [], landed: new Map() };
  const twice = new Set();
  proxy.onTwice = (message) => twice.add(/"ScheduleExtId":"([^"]+)"/.exec(message)?.[1]);
  const random = createRandom(plan.seed * 1_000);
  for (let kill = 0; kill < KILLS; kill += 1) await liveUntilKilled(client, plan, random);
  const end = await resumeToTheEnd(client);
  await proxy.close();
  await server.stop();

  // What the file says, as an engine of its own keeps it; in a folder of its own, since runs leave records.
  const calm = join(place, 'calm');
  await mkdir(calm);
  const reference = join(calm, 'store');
  await mustRun(calm, ['local', 'init', '--example', '--store', reference]);
  await mustRun(calm, [...plan.args, '-q', '--store', reference]);
  const held = await show(place, store, plan.kind);
  const wanted = new Map((await show(place, reference, plan.kind)).map((entry) => [plan.idOf(entry), entry]));
  checkContent(name, held, wanted, others, plan);
  const records = await checkRecord(name, { ...client, twice }, held, plan);
  report(name, client, end, records, (performance.now() - started) / 1_000);
}

/** One life of the client, which ends by SIGKILL; or by itself, if the moment never comes. */
async function liveUntilKilled(client, { expected }, random) {
  const life = await start(client);
  const kill = () => life.child.kill('SIGKILL');
  if (random(EARLY_KILL_IN) === 0) {
    setTimeout(kill, random(EARLY_MS));
  } else {
    const until = client.proxy.seen + 1 + random(Math.ceil((1.5 * expected) / KILLS));
    const delay = random(20);
    client.proxy.onRequest = () => {
      if (client.proxy.seen === until) setTimeout(kill, delay);
    };
  }
  const { signal, code } = await life.ended;
  client.proxy.onRequest = () => {};
  const how = signal === 'SIGKILL' ? `killed ${life.stage()}` : `ended with ${code}`;
  client.landed.set(how, (client.landed.get(how) ?? 0) + 1);
}

/** Through the same weather; only what is still unknown after that is asked for when it is calm. */
async function resumeToTheEnd(client) {
  const codes = [];
  for (let turn = 0; turn < MAX_RESUMES_AT_THE_END; turn += 1) {
    client.proxy.isCalm = turn > 1;
    const life = await start(client);
    const { code } = await life.ended;
    codes.push(code);
    const record = await readRecord(client.place);
    const isOpen = [...record.states.values()].some((state) => state === 'unknown' || state === 'open');
    if (!isOpen && code !== 6) break;
  }
  return codes;
}

async function start(client) {
  const run = await findRun(client.place);
  const where = ['--base-url', client.proxy.url];
  const args = run === undefined ? [...client.args, ...where] : ['runs', 'resume', run, ...where];
  const child = examctl(client.place, [...args, '-o', 'ndjson', '--timeout', '2s'], client.env);
  const seenBefore = client.proxy.seen;
  let results = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = parse(line);
    if (event?.event !== 'result') return;
    results += 1;
    client.claims.push(event);
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors = (errors + text).slice(-2_000)));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  const stage = () => {
    if (results > 0) return 'while sending';
    return client.proxy.seen > seenBefore ? 'before the first answer' : 'before sending';
  };
  ended.then(({ code }) => {
    if (code === 1 || code === 2) fail(`the client ended with ${code}: ${errors}`);
  });
  return { child, ended, stage };
}

function checkContent(name, held, wanted, others, { idOf }) {
  const found = new Map();
  for (const entry of held) {
    const id = idOf(entry);
    if (found.has(id)) fail(`${name}: ${id} is there twice`);
    if (!wanted.has(id)) fail(`${name}: ${id} is there and in no file`);
    found.set(id, entry);
  }
  for (const [id, entry] of wanted) {
    if (others.has(id)) continue;
    if (!found.has(id)) fail(`${name}: ${id} is missing`);
    else if (!isDeepStrictEqual(found.get(id), entry)) fail(`${name}: ${id} is not as the file says`);
    else tally.passed += 1;
  }
}

/** What the record and the standard output of all lives claim, against what the server holds. */
async function checkRecord(name, { place, claims, twice }, held, { expected, idOf }) {
  const record = await readRecord(place);
  const there = new Set(held.map(idOf));
  if (record.states.size !== expected) fail(`${name}: the record means ${record.states.size} of ${expected} records`);
  const counts = {};
  for (const [number, state] of record.states) {
    const key = record.keys.get(number);
    counts[state] = (counts[state] ?? 0) + 1;
    const isTrue =
      state === 'succeeded'
        ? there.has(key)
        : state === 'failed'
          ? twice.has(key) && isDuplicate(record.errors.get(number)) && there.has(key)
          : false;
    if (isTrue) tally.passed += 1;
    else fail(`${name}: the record claims ${state} of ${key}: ${JSON.stringify(record.errors.get(number))}`);
  }
  for (const { key, outcome, errors } of claims) {
    if (outcome === 'succeeded' && !there.has(key))
      fail(`${name}: ${key} was claimed on standard output and is not there`);
    if (outcome === 'failed' && !(twice.has(key) && isDuplicate(errors)))
      fail(`${name}: ${key} failed: ${JSON.stringify(errors)}`);
  }
  return counts;
}

/** The one refusal that a request may meet, if the proxy has sent it twice. */
function isDuplicate(errors = []) {
  return errors.length > 0 && errors.every(({ Rule }) => Rule === 'schedule.schedule-ext-id.duplicate');
}

function report(name, { landed, claims, proxy }, end, records, seconds) {
  const list = (entries) => [...entries].map(([what, count]) => `${what} ${count}`).join(', ');
  console.log(`\n${name}: ${seconds.toFixed(1)} s, ${proxy.seen} requests at the proxy, ${claims.length} results told`);
  console.log(`  lives: ${list(landed)}; resumed to the end with exit codes ${end.join(', ')}`);
  console.log(`  requests: ${list(proxy.fates)}`);
  console.log(`  record: ${list(Object.entries(records))}`);
}

/** The run whose record has a whole first line. */
async function findRun(place) {
  const names = await readdir(join(place, 'runs')).catch(() => []);
  for (const name of names
    .filter((entry) => /^\d/.test(entry))
    .sort()
    .reverse()) {
    const text = await readFile(join(place, 'runs', name), 'utf8');
    if (parse(text.split('\n', 1)[0])?.type === 'run') return name.replace('.ndjson', '');
  }
  return undefined;
}

/** Read here without the program's own reader: the last line about a record counts. */
async function readRecord(place) {
  const record = { keys: new Map(), states: new Map(), errors: new Map() };
  const lines = createInterface({ input: createReadStream(join(place, 'runs', `${await findRun(place)}.ndjson`)) });
  for await (const text of lines) {
    const line = parse(text);
    if (line?.type === 'intent') {
      record.keys.set(line.n, line.key);
      record.states.set(line.n, 'open');
    }
    if (line?.type === 'begun') record.states.set(line.n, 'unknown');
    if (line?.type === 'outcome') record.states.set(line.n, line.outcome === 'not-sent' ? 'open' : line.outcome);
    if (line?.type === 'outcome') record.errors.set(line.n, line.errors);
  }
  return record;
}

async function startServe(place, store) {
  const child = examctl(place, ['serve', '--port', '0', '--json', '--store', store]);
  let text = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (errors = (errors + part).slice(-4_000)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const port = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.includes('}')) resolve(JSON.parse(text).port);
    });
    child.once('close', () => reject(new Error(`serve ended: ${errors}`)));
  });
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0 || /"event":"fault"/.test(errors)) fail(`serve ended with ${code}: ${errors}`);
    },
  };
}

function examctl(place, args, env = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: place, EXAMCTL_RUNS: join(place, 'runs'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

async function mustRun(place, args) {
  const child = examctl(place, args);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`examctl ${args.join(' ')} ended with ${code}: ${texts.stderr}`);
  return texts.stdout;
}

async function show(place, store, kind) {
  const text = await mustRun(place, ['local', 'show', kind, '-o', 'ndjson', '--store', store]);
  return text.split('\n').filter(Boolean).map(parse);
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function fail(problem) {
  tally.failed += 1;
  if (tally.failed <= 20) console.log(`FAILED ${problem}`);
}

async function writeFiles() {
  const files = { users: join(folder, 'users.csv'), schedules: join(folder, 'sittings.csv') };
  await writeUsers(files.users, { users: USERS });
  await writeSittings(files.schedules, { candidates: SCHEDULES * CANDIDATES_EACH, each: CANDIDATES_EACH });
  return files;
}
