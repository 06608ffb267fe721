/** Reads the record of a run: what it meant to do, and what is known of each record. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Outcome } from '../../contract/report.ts';
import { UsageError } from '../../errors.ts';
import type { Earlier } from '../run-record.ts';
import type { EndLine, IntentLine, OutcomeLine, RecordLine, RunHeader } from './lines.ts';

export interface RecordState {
  readonly header: RunHeader;
  readonly intents: number;
  /** Whether all intents were on disk; without that nothing was sent. */
  readonly isSealed: boolean;
  readonly ended: EndLine | undefined;
  readonly counts: RecordCounts;
  earlier(number: number): Earlier;
  numberOf(identity: string): number | undefined;
  /** What was intended, with what became of it. */
  entries(): Iterable<IntentLine & { readonly state: string }>;
}

interface RecordCounts {
  succeeded: number;
  failed: number;
  unknown: number;
  /** Not begun, or begun and nobody knows. */
  open: number;
}

interface RecordPlace {
  readonly key: string;
  readonly file: string;
  readonly line: number;
}

/**
 * What records are known by in their run: file, line and id. Several records may stand on one line of JSON and may have
 * no id, so they are counted; records of a line come one after the other.
 */
export function createIdentities(): (place: RecordPlace) => string {
  let line = '';
  let counts = new Map<string, number>();
  return (place) => {
    const here = `${place.file}\n${place.line}`;
    if (here !== line) [line, counts] = [here, new Map()];
    const count = (counts.get(place.key) ?? 0) + 1;
    counts.set(place.key, count);
    return `${here}\n${count}\n${place.key}`;
  };
}

export async function readRunRecord(path: string): Promise<RecordState> {
  const reading = createReading();
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  try {
    for await (const line of lines) reading.take(line);
  } catch (cause) {
    throw noRecord(path, cause);
  }
  return reading.finish(path);
}

/** The error for a run whose record is not there. */
export function noRecord(path: string, cause: unknown): UsageError {
  const hint = 'examctl runs list shows the runs that there are.';
  return new UsageError(`There is no record ${path}`, { cause, hint });
}

function createReading(): { take(line: string): void; finish(path: string): RecordState } {
  let header: RunHeader | undefined;
  let ended: EndLine | undefined;
  let isSealed = false;
  const intents: IntentLine[] = [];
  const begun = new Set<number>();
  const outcomes = new Map<number, OutcomeLine>();
  const begunAgain = new Map<number, OutcomeLine>();
  const takers = {
    run: (line) => {
      header = line;
    },
    intent: (line) => intents.push(line),
    sealed: () => {
      isSealed = true;
    },
    begun: ({ n }) => {
      begun.add(n);
      // What was begun again is not settled by what an earlier part of the run knew.
      const before = outcomes.get(n);
      if (before !== undefined) begunAgain.set(n, before);
      outcomes.delete(n);
    },
    outcome: (line) => {
      const before = begunAgain.get(line.n);
      begunAgain.delete(line.n);
      if (line.outcome !== 'not-sent') outcomes.set(line.n, line);
      else if (before !== undefined) outcomes.set(line.n, before);
      else begun.delete(line.n);
    },
    segment: () => {
      ended = undefined;
    },
    ended: (line) => {
      ended = line;
    },
  } satisfies { [K in RecordLine['type']]: (line: Extract<RecordLine, { type: K }>) => unknown };
  return {
    take: (text) => {
      const line = parseLine(text);
      if (line !== undefined && Object.hasOwn(takers, line.type)) takers[line.type](line as never);
    },
    finish: (path) => {
      if (header === undefined) throw new UsageError(`${path} is not the record of a run`);
      return describe(header, { intents, begun, outcomes, isSealed, ended });
    },
  };
}

/** A crash may have cut a line; what it said is then not known, and what it was about counts as unsure. */
function parseLine(text: string): RecordLine | undefined {
  try {
    return JSON.parse(text) as RecordLine;
  } catch {
    return undefined;
  }
}

interface Found {
  readonly intents: readonly IntentLine[];
  readonly begun: ReadonlySet<number>;
  readonly outcomes: ReadonlyMap<number, OutcomeLine>;
  readonly isSealed: boolean;
  readonly ended: EndLine | undefined;
}

function describe(header: RunHeader, { intents, begun, outcomes, isSealed, ended }: Found): RecordState {
  const identityOf = createIdentities();
  const numbers = new Map(intents.map((intent) => [identityOf(intent), intent.n]));
  const byNumber = new Map(intents.map((intent) => [intent.n, intent]));
  const earlier = (number: number): Earlier => {
    const line = outcomes.get(number);
    if (line === undefined) return { state: begun.has(number) ? 'unsure' : 'open' };
    if (line.outcome === 'unknown') return { state: 'unsure' };
    const { outcome, attempts, errors = [] } = line;
    return {
      state: 'settled',
      result: { action: byNumber.get(number)?.action ?? 'unknown', outcome, attempts, errors },
    };
  };
  return {
    header,
    intents: intents.length,
    isSealed,
    ended,
    counts: countOutcomes(intents.length, outcomes),
    earlier,
    numberOf: (identity) => numbers.get(identity),
    entries: function* () {
      for (const intent of intents) yield { ...intent, state: stateWord(earlier(intent.n)) };
    },
  };
}

function stateWord(earlier: Earlier): string {
  if (earlier.state === 'settled') return earlier.result.outcome;
  return earlier.state === 'unsure' ? 'unknown' : 'not begun';
}

function countOutcomes(intents: number, outcomes: ReadonlyMap<number, OutcomeLine>): RecordCounts {
  const count = (outcome: Outcome) => [...outcomes.values()].filter((line) => line.outcome === outcome).length;
  const [succeeded, failed, unknown] = [count('succeeded'), count('failed'), count('unknown')];
  return { succeeded, failed, unknown, open: intents - succeeded - failed - unknown };
}
