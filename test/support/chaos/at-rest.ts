/** When a program that was started waits for something. */
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;
const LOOKS = 3;
/** Hundredths of a second: what a process takes that looks again and again. */
const FEW_TICKS = 2;
/** Where the system does not tell. */
const LONG_MS = 1_500;
/** The program watches for it from its start on, and node itself does not. */
const SIGHUP_BIT = 1n;

/** Settles when the program watches for signals and has taken no time of the processor for some looks. */
export async function atRest({ pid }: ChildProcess): Promise<void> {
  const folder = `/proc/${pid}`;
  const times: number[] = [];
  for (;;) {
    const ticks = await ticksOf(folder);
    // Only Linux tells, and of a process that has ended nothing is told.
    if (ticks === undefined) return times.length === 0 ? sleep(LONG_MS) : undefined;
    if (await watchesSignals(folder)) times.push(ticks);
    if (times.length > LOOKS && ticks - (times.at(-1 - LOOKS) ?? 0) < FEW_TICKS) return;
    await sleep(LOOK_MS);
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

async function watchesSignals(folder: string): Promise<boolean> {
  const text = await readFile(`${folder}/status`, 'utf8').catch(() => '');
  const [, caught = '0'] = /^SigCgt:\s*([\da-f]+)$/m.exec(text) ?? [];
  return (BigInt(`0x${caught}`) & SIGHUP_BIT) !== 0n;
}
