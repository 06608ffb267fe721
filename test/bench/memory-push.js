// Sends 1,000,000 generated users with the built program to a server on loopback that does nothing, and fails where the
// program ever holds more than the limit. `memory-push.js 100000`, or PUSH_USERS, for another number.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundled } from '../support/chaos/generated.js';

const PROGRAM = fileURLToPath(new URL('../../bin/examctl.js', import.meta.url));
const SERVER = fileURLToPath(new URL('../support/chaos/trivial-server.js', import.meta.url));
const USERS = Number(process.argv[2] ?? process.env.PUSH_USERS ?? 1_000_000);
const LIMIT_MB = 300;
const POLL_MS = 50;

const folder = await mkdtemp(join(tmpdir(), 'examctl-memory-push-'));
const server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const port = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(Number(text))));
  const file = join(folder, 'users.csv');
  const { writeUsersCsv } = await importBundled('test/support/generate/users.ts');
  await writeUsersCsv(file, { seed: 7, users: USERS });
  console.log(`${USERS.toLocaleString('en')} users, ${Math.round((await stat(file)).size / 1e6)} MB`);
  const where = ['--base-url', `http://127.0.0.1:${port}`];
  const isSound = [
    await push('user sync', ['user', 'sync', file, ...where], `${USERS.toLocaleString('en')} accepted`),
    await push('user sync again', ['user', 'sync', file, ...where], 'Nothing to change'),
  ];
  process.exitCode = isSound.every(Boolean) ? 0 : 1;
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

async function push(what, args, wanted) {
  const { code, seconds, peakMb, stdout, stderr } = await measure(args);
  const rate = Math.round(USERS / seconds).toLocaleString('en');
  console.log(`${what}: ${seconds.toFixed(1)} s, ${rate} users/s, ${Math.round(peakMb)} MB at most`);
  const isDone = code === 0 && stdout.includes(wanted);
  if (!isDone) console.log(`it ended with ${code}: ${stdout.slice(0, 500)}${stderr.slice(-500)}`);
  const fits = peakMb <= LIMIT_MB;
  console.log(`${fits ? 'within' : 'OVER'} the limit of ${LIMIT_MB} MB`);
  return isDone && fits;
}

/** Time, and the most memory that the process has ever held, as the system counts it. */
async function measure(args) {
  const begin = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, EXAMCTL_TOKEN: 'token-of-a-benchmark' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
  let peakMb = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, POLL_MS);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  return { code, seconds: (performance.now() - begin) / 1000, peakMb, ...texts };
}
