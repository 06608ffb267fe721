/** Checks the pieces of a table on several threads, and gives what was found in their order. */
import { setImmediate } from 'node:timers/promises';
import type { Input, TableInput, TablePiece, TableRow } from '../../../input/port.ts';
import type { Runs } from '../../../input/schedules/runs.ts';
import { rowOf } from '../../../input/table/origin.ts';
import type { CheckedPiece, Draft, DraftSource } from '../../../model/draft.ts';
import type { DraftOptions, Kind } from '../kind.ts';
import { KIND_NAMES } from '../names.ts';
import { createTableCheck } from '../table-check.ts';
import {
  checkPiece,
  type PieceResult,
  type RecordRows,
  type RowCheck,
  recordsOf,
  type TableCheck,
  type ToldRows,
  type Wanted,
} from './piece-check.ts';
import { cutAtRuns } from './run-pieces.ts';
import { readerOf } from './valid-records.ts';
import { type PieceWorkers, startWorkers } from './workers.ts';

/**
 * The number of pieces that are read ahead of the one whose result is awaited. Requests take memory, and who wants them
 * has more to do with them than it takes to read them.
 */
const MAX_AHEAD = { findings: 16, requests: 3 } as const;
/** A record with findings takes some kilobytes: with more of them ahead, their pieces are told first. */
const MAX_TOLD_AHEAD = 20_000;

type Table = TableInput & { readonly pieces: AsyncIterable<TablePiece> };

/** Absent where the records of an input can only be read one after the other. */
export function piecesOf(kind: Kind<unknown>, input: Input, options: DraftOptions, runs?: Runs): DraftSource['pieces'] {
  const { zone, candidates, onDateTime, onOddText, ...given } = options;
  if (input.kind !== 'table' || input.pieces === undefined) return undefined;
  if (candidates !== undefined) return undefined;
  // A cell that is empty is not told from its record's default there.
  if (options.defaults !== undefined) return undefined;
  const check = createTableCheck(kind, input, options);
  if (check === undefined) return undefined;
  const name = KIND_NAMES.find((known) => known === kind.words.many);
  const { file, header, delimiter } = input;
  const task = name && { kind: name, table: { file, header, delimiter }, zone: zone?.name, options: given };
  const pieces = runs === undefined ? input.pieces : cutAtRuns(input.pieces, runs);
  return (wanted) => {
    const start = () => task && startWorkers({ ...task, wanted });
    return checkPieces({ ...input, pieces }, check, { start, wanted, onDateTime, onOddText });
  };
}

interface Job {
  readonly piece: TablePiece;
  /** Of another thread; `undefined` where it could not tell. */
  readonly elsewhere?: Promise<PieceResult | undefined>;
  readonly own?: ReturnType<typeof checkPiece>;
}

export interface CheckingOptions {
  readonly start: () => PieceWorkers | undefined;
  readonly wanted: Wanted;
  readonly onDateTime?: DraftOptions['onDateTime'];
  readonly onOddText?: DraftOptions['onOddText'];
  /** A table of so many pieces is worth other threads. */
  readonly manyPieces?: number | undefined;
}

/**
 * This thread takes the first piece, while others start and have the next ones, and a piece for which all others are too busy.
 * One that another thread cannot read is read here again.
 */
export async function* checkPieces(
  table: Table,
  check: TableCheck,
  { start, wanted, onDateTime, onOddText, manyPieces = MANY_PIECES[wanted] }: CheckingOptions,
): AsyncGenerator<CheckedPiece> {
  const queue: Job[] = [];
  let [workers, blanks] = [undefined as PieceWorkers | undefined, 0];
  const checkHere = (piece: TablePiece) => checkPiece(table, check, piece, wanted);
  const begin = (piece: TablePiece): Job => {
    const elsewhere = workers?.take(piece);
    return elsewhere === undefined ? { piece, own: checkHere(piece) } : { piece, elsewhere };
  };
  const drafts = createDraftCache(table, check);
  const finish = async ({ piece, elsewhere, own }: Job) => {
    const answer = await elsewhere;
    const { result, fault } = answer === undefined ? (own ?? checkHere(piece)) : { result: answer, fault: undefined };
    const before = piece.before - blanks;
    blanks += result.blank.rows;
    table.account.addBlank(result.blank.lines);
    for (const [utc, localDay] of result.dateTimes) onDateTime?.(utc, localDay);
    for (const [field, text] of result.oddTexts) onOddText?.(field, text);
    const draftOf = (index: number) => drafts(piece, before, index);
    return { checked: toChecked(table.file, check, before, result, draftOf), fault };
  };
  const drain = async function* (max: number) {
    const toldAhead = () => queue.reduce((sum, { own }) => sum + (own?.result.told.length ?? 0), 0);
    while (queue.length > max || toldAhead() > MAX_TOLD_AHEAD) {
      const { checked, fault } = await finish(queue.shift() as Job);
      yield checked;
      if (fault === undefined) continue;
      table.account.giveUp();
      throw fault;
    }
  };
  const pieces = lookAhead(table.pieces, manyPieces, () => {
    workers = start();
  });
  try {
    for (;;) {
      const { piece, error } = await nextOf(pieces);
      // What stands before a fault of the file is told before it.
      if (piece === undefined) yield* drain(0);
      if (error !== undefined) throw error;
      if (piece === undefined) return;
      // Answers come only while this thread waits, and those that have come make room for further pieces.
      if (workers !== undefined) await setImmediate();
      queue.push(piece.before === 0 ? { piece } : begin(piece));
      yield* drain(workers === undefined ? 0 : MAX_AHEAD[wanted]);
    }
  } finally {
    await pieces.return(undefined);
    await workers?.close();
  }
}

async function nextOf(
  pieces: AsyncIterator<TablePiece>,
): Promise<{ readonly piece?: TablePiece | undefined; readonly error?: unknown }> {
  try {
    const { done, value } = await pieces.next();
    return done ? {} : { piece: value };
  } catch (error) {
    return { error };
  }
}

/** A shorter file is done before another thread has begun. This one has other work to do where requests are wanted. */
const MANY_PIECES = { findings: 16, requests: 2 } as const;

/** The same pieces. That there are many is told before the first one is given. */
async function* lookAhead(
  pieces: AsyncIterable<TablePiece>,
  many: number,
  onMany: () => void,
): AsyncGenerator<TablePiece> {
  const held: TablePiece[] = [];
  let fault: { readonly error: unknown } | undefined;
  let count = 0;
  try {
    for await (const piece of pieces) {
      held.push(piece);
      count += 1;
      if (count === many) onMany();
      if (count >= many) yield* held.splice(0);
    }
  } catch (error) {
    fault = { error };
  }
  yield* held;
  if (fault !== undefined) throw fault.error;
}

/**
 * Drafts of the piece that was asked about last. They are asked for where a record that is valid by itself is not so
 * beside the others, or is refused; many pieces together would be the whole file. The last draft is asked for again.
 */
function createDraftCache(table: Table, check: RowCheck) {
  let last: { readonly piece: TablePiece; readonly records: ReturnType<typeof recordsOf> } | undefined;
  let made: { readonly rows: RecordRows['rows']; readonly draft: Draft } | undefined;
  return (piece: TablePiece, before: number, index: number): Draft => {
    if (last?.piece !== piece) last = { piece, records: recordsOf(table, check, piece, before) };
    const rows = last.records[index] as RecordRows['rows'];
    if (made?.rows !== rows) made = { rows, draft: check.draftOf(rows) };
    return made.draft;
  };
}

function toChecked(
  file: string,
  check: RowCheck,
  before: number,
  { places, notes, validRows, validLines, valid, told }: PieceResult,
  draftOf: CheckedPiece['draftOf'],
): CheckedPiece {
  return {
    ...{ file, before, places, notes, validRows, validLines, draftOf },
    nextValid: valid && readerOf(valid, check.checks.resource),
    told: told.map((record) => ({
      index: record.index,
      findings: record.findings.map((finding) => ({ ...finding, record: finding.record + before })),
      isValid: record.isValid,
      draft: lazyDraft(record, before, check),
    })),
  };
}

/** Made of its rows when somebody asks for more than those. */
function lazyDraft(
  { rows: [first, ...others], key, ...flags }: ToldRows,
  before: number,
  { draftOf, locate }: RowCheck,
): Draft {
  const moved = (row: TableRow) => ({ ...row, record: row.record + before });
  const rows: RecordRows['rows'] = [moved(first), ...others.map(moved)];
  let made: Draft | undefined;
  const whole = () => {
    made ??= draftOf(rows);
    return made;
  };
  const sourceRow = (row: TableRow) => rowOf(row, { cells: row.cells });
  return {
    key,
    get request() {
      return whole().request;
    },
    get findings() {
      return whole().findings;
    },
    get problems() {
      return whole().problems;
    },
    get warnings() {
      return whole().warnings;
    },
    rows: [sourceRow(rows[0]), ...rows.slice(1).map(sourceRow)],
    unusable: flags.unusable,
    swallowed: flags.swallowed,
    dropped: flags.dropped,
    locate: (path) => locate?.(rows, path) ?? whole().locate(path),
  };
}
