// Sends 1,000,000 generated users with the built program to a server on loopback that does nothing; sends them again, when
// nothing has changed; and kills a push at its middle and goes on with it. Fails where the program ever holds more than
// the limit, or sends again what it knew to be done. `memory-push.js 100000`, or PUSH_USERS, for another number.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRun } from '../support/bench/measured-run.js';
import { writeUsers } from './inputs.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../support/chaos/trivial-server.js', import.meta.url));
const USERS = Number(process.argv[2] ?? process.env.PUSH_USERS ?? 1_000_000);
const LIMIT_MB = 300;
/** So many may have been under way when the push was killed. */
const CONCURRENCY = 8;

const folder = await mkdtemp(join(tmpdir(), 'examctl-memory-push-'));
const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const port = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(Number(text))));
  const where = `http://127.0.0.1:${port}`;
  const file = join(folder, 'users.csv');
  await writeUsers(file, { users: USERS });
  console.log(`${USERS.toLocaleString('en')} users, ${Math.round((await stat(file)).size / 1e6)} MB`);
  const sync = ['user', 'sync', file, '--base-url', where];
  const isSound = [
    await push('user sync', sync, `${USERS.toLocaleString('en')} accepted`),
    await push('user sync again', sync, 'Nothing to change'),
    await resume(sync, async () => Number(await (await fetch(where)).text())),
  ];
  process.exitCode = isSound.every(Boolean) ? 0 : 1;
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

/** In a folder of runs of its own, where nothing is known of the pushes before. */
async function resume(sync, countRequests) {
  const runs = join(folder, 'killed');
  const before = await countRequests();
  const isHalfDone = async () => (await countRequests()) - before >= USERS / 2;
  const { seconds, peakMb } = await runProgram(sync, { runs, isEnough: isHalfDone });
  console.log(`user sync, killed at the middle: ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB at most`);
  const [run] = (await readdir(runs)).flatMap((name) => /^(\d.*)\.ndjson$/.exec(name)?.[1] ?? []);
  const isDone = await push('runs resume', ['runs', 'resume', run], 'accepted', runs);
  const twice = (await countRequests()) - before - USERS;
  console.log(`${twice} users were sent twice`);
  return isDone && twice >= 0 && twice <= CONCURRENCY;
}

async function push(what, args, wanted, runs = join(folder, 'runs')) {
  const { code, seconds, peakMb, stdout, stderr } = await runProgram(args, { runs });
  const rate = Math.round(USERS / seconds).toLocaleString('en');
  console.log(`${what}: ${seconds.toFixed(1)} s, ${rate} users/s, ${Math.round(peakMb)} MB at most`);
  const isDone = code === 0 && stdout.includes(wanted);
  if (!isDone) console.log(`it ended with ${code}: ${stdout.slice(0, 500)}${stderr.slice(-500)}`);
  const fits = peakMb <= LIMIT_MB;
  console.log(`${fits ? 'within' : 'OVER'} the limit of ${LIMIT_MB} MB`);
  return isDone && fits;
}

function runProgram(args, { runs, ...options }) {
  const env = { PATH: process.env.PATH, HOME: folder, EXAMCTL_TOKEN: 'token-of-a-benchmark', EXAMCTL_RUNS: runs };
  return measureRun([PROGRAM, ...args], { cwd: folder, env, ...options });
}
