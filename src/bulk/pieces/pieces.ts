/** Checks the pieces of a table, those of a CSV file on several threads. Yields the results in the order of the pieces. */
import { setImmediate } from 'node:timers/promises';
import type { TableInput, TablePiece, TableRow } from '../../input/port.ts';
import { rowOf } from '../../input/table/origin.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { type CheckedPiece, type Draft, ROW_NUMBERS, type Wanted } from '../../model/draft.ts';
import {
  checkPiece,
  type PieceResult,
  type RecordRows,
  type RowCheck,
  type RowsWithFindings,
  recordsOf,
  type TableCheck,
} from './piece-check.ts';
import { readerOf } from './valid-records.ts';
import type { PieceWorkers } from './workers.ts';

/**
 * The number of pieces that are read ahead of the piece whose result is awaited. Requests take memory, and a run needs
 * more time to process them than to read them.
 */
const MAX_AHEAD = { findings: 16, requests: 3 } as const;
/** A record with findings takes some kilobytes. If more of them wait, the next piece is not read before some are yielded. */
const MAX_FINDINGS_AHEAD = 20_000;

interface Table extends Pick<TableInput, 'file' | 'header' | 'delimiter' | 'sheet' | 'lineCounts' | 'bytes'> {
  readonly pieces: AsyncIterable<TablePiece>;
}

interface Job {
  readonly piece: TablePiece;
  /** The result of another thread; `undefined` if that thread could not read the piece. */
  readonly fromThread?: Promise<PieceResult | undefined>;
  /** The result of this thread. */
  readonly fromHere?: ReturnType<typeof checkPiece>;
}

export interface CheckingOptions extends Pick<ConversionOptions, 'onDateTime' | 'onAdviceText'> {
  /** Starts the other threads; `undefined` if this thread checks all pieces. */
  readonly start: (() => PieceWorkers) | undefined;
  readonly wanted: Wanted;
  /** Other threads start if the table has at least this many pieces. */
  readonly manyPieces?: number | undefined;
}

/**
 * This thread checks the first piece while the other threads start. The others check the next pieces; if all of them are
 * busy, this thread checks a piece too. If another thread cannot read a piece, this thread reads it again.
 */
export async function* checkPieces(
  table: Table,
  check: TableCheck,
  { start, wanted, onDateTime, onAdviceText, manyPieces = MANY_PIECES[wanted] }: CheckingOptions,
): AsyncGenerator<CheckedPiece> {
  const queue: Job[] = [];
  let [workers, blanks] = [undefined as PieceWorkers | undefined, 0];
  const checkHere = (piece: TablePiece) => checkPiece(table, check, piece, wanted);
  const begin = (piece: TablePiece): Job => {
    const fromThread = 'rows' in piece ? undefined : workers?.check(piece);
    return fromThread === undefined ? { piece, fromHere: checkHere(piece) } : { piece, fromThread };
  };
  const drafts = createDraftCache(table, check);
  const finish = async ({ piece, fromThread, fromHere }: Job) => {
    const answer = await fromThread;
    const { result, fault } = answer ? { result: answer } : (fromHere ?? checkHere(piece));
    const before = piece.before - blanks;
    blanks += result.blank.rows;
    table.lineCounts.addBlank(result.blank.lines);
    for (const [utc, localDay] of result.dateTimes) onDateTime?.(utc, localDay);
    for (const [field, text] of result.adviceTexts) onAdviceText?.(field, text);
    const draftOf = (index: number) => drafts(piece, before, index);
    const checked = { ...toChecked(table, check, before, result, draftOf), expected: estimate(table, piece, result) };
    return { checked, fault };
  };
  const drain = async function* (max: number) {
    const findingsAhead = () =>
      queue.reduce((sum, { fromHere }) => sum + (fromHere?.result.withFindings.length ?? 0), 0);
    while (queue.length > max || findingsAhead() > MAX_FINDINGS_AHEAD) {
      const { checked, fault } = await finish(queue.shift() as Job);
      yield checked;
      if (fault === undefined) continue;
      table.lineCounts.giveUp();
      throw fault;
    }
  };
  const pieces = detectMany(table.pieces, start === undefined ? 1 : manyPieces, () => {
    workers = start?.();
  });
  try {
    for (;;) {
      const { piece, error } = await nextOf(pieces);
      // The records before a fault of the file are yielded before the fault is thrown.
      if (piece === undefined) yield* drain(0);
      if (error !== undefined) throw error;
      if (piece === undefined) return;
      // Answers of other threads arrive only while this thread waits. They make room for further pieces.
      if (workers !== undefined) await setImmediate();
      queue.push(piece.before === 0 ? { piece } : begin(piece));
      yield* drain(workers === undefined ? 0 : MAX_AHEAD[wanted]);
    }
  } finally {
    await pieces.return(undefined);
    await workers?.close();
  }
}

/** Returns the number of records of the file if all of it is like its first piece. */
function estimate({ bytes }: Table, piece: TablePiece, { places }: PieceResult): number | undefined {
  if (bytes === undefined || 'rows' in piece || piece.before > 0 || piece.bytes.length === 0) return undefined;
  return (places.length / ROW_NUMBERS) * (bytes / piece.bytes.length);
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

/** A shorter file is checked before another thread has started. If requests are wanted, this thread has other work too. */
const MANY_PIECES = { findings: 16, requests: 2 } as const;

/** Yields the same pieces. If there are at least `many`, calls `onMany` before it yields the first one. */
async function* detectMany(
  pieces: AsyncIterable<TablePiece>,
  many: number,
  onMany: () => void,
): AsyncGenerator<TablePiece> {
  const waiting: TablePiece[] = [];
  let fault: { readonly error: unknown } | undefined;
  let count = 0;
  try {
    for await (const piece of pieces) {
      waiting.push(piece);
      count += 1;
      if (count === many) onMany();
      if (count >= many) yield* waiting.splice(0);
    }
  } catch (error) {
    fault = { error };
  }
  yield* waiting;
  if (fault !== undefined) throw fault.error;
}

/**
 * Keeps the rows of one piece, and the last draft, which callers often need twice. Callers need the draft of a valid record
 * if a check across records finds something, or if the target refuses it. The rows of all pieces would be the whole file.
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
  { file, sheet }: Table,
  check: RowCheck,
  before: number,
  { places, notes, validRows, validLines, valid, withFindings }: PieceResult,
  draftOf: CheckedPiece['draftOf'],
): CheckedPiece {
  return {
    file,
    sheet,
    before,
    places,
    notes,
    validRows,
    validLines,
    draftOf,
    nextValid: valid && readerOf(valid, check.checks.resource, check.summary),
    withFindings: withFindings.map((record) => ({
      index: record.index,
      findings: record.findings.map((finding) => ({ ...finding, record: finding.record + before })),
      isValid: record.isValid,
      draft: lazyDraft(record, before, check),
    })),
  };
}

/** Creates the full draft from its rows only when a caller needs more than the rows. */
function lazyDraft(
  { rows: [first, ...others], key, ...flags }: RowsWithFindings,
  before: number,
  { draftOf, locate }: RowCheck,
): Draft {
  const moved = (row: TableRow) => ({ ...row, record: row.record + before });
  const rows: RecordRows['rows'] = [moved(first), ...others.map(moved)];
  let made: Draft | undefined;
  const fullDraft = () => {
    made ??= draftOf(rows);
    return made;
  };
  const sourceRow = (row: TableRow) => rowOf(row, { cells: row.cells });
  return {
    key,
    get request() {
      return fullDraft().request;
    },
    get findings() {
      return fullDraft().findings;
    },
    get problems() {
      return fullDraft().problems;
    },
    get warnings() {
      return fullDraft().warnings;
    },
    rows: [sourceRow(rows[0]), ...rows.slice(1).map(sourceRow)],
    unusable: flags.unusable,
    mayContainRows: flags.mayContainRows,
    dropped: flags.dropped,
    locate: (path) => locate?.(rows, path) ?? fullDraft().locate(path),
  };
}
