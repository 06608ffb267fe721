// How long it takes to sync 5,000 users into an embedded engine, and to sync the same list once more, as whole
// processes; fails where the second takes more than a third of the first, or does anything but compare. Then how long it
// takes to compare 600 users with passwords, beside their passwords alone.
// Run: node test/bench/user-sync.js [pairs]. EXAMCTL_BENCH=short measures fewer pairs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { PROGRAM_BUNDLE } from '../config/program-bundle.js';
import { importBundled } from '../support/import-bundled.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const USERS = 5_000;
const WITH_PASSWORDS = 600;
const PAIRS = Number(process.argv[2] ?? (process.env.EXAMCTL_BENCH === 'short' ? 3 : 9));
const LIMIT = 0.33;
/** So many comparisons tell how long one takes. */
const ALONE = 50;

// Reading certificates takes node longer than its own start.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;

const folder = await mkdtemp(join(tmpdir(), 'examctl-user-sync-'));
try {
  const program = await bundleProgram();
  const list = await writeList();
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push(await measurePair(program, list, join(folder, `pair-${pair}`)));
  for (const [what, kind] of [
    ['first sync', 'first'],
    ['second sync', 'second'],
    ['sync with every user compared', 'compared'],
  ]) {
    print(
      what,
      pairs.map((pair) => pair[kind]),
    );
  }
  const ratios = { wall: ratioOf(pairs, 'wall'), cpu: ratioOf(pairs, 'cpu') };
  console.log(
    `second to first, median of ${PAIRS} pairs: ${ratios.wall.toFixed(2)} of the time, ${ratios.cpu.toFixed(2)} of the CPU`,
  );
  console.log(`${ratios.wall <= LIMIT ? 'within' : 'OVER'} the limit of ${LIMIT}`);
  await measurePasswords(program, join(folder, 'passwords'));
  process.exitCode = ratios.wall <= LIMIT ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The program as it is built, in a place of its own: nobody who builds meanwhile is in the way. */
async function bundleProgram() {
  const home = join(folder, 'program');
  await build({ ...PROGRAM_BUNDLE, outdir: join(home, 'dist') });
  for (const path of ['bin', 'fixtures/catalogue', 'package.json']) {
    await cp(join(root, path), join(home, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'), 'junction');
  return join(home, 'bin/examctl.js');
}

async function writeList() {
  const { writeUsersCsv } = await importBundled('test/support/generate/users.ts');
  const list = join(folder, 'users.csv');
  await writeUsersCsv(list, { users: USERS, seed: 1 });
  return list;
}

async function measurePair(program, list, home) {
  await mkdir(home);
  const env = { ...inherited, EXAMCTL_STORE: join(home, 'store'), EXAMCTL_RUNS: join(home, 'runs') };
  const sync = ['user', 'sync', list, '-q'];
  await run(program, ['local', 'init', '--example', '-q'], env);
  const first = await run(program, sync, env);
  const before = await digestOf(env.EXAMCTL_STORE);
  const second = await run(program, sync, env);
  // Without the records of runs nothing is known of the first: every user is compared with the store.
  await rm(env.EXAMCTL_RUNS, { recursive: true });
  const compared = await run(program, sync, env);
  if ((await digestOf(env.EXAMCTL_STORE)) !== before) throw new Error('The second sync changed the store');
  // Once more, to be told of it: a report of every record is not what is measured.
  const { counts } = JSON.parse((await run(program, [...sync, '-o', 'json'], env)).stdout);
  if (counts.sent !== 0 || counts.unchanged !== USERS) {
    throw new Error(`A sync of the same list sent ${counts.sent} users and left ${counts.unchanged} as they were`);
  }
  return { first, second, compared };
}

/** Comparing a password is slow on purpose: that of the records is what takes the time. */
async function measurePasswords(program, home) {
  await mkdir(home);
  const { argon2Hasher, userAt } = await importBundled('src/engine/argon2-hasher.ts', 'test/support/generate/users.ts');
  const file = join(home, 'users.ndjson');
  const users = Array.from({ length: WITH_PASSWORDS }, (_, index) => ({
    ...userAt(1, index),
    Password: `secret-${index}`,
  }));
  await writeFile(file, users.map((user) => `${JSON.stringify(user)}\n`).join(''));
  const env = { ...inherited, EXAMCTL_STORE: join(home, 'store'), EXAMCTL_RUNS: join(home, 'runs') };
  await run(program, ['local', 'init', '--example', '-q'], env);
  await run(program, ['user', 'sync', file, '-q'], env);
  const runs = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const compared = await run(program, ['user', 'sync', file, '-o', 'json'], env);
    const { unchanged } = JSON.parse(compared.stdout).counts;
    if (unchanged !== WITH_PASSWORDS) throw new Error(`${unchanged} of ${WITH_PASSWORDS} users are as they were`);
    runs.push(compared);
  }
  print('sync with every password compared', runs, WITH_PASSWORDS);
  const known = await argon2Hasher.hash('secret');
  const begin = performance.now();
  for (let turn = 0; turn < ALONE; turn += 1) await argon2Hasher.matches(known, 'secret');
  const alone = ((performance.now() - begin) / ALONE) * WITH_PASSWORDS;
  console.log(`as many passwords, one after the other, with nothing else: ${alone.toFixed(0)} ms`);
}

/** Runs the program in a process of its own, which leaves its CPU time behind when it ends. */
async function run(program, args, env) {
  const usage = join(folder, 'usage.json');
  const leave = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`;
  const preload = `data:text/javascript,${encodeURIComponent(leave)}`;
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, program, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const wall = performance.now() - begin;
  if (status !== 0) throw new Error(`examctl ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  const { user, system } = JSON.parse(await readFile(usage, 'utf8'));
  return { wall, cpu: (user + system) / 1_000, stdout };
}

/** Of the names and the bytes of a folder's files. */
async function digestOf(path) {
  const hash = createHash('sha256');
  for (const name of (await readdir(path)).sort()) hash.update(`${name}\n`).update(await readFile(join(path, name)));
  return hash.digest('hex');
}

/** Of each pair by itself: whatever slows the machine for a while slows both of it. */
function ratioOf(pairs, kind) {
  return median(pairs.map(({ first, second }) => second[kind] / first[kind]));
}

function print(what, runs, users = USERS) {
  const [wall, cpu] = ['wall', 'cpu'].map((kind) => median(runs.map((each) => each[kind])).toFixed(0));
  console.log(`${what} of ${users.toLocaleString('en')} users: ${wall} ms, CPU ${cpu} ms`);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
