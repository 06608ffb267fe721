/**
 * Runs that left nothing to do. What a run does follows from its command, its options, its input, the program and the
 * state of the target alone; so where all of these are as an earlier run left them, the same run has nothing to change.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { EndLine, InputFingerprint, NoopProof } from './lines.ts';
import { listRunIds, recordPath } from './list-records.ts';

/** How far back is looked; a run that is longer ago has most likely been followed by changes. */
const RUNS_LOOKED_AT = 20;
const LAST_LINE_MAX_BYTES = 16 * 1024;

export interface NoopFacts {
  readonly command: string;
  readonly where: string;
  readonly options: unknown;
  readonly inputs: readonly InputFingerprint[];
  /** Versions of the program and of what it stands on. */
  readonly versions: readonly string[];
}

export function noopKey(facts: NoopFacts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** The newest run with this key, if it left nothing to do; with its settlement. */
export async function findNoopProof(
  folder: string,
  key: string,
): Promise<{ readonly run: string; readonly settled: NoopProof } | undefined> {
  for (const run of (await listRunIds(folder)).slice(0, RUNS_LOOKED_AT)) {
    const settled = (await readEnd(recordPath(folder, run)))?.settled;
    if (settled?.key === key) return { run, settled };
  }
  return undefined;
}

/** The last line of a record, if it is the end of a run. */
async function readEnd(path: string): Promise<EndLine | undefined> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const length = Math.min(size, LAST_LINE_MAX_BYTES);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      const line: unknown = JSON.parse(buffer.toString('utf8').trimEnd().split('\n').at(-1) ?? '');
      return isEnd(line) ? line : undefined;
    } finally {
      await file.close();
    }
  } catch {
    // A record that cannot be read says nothing, and then the run is done in full.
    return undefined;
  }
}

function isEnd(line: unknown): line is EndLine {
  return typeof line === 'object' && line !== null && 'type' in line && line.type === 'ended';
}
