/** Reads a run record: the plan, and the state of each record. */
import { z } from 'zod';
import { errorCode } from '../../disk/file-access.ts';
import { readLines } from '../../disk/read-lines.ts';
import { UsageError } from '../../errors.ts';
import type { Action } from '../../model/report.ts';
import type { Earlier } from '../run-record.ts';
import { BY_PLACE, type RowMatching } from './identities.ts';
import type { KnownOutcomes } from './known-records.ts';
import { type EndLine, type IntentLine, RECORD_VERSION, type RecordLine, type RunHeader } from './lines.ts';
import { fromRecordPaths } from './paths.ts';
import { recordError } from './record-error.ts';
import { createLineParser, createReplay, type Found } from './replay.ts';

/** The plan for one record, and its state: an outcome, or `not begun`. */
export type RecordEntry = IntentLine & { readonly state: string };

export interface RecordState {
  readonly header: RunHeader;
  readonly intents: number;
  /** Whether all intents were on the disk. If not, nothing was sent. */
  readonly isSealed: boolean;
  readonly ended: EndLine | undefined;
  readonly counts: RecordCounts;
  earlier(number: number): Earlier;
  actionOf(number: number): Action;
  readonly matching: RowMatching;
  numberOf(identity: string): number | undefined;
  /** Digest of the request that was sent, or else intended; `undefined` if it was not recorded. */
  digestOf(number: number): number | undefined;
  /** Each planned record with its outcome. The texts are read from the file again. */
  entries(): AsyncIterable<RecordEntry>;
}

interface RecordCounts {
  succeeded: number;
  failed: number;
  unknown: number;
  /** Not begun, or begun with an unknown outcome. */
  open: number;
}

/** Reads the run record at a path. A later part of the run must use the same matching. */
export async function readRunRecord(path: string, matching: RowMatching = BY_PLACE): Promise<RecordState> {
  const { found, take } = createReplay(matching);
  try {
    for await (const line of parseLines(path)) take(line);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw errorCode(cause) === 'ENOENT' ? noRecord(path, cause) : recordError(path, `${path} cannot be read`, cause);
  }
  const header = found.header ?? checkHeader(path, undefined);
  return { ...describe(path, { ...found, header }), matching };
}

/** Reads the first line of a run record. A record may have a million lines. */
export async function readHeader(path: string): Promise<RunHeader> {
  for await (const line of parseLines(path)) return checkHeader(path, line);
  return checkHeader(path, undefined);
}

const HEADER = z.object({
  type: z.literal('run'),
  version: z.int().min(1),
  run: z.string(),
  command: z.string(),
  at: z.string(),
  target: z.object({ kind: z.enum(['local', 'remote']), where: z.string() }),
  storeId: z.string().optional(),
  cwd: z.string().optional(),
  names: z.record(z.string(), z.string()).optional(),
  inputs: z.array(z.object({ file: z.string(), bytes: z.number(), sha256: z.string() })).optional(),
  options: z.record(z.string(), z.unknown()),
});

/** Throws a UsageError if the file is from another program, was edited, or needs a newer version of this program. */
function checkHeader(path: string, header: unknown): RunHeader {
  if (!HEADER.safeParse(header).success) throw new UsageError(`${path} is not the record of a run`);
  const known = header as RunHeader;
  if (known.version > RECORD_VERSION) {
    throw new UsageError(`${path} was written by a newer examctl`, { hint: 'Resume the run with that one.' });
  }
  return known;
}

/** The error for a run without a run record. */
export function noRecord(path: string, cause: unknown): UsageError {
  const hint = 'examctl runs list shows the runs that there are.';
  return new UsageError(`There is no record ${path}`, { cause, hint });
}

function describe(
  path: string,
  { header, intents, begun, outcomes, isSealed = false, ended }: Found & { readonly header: RunHeader },
): Omit<RecordState, 'matching'> {
  const earlier = (number: number): Earlier => {
    const known = outcomes.get(number);
    if (known === undefined) return { state: begun.at(number) === 1 ? 'unsure' : 'open' };
    if (known.outcome === 'unknown') return { state: 'unsure' };
    const { outcome, attempts, errors = [] } = known;
    return { state: 'settled', result: { action: intents.actionOf(number), outcome, attempts, errors } };
  };
  return {
    header,
    intents: intents.count,
    isSealed,
    ended,
    counts: countOutcomes(intents.count, outcomes),
    earlier,
    actionOf: intents.actionOf,
    numberOf: intents.numberOf,
    digestOf: intents.digestOf,
    entries: async function* () {
      for await (const intent of readIntents(path, intents.count)) {
        yield { ...intent, crc32: intents.digestOf(intent.n), state: stateWord(earlier(intent.n)) };
      }
    },
  };
}

/** Reads the intents again, since the texts of a million records take too much memory. Ignores those added meanwhile. */
async function* readIntents(path: string, count: number): AsyncGenerator<IntentLine> {
  let left = count;
  if (left === 0) return;
  for await (const line of parseLines(path)) {
    if (line.type !== 'intent') continue;
    yield line;
    left -= 1;
    if (left === 0) return;
  }
}

/** The lines of a run record, with paths that are valid in this working folder. */
async function* parseLines(path: string): AsyncGenerator<RecordLine> {
  const parse = createLineParser();
  let nameOf = (file: string): string => file;
  for await (const texts of readLines(path)) {
    for (const text of texts) {
      const line = parse(text);
      if (line?.type === 'run') {
        const seen = fromRecordPaths(checkHeader(path, line));
        nameOf = seen.nameOf;
        yield seen.header;
      } else if (line?.type === 'intent') {
        yield { ...line, file: nameOf(line.file) };
      } else if (line !== undefined) {
        yield line;
      }
    }
  }
}

function stateWord(earlier: Earlier): string {
  if (earlier.state === 'settled') return earlier.result.outcome;
  return earlier.state === 'unsure' ? 'unknown' : 'not begun';
}

function countOutcomes(intents: number, { count }: KnownOutcomes): RecordCounts {
  const [succeeded, failed, unknown] = [count('succeeded'), count('failed'), count('unknown')];
  return { succeeded, failed, unknown, open: intents - succeeded - failed - unknown };
}
