import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process, also after a restart and if process numbers are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Changes with each start of the machine; null where the system does not say. */
  readonly bootId: string | null;
  /** Containers have process numbers of their own; null where the system has none. */
  readonly pidNamespace: string | null;
  /** Clock ticks from the start of the machine to that of the process; null where the system does not say. */
  readonly startTime: string | null;
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    ...machineState(),
    startTime: processStat(process.pid)?.startTime ?? null,
  };
}

/** What is known about a process. */
export type Fate = 'running' | 'ended' | 'unknown';

/** The state of a process on another machine or in another container is unknown. */
export function fateOf(other: ProcessIdentity): Fate {
  const { bootId, pidNamespace } = machineState();
  if (other.host !== hostname()) return 'unknown';
  if (other.bootId !== bootId) return other.bootId !== null && bootId !== null ? 'ended' : 'unknown';
  if (other.pidNamespace !== pidNamespace) return 'unknown';
  if (!isRunning(other.pid)) return 'ended';
  const stat = processStat(other.pid);
  // Where the system never reports the start of a process, a number in use is the only evidence.
  if (stat === undefined) return other.startTime === null ? 'running' : 'unknown';
  const isAnother = other.startTime !== null && stat.startTime !== other.startTime;
  return stat.isZombie || isAnother ? 'ended' : 'running';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to someone else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function machineState(): Pick<ProcessIdentity, 'bootId' | 'pidNamespace'> {
  return {
    bootId: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
  };
}

function processStat(pid: number): { readonly isZombie: boolean; readonly startTime: string } | undefined {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (text === null) return undefined;
  // The second field is the program's name in brackets and may hold spaces and brackets itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', startTime] = [fields[0], fields[19]];
  return startTime === undefined ? undefined : { isZombie: state === 'Z' || state === 'X', startTime };
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
