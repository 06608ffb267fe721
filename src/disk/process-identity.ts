import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What tells one process from every other, also after a restart, and where process numbers are used again. */
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

/**
 * True only when the process is known to have ended. Of one on another machine, or in another container, nothing can
 * be known from here.
 */
export function hasEnded(other: ProcessIdentity): boolean {
  const { bootId, pidNamespace } = machineState();
  if (other.host !== hostname()) return false;
  if (other.bootId !== bootId) return other.bootId !== null && bootId !== null;
  if (other.pidNamespace !== pidNamespace) return false;
  if (!isRunning(other.pid)) return true;
  const stat = processStat(other.pid);
  if (stat === undefined) return false;
  return stat.isZombie || (other.startTime !== null && stat.startTime !== other.startTime);
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
