/** Runs Node in a process of its own, and measures its time and memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { requireFreshBuild } from '../../config/build-inputs.js';

const POLL_MS = 50;

await requireFreshBuild();

/**
 * Returns the time and the maximum memory of the process, as the system counts it. `isEnough` is called repeatedly while the
 * process runs; if it returns true, the process is killed.
 */
export async function measureRun(args, { isEnough = async () => false, ...options }) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (texts[name] += text));
  let peakMb = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    if (await isEnough()) child.kill('SIGKILL');
  }, POLL_MS);
  const [code, signal] = await once(child, 'close').finally(() => clearInterval(timer));
  return { code: code ?? signal, seconds: (performance.now() - begin) / 1000, peakMb, ...texts };
}
