/** Waits until a started program is idle. */
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 100;
const SAMPLES = 3;
/** In hundredths of a second: the processor time of a process that only polls. */
const FEW_TICKS = 2;
/** The time to wait on a system without `/proc`. */
const LONG_MS = 1_500;
/** The bit of SIGHUP: the program handles this signal from its start, and Node itself does not. */
const SIGHUP_BIT = 1n;

/** Settles when the program handles signals and has used almost no processor time in several samples. */
export async function atRest({ pid }: ChildProcess): Promise<void> {
  const folder = `/proc/${pid}`;
  const times: number[] = [];
  for (;;) {
    const ticks = await ticksOf(folder);
    // There are no ticks on systems without /proc, and after the process has ended.
    if (ticks === undefined) return times.length === 0 ? sleep(LONG_MS) : undefined;
    if (await handlesSignals(folder)) times.push(ticks);
    if (times.length > SAMPLES && ticks - (times.at(-1 - SAMPLES) ?? 0) < FEW_TICKS) return;
    await sleep(SAMPLE_MS);
  }
}

async function ticksOf(folder: string): Promise<number | undefined> {
  const text = await readFile(`${folder}/stat`, 'utf8').catch(() => '');
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return user === undefined || system === undefined ? undefined : Number(user) + Number(system);
}

async function handlesSignals(folder: string): Promise<boolean> {
  const text = await readFile(`${folder}/status`, 'utf8').catch(() => '');
  const [, caught = '0'] = /^SigCgt:\s*([\da-f]+)$/m.exec(text) ?? [];
  return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n;
}
