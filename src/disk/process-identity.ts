import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process, even after a restart of the machine, and if process numbers are reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Changes with each start of the machine; null if the system does not report it. */
  readonly bootId: string | null;
  /** The namespace of the process number: each container has its own. Null if the system has no namespaces. */
  readonly pidNamespace: string | null;
  /** Clock ticks from the start of the machine to the start of the process; null if the system does not report it. */
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

/** Whether a process is running, as far as this process can find out. */
export type ProcessState = 'running' | 'ended' | 'unknown';

/** The state of a process on another machine or in another container is unknown. */
export function processStateOf(other: ProcessIdentity): ProcessState {
  const { bootId, pidNamespace } = machineState();
  if (other.host !== hostname()) return 'unknown';
  if (other.bootId !== bootId) return other.bootId !== null && bootId !== null ? 'ended' : 'unknown';
  if (other.pidNamespace !== pidNamespace) return 'unknown';
  if (!isRunning(other.pid)) return 'ended';
  const stat = processStat(other.pid);
  // If the system never reports the start of a process, a process number in use is the only evidence.
  if (stat === undefined) return other.startTime === null ? 'running' : 'unknown';
  const isAnother = other.startTime !== null && stat.startTime !== other.startTime;
  return stat.isZombie || isAnother ? 'ended' : 'running';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running, and belongs to another user.
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
  // The second field is the program's name in brackets. The name may contain spaces and brackets.
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
