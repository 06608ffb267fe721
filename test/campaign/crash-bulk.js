// Kills `user sync` of many users at seeded random moments, and looks at what is left: the store is whole and has all of
// them or none, it has each that was acknowledged, and the same command does what is missing. Needs the built program.
// CRASH_RUNS=15 for a short form, CRASH_SEED for other moments.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeUsers } from '../bench/inputs.js';
import { requireFreshBuild } from '../config/build-inputs.js';
import { createRandom } from '../support/chaos/random.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
/** So many that a kill can come while they are decided, while they are committed, and while they are told. */
const USERS = 4_000;
const RUNS = Number(process.env.CRASH_RUNS ?? 60);
const SEED = Number(process.env.CRASH_SEED ?? 1);
/** A group takes about so long. */
const GROUP_MS = 30;
/** About when the first group is kept. */
const EARLY_MS = 1_000;

const landed = { before: 0, between: 0, after: 0 };
await requireFreshBuild();
await runCampaign();

/** Runs the campaign in a temporary folder, and prints what it found. */
async function runCampaign() {
  const folder = await mkdtemp(join(tmpdir(), 'examctl-crash-'));
  try {
    const failures = [];
    const moments = await killAll(folder, failures);
    for (const failure of failures) console.log(failure);
    console.log(moments);
    console.log(`${RUNS - failures.length} passed, ${failures.length} failed`);
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function killAll(folder, failures) {
  const { path: list } = await writeUsers(join(folder, 'users.csv'), { users: USERS });
  const template = join(folder, 'template');
  await mustRun(template, ['local', 'init', '--example']);
  const calm = await copyBeside(template, 'calm');
  await mustRun(calm, ['user', 'sync', list, '-q']);
  const expected = await readUsers(calm);
  for (let index = 0; index < RUNS; index += 1) {
    const place = await copyBeside(template, `run-${index}`);
    const problem = await crashOnce(place, list, expected, createRandom(SEED * 10_000 + index)).catch(
      (error) => error.message,
    );
    if (problem !== undefined) failures.push(`run ${index}: ${problem}`);
    await rm(place, { recursive: true, force: true });
  }
  return `killed before the first result: ${landed.before}, between results: ${landed.between}, after the last: ${landed.after}`;
}

/** Returns what is wrong after one kill, or nothing. */
async function crashOnce(place, list, expected, random) {
  const before = (await readUsers(place)).size;
  const acknowledged = await killedSync(place, list, random);
  if (acknowledged.size === 0) landed.before += 1;
  else if (acknowledged.size < USERS) landed.between += 1;
  else landed.after += 1;
  await mustRun(place, ['local', 'verify']);
  const kept = await readUsers(place);
  for (const id of acknowledged) {
    if (kept.get(id) !== expected.get(id)) return `${id} was acknowledged, and is not as the list has it`;
  }
  for (const [id, user] of kept) if (expected.get(id) !== user) return `${id} is not as the list has it`;
  // A local run is one transaction: it has done all or nothing, and the same command does what is missing.
  if (kept.size !== before && kept.size !== expected.size) return `${kept.size - before} users were kept`;
  await mustRun(place, ['user', 'sync', list, '-q']);
  const users = await readUsers(place);
  for (const [id, user] of expected) if (users.get(id) !== user) return `${id} is not there in the end`;
  return users.size === expected.size ? undefined : `in the end there are ${users.size} users`;
}

/** The ids of the users that the command reported as stored before the kill. */
async function killedSync(place, list, random) {
  const [after, delay, isEarly] = [random(USERS), random(GROUP_MS), random(4) === 0];
  const acknowledged = new Set();
  const child = start(place, ['user', 'sync', list, '-o', 'ndjson']);
  if (isEarly) setTimeout(() => child.kill('SIGKILL'), random(EARLY_MS));
  const killLater = () => {
    if (acknowledged.size >= after) setTimeout(() => child.kill('SIGKILL'), delay);
  };
  watchSucceeded(child, (key) => acknowledged.add(key), killLater);
  await new Promise((resolve) => child.once('close', resolve));
  return acknowledged;
}

async function readUsers(place) {
  const text = await mustRun(place, ['local', 'show', 'users', '-o', 'ndjson']);
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [JSON.parse(line).ExternalId, line]));
}

function start(place, args) {
  const env = { ...process.env, EXAMCTL_STORE: join(place, 'store'), EXAMCTL_RUNS: join(place, 'runs') };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8');
  return child;
}

async function run(place, args) {
  const child = start(place, args);
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, ...texts };
}

async function mustRun(place, args) {
  const { code, stdout, stderr } = await run(place, args);
  if (code !== 0) throw new Error(`examctl ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** Copies a folder to another name in the same parent folder. Returns the path of the copy. */
async function copyBeside(folder, name) {
  const copy = join(dirname(folder), name);
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Calls `onSucceeded` with the key of each record that a command with `-o ndjson` reports as succeeded. */
function watchSucceeded({ stdout }, onSucceeded, afterChunk = () => {}) {
  let rest = '';
  stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { event, key, outcome } = JSON.parse(line);
      if (event === 'result' && outcome === 'succeeded') onSucceeded(key);
    }
    afterChunk();
  });
}
