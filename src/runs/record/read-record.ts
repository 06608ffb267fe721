/** Reads a run record: the plan, and the state of each record. */
import { resolve } from 'node:path';
import { isObject } from '../../base/json-value.ts';
import { isUrl } from '../../base/text/url-text.ts';
import { errorCode } from '../../disk/file-access.ts';
import { UsageError } from '../../errors.ts';
import { readJsonLines, recordError } from '../line-file.ts';
import { type Earlier, isLeft } from '../run-record.ts';
import {
  type EndLine,
  type IntentLine,
  RECORD_VERSION,
  type RecordLine,
  type RunHeader,
  type Settled,
  type Turn,
} from './lines.ts';

/** The plan for one record, and what became of it. */
export interface RecordEntry extends IntentLine {
  isBegun?: boolean;
  last?: Settled | undefined;
  /** The outcome that holds again if the record that was begun is certainly not sent. */
  before?: Settled | undefined;
  /** The last part of the run that had it left to send, and may have sent it. */
  turn?: Turn | undefined;
  /** The ids of people in its row before the row was changed: an earlier part may have sent them. */
  replaced?: readonly string[] | undefined;
}

export interface RecordState {
  readonly header: RunHeader;
  /** In the order of the plan. */
  readonly entries: readonly RecordEntry[];
  /** Whether all intents were on the disk. If not, nothing was sent. */
  readonly isSealed: boolean;
  readonly ended: EndLine | undefined;
  readonly counts: Readonly<Record<'succeeded' | 'failed' | 'unknown' | 'open', number>>;
}

/**
 * Reads the run record at a path. A crash may have cut a line: it is left out, so its record counts as unsure. Throws a
 * UsageError if there is no record, and a RunRecordError if it cannot be read.
 */
export async function readRunRecord(path: string): Promise<RecordState> {
  let state: Reading | undefined;
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      if (state === undefined) state = begin(checkHeader(path, line));
      else if (isObject(line)) take(state, line as unknown as RecordLine);
    }
  }
  const { entries, ...rest } = state ?? begin(checkHeader(path, undefined));
  const list = [...entries.values()];
  return { ...rest, entries: list, counts: countStates(list) };
}

/** Reads only the first line of a run record: a record may have a million lines. */
export async function readHeader(path: string): Promise<RunHeader> {
  for await (const [line] of linesOf(path)) if (line !== undefined) return checkHeader(path, line);
  return checkHeader(path, undefined);
}

function linesOf(path: string): AsyncGenerator<readonly unknown[]> {
  return readJsonLines(path, (cause) =>
    errorCode(cause) === 'ENOENT' ? noRecord(path, cause) : recordError(path, `${path} cannot be read`, cause),
  );
}

/** The error for a run without a run record. */
export function noRecord(path: string, cause: unknown): UsageError {
  const hint = 'examctl runs list shows the runs that there are.';
  return new UsageError(`There is no record ${path}`, { cause, hint });
}

/** What an earlier part of the run has made of a record. */
export function earlierOf({ isBegun, last, action }: RecordEntry): Earlier {
  if (last === undefined) return { state: isBegun ? 'unsure' : 'open' };
  if (last.outcome === 'unknown') return { state: 'unsure' };
  const { outcome, attempts, errors = [] } = last;
  return { state: 'settled', result: { action, outcome, attempts, errors } };
}

/** The state of a record in a word: its outcome, or `not begun`. */
export function stateWord(entry: RecordEntry): string {
  const earlier = earlierOf(entry);
  if (earlier.state === 'settled') return earlier.result.outcome;
  return earlier.state === 'unsure' ? 'unknown' : 'not begun';
}

/** Throws a UsageError if the file is from another program or another version, or was edited. */
function checkHeader(path: string, header: unknown): RunHeader {
  if (!isHeader(header)) throw new UsageError(`${path} is not the record of a run that this examctl can read`);
  return withPathsFromHere(header);
}

// Checked by hand: each bulk command loads this file, and a library of schemas would take longer than all the rest.
function isHeader(header: unknown): header is RunHeader {
  if (!isObject(header)) return false;
  const { type, version, target, inputs = [], options, storeId = '' } = header;
  const hasTexts = (value: unknown, ...names: readonly string[]) =>
    isObject(value) && names.every((name) => typeof value[name] === 'string');
  return (
    type === 'run' &&
    version === RECORD_VERSION &&
    hasTexts({ ...header, storeId }, 'run', 'command', 'at', 'cwd', 'storeId') &&
    hasTexts(target, 'kind', 'where') &&
    isObject(options) &&
    Array.isArray(inputs) &&
    inputs.every((input) => hasTexts(input, 'file', 'sha256'))
  );
}

/** The names of paths in a header: in its inputs, and in the options of all commands. */
const PATH_NAMES: ReadonlySet<string> = new Set(['file', 'files', 'candidates', 'tokenFile', 'caFile']);

/** The header with paths that are valid in the working folder of this process. Standard input, `-`, has no path. */
function withPathsFromHere(header: RunHeader): RunHeader {
  const { cwd, target } = header;
  if (cwd === process.cwd()) return header;
  const change = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return PATH_NAMES.has(name) && value !== '-' ? resolve(cwd, value) : value;
    if (Array.isArray(value)) return value.map((item) => change(name, item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(key, item)]));
  };
  const where = target.kind === 'remote' || isUrl(target.where) ? target.where : resolve(cwd, target.where);
  return { ...(change('', header) as RunHeader), target: { ...target, where } };
}

/** The state after the lines so far. */
interface Reading {
  readonly header: RunHeader;
  readonly entries: Map<number, RecordEntry>;
  /** Changes the name of an input in the plan into a path that is valid here. */
  readonly nameOf: (file: string) => string;
  isSealed: boolean;
  ended: EndLine | undefined;
}

function begin(header: RunHeader): Reading {
  const inputs = new Set(header.inputs?.map(({ file }) => file));
  const nameOf = (file: string) => {
    const path = resolve(header.cwd, file);
    return inputs.has(path) ? path : file;
  };
  return { header, entries: new Map(), nameOf, isSealed: false, ended: undefined };
}

function take(state: Reading, line: RecordLine): void {
  const { entries, nameOf } = state;
  const entry = 'n' in line ? entries.get(line.n) : undefined;
  if (line.type === 'intent') {
    const { people = [], replaced = [] } = entry ?? {};
    const ids = [...replaced, ...people.map(([id]) => id)];
    entries.set(line.n, { ...entry, ...line, file: nameOf(line.file), ...(ids.length > 0 && { replaced: ids }) });
  } else if (line.type === 'sealed') {
    state.isSealed = true;
    state.ended = undefined;
    const { mode, turn, beside = [] } = line;
    const isLocal = state.header.target.kind === 'local';
    for (const one of entries.values()) {
      if (!isLeft(earlierOf(one), mode)) continue;
      // A store commits the whole part at once: from now on any of its records may be done.
      if (isLocal) beginEntry(one);
      if (turn !== undefined) one.turn = { turn, beside };
    }
  } else if (line.type === 'ended') {
    state.ended = line;
  } else if (line.type === 'begun' && entry !== undefined) {
    beginEntry(entry);
  } else if (line.type === 'outcome' && entry !== undefined) {
    const { outcome, attempts, errors, inferred } = line;
    settle(entry, { outcome, attempts, errors, inferred });
  }
}

/** The earlier outcome no longer counts once the record is begun again. */
function beginEntry(entry: RecordEntry): void {
  Object.assign(entry, { isBegun: true, before: entry.last ?? entry.before, last: undefined });
}

function settle(entry: RecordEntry, settled: Settled): void {
  if (settled.outcome !== 'not-sent') entry.last = settled;
  else if (entry.before !== undefined) entry.last = entry.before;
  else entry.isBegun = false;
  entry.before = undefined;
}

function countStates(entries: readonly RecordEntry[]): RecordState['counts'] {
  const counts = { succeeded: 0, failed: 0, unknown: 0, open: 0 };
  for (const { last } of entries) {
    const { outcome = 'open' } = last ?? {};
    counts[outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown' ? outcome : 'open'] += 1;
  }
  return counts;
}
