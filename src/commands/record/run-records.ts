/** Where the records of runs are, and how a command begins one or goes on with one. */
import type { ReportTarget } from '../../bulk/model/report.ts';
import type { Environment } from '../../output/terminal/terminal-facts.ts';
import { findChange, fingerprintFiles } from '../../runs/record/fingerprint.ts';
import { RECORD_VERSION } from '../../runs/record/lines.ts';
import { recordPath } from '../../runs/record/list-records.ts';
import type { RecordState } from '../../runs/record/read-record.ts';
import type { RunLock } from '../../runs/record/run-lock.ts';
import { continueRunRecord, createRunRecord, type NameOf } from '../../runs/record/write-record.ts';
import type { RunMode, RunRecord } from '../../runs/run-record.ts';
import { DEFAULT_RUNS_FOLDER } from '../../config.ts';

/** An earlier run that is resumed or retried. */
export interface Continuing {
  readonly run: string;
  readonly mode: Exclude<RunMode, 'new'>;
  /** Read while the lock was held; its paths are those that count from here. */
  readonly state: RecordState;
  readonly nameOf: NameOf;
  readonly lock: RunLock;
  /** Whether every record that this part could send is settled already. */
  readonly isDone: boolean;
  /** Go on although the input has changed. */
  readonly force: boolean;
}

export interface RecordOptions {
  readonly folder: string;
  readonly run: string;
  readonly command: string;
  readonly target: ReportTarget;
  readonly inputs: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly continuing?: Continuing | undefined;
}

export function runsFolder(env: Environment): string {
  return env['EXAMCTL_RUNS'] || DEFAULT_RUNS_FOLDER;
}

export async function openRunRecord({
  folder,
  run,
  continuing,
  inputs,
  ...details
}: RecordOptions): Promise<RunRecord> {
  const path = recordPath(folder, run);
  if (continuing !== undefined) {
    const { state, mode, lock, nameOf, force } = continuing;
    const change = await findChange(state.header.inputs ?? []);
    if (change !== undefined && !force) throw change;
    return continueRunRecord(path, state, mode, lock, { nameOf, isInputChanged: change !== undefined });
  }
  const prints = await fingerprintFiles(inputs);
  return createRunRecord(path, {
    type: 'run',
    version: RECORD_VERSION,
    run,
    at: new Date().toISOString(),
    cwd: process.cwd(),
    ...details,
    ...(prints === undefined || prints.length === 0 ? {} : { inputs: prints }),
  });
}
