/** Checks the records of a piece of a table, each by itself. Threads exchange the result, so it is plain data. */

import { NumberWriter } from '../../base/bytes/number-writer.ts';
import { rowsIn } from '../../input/csv/cells.ts';
import type { TableInput, TablePiece, TableRow } from '../../input/port.ts';
import type { Columns } from '../../input/table/header/match-columns.ts';
import { sheetRowsIn } from '../../input/table/piece-rows.ts';
import { isBlankRow } from '../../input/table/rows.ts';
import { convertSheetCells } from '../../input/table/sheet-values.ts';
import type { AdviceText } from '../../input/values/column-advice.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { type Draft, ROW_NUMBERS, type Wanted } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { ValuePlace } from '../../model/place.ts';
import type { Path } from '../../platform/problem.ts';
import type { Compared, CrossCheck } from '../check/across-records.ts';
import { checkDraft, type DraftChecks } from '../check/check-draft.ts';
import { noteRecord } from '../check/validate.ts';
import { type Packable, type PackedRecords, packable, RecordPacker, type RequestSummary } from './valid-records.ts';

/** A table without its rows. */
export type TableHead = Pick<TableInput, 'file' | 'header' | 'delimiter' | 'sheet'>;

/** The result of the check of a piece. Its first record has number 1. */
export interface PieceResult {
  readonly places: Uint32Array<ArrayBuffer>;
  readonly validRows: number;
  readonly validLines: number;
  readonly notes: Uint32Array<ArrayBuffer>;
  readonly withFindings: readonly RowsWithFindings[];
  readonly blank: BlankRows;
  /** The records without findings; `undefined` if requests are not wanted. */
  readonly valid: PackedRecords | undefined;
  /** The dates and times of the piece, without those that this thread has reported before. */
  readonly dateTimes: readonly DateTime[];
  /** The same for texts that give advice about their columns. */
  readonly adviceTexts: readonly AdviceText[];
}

export type DateTime = Parameters<NonNullable<ConversionOptions['onDateTime']>>;

interface BlankRows {
  rows: number;
  lines: number;
}

/** The findings about a record. */
export interface RecordFindings {
  readonly findings: readonly Finding[];
  readonly isValid: boolean;
}

export const NO_FINDINGS: RecordFindings = { findings: [], isValid: true };

/** A record with findings, and the rows that it is made of. */
export interface RowsWithFindings
  extends RecordFindings,
    Pick<Draft, 'key' | 'unusable' | 'mayContainRows' | 'dropped'> {
  readonly index: number;
  readonly rows: readonly [TableRow, ...TableRow[]];
}

/** How the rows of a table are checked. */
export interface RowCheck {
  readonly columns: Columns;
  readonly checks: DraftChecks<unknown>;
  readonly crossChecks: readonly CrossCheck[];
  readonly draftOf: (rows: readonly [TableRow, ...TableRow[]]) => Draft;
  /** Finds the place of a value without a draft. */
  readonly locate?: ((rows: RecordRows['rows'], path: Path) => ValuePlace) | undefined;
  /** Summarizes valid requests; absent if runs read all of a request. */
  readonly summary?: RequestSummary | undefined;
  /** Groups the rows of each record, and calls `onRecord` when a record is complete. */
  readonly group: (onRecord: (record: RecordRows) => void) => Grouping;
}

interface Grouping {
  readonly add: (row: TableRow) => void;
  readonly end: () => void;
}

/** A check, and what it has read since the last call. */
export interface TableCheck extends RowCheck {
  readonly takeDateTimes: () => DateTime[];
  readonly takeAdviceTexts: () => AdviceText[];
}

/** A record that was checked without a draft. `toPack` is for records without findings. */
export type CheckedRecord = Compared & RecordFindings & { readonly toPack: () => Packable };

export interface RecordRows {
  readonly rows: readonly [TableRow, ...TableRow[]];
  /** Checks the record by its cells alone. Returns `undefined` if the check needs a draft. */
  readonly check: () => CheckedRecord | undefined;
}

/** `fault` is the error that stopped the reading; the result has all records before it. */
export function checkPiece(
  table: TableHead,
  check: TableCheck,
  piece: TablePiece,
  wanted: Wanted,
): { readonly result: PieceResult; readonly fault: Error | undefined } {
  return checkRows(check, rowsOfPiece(table, { ...piece, before: 0 }), wanted);
}

/** Returns the rows of each record of a piece. The number of the first record is `before` + 1. */
export function recordsOf(
  table: TableHead,
  { columns, group }: RowCheck,
  piece: TablePiece,
  before: number,
): RecordRows['rows'][] {
  const records: RecordRows['rows'][] = [];
  const grouping = group(({ rows }) => void records.push(rows));
  groupRows(columns, rowsOfPiece(table, { ...piece, before }), grouping, { rows: 0, lines: 0 });
  return records;
}

type PieceRows = ReturnType<typeof rowsIn>;

function rowsOfPiece(table: TableHead, piece: TablePiece): PieceRows {
  return 'rows' in piece ? sheetRowsIn(table, piece) : rowsIn(table.file, piece, table.delimiter);
}

/** Row by row: the objects of a row without findings can be released at once. */
function checkRows(check: TableCheck, all: PieceRows, wanted: Wanted): ReturnType<typeof checkPiece> {
  const { columns, checks, crossChecks, draftOf, summary, group, takeDateTimes, takeAdviceTexts } = check;
  const blank = { rows: 0, lines: 0 };
  const known = new Set(columns.missing);
  const [places, notes, withFindings] = [new NumberWriter(), new NumberWriter(), [] as RowsWithFindings[]];
  const valid = wanted === 'requests' ? new RecordPacker(summary) : undefined;
  let [validRows, validLines] = [0, 0];
  const addValid = (key: string | null, record: Packable | undefined, rows: RecordRows['rows']) => {
    validRows += rows.length;
    for (const { lines } of rows) validLines += lines;
    if (record !== undefined) valid?.add(key, record, placesOf(rows));
  };
  const grouping = group(({ rows, check: checkCells }) => {
    const checked = checkCells();
    const index = places.length / ROW_NUMBERS;
    const [{ line, record, lines }] = rows;
    places.push(line).push(record).push(lines);
    if (checked !== undefined) {
      const { key, findings, isValid } = checked;
      noteRecord(crossChecks, checked, notes);
      if (findings.length === 0) addValid(key, valid && checked.toPack(), rows);
      else withFindings.push({ index, rows, key, findings, isValid });
      return;
    }
    const draft = draftOf(rows);
    const { findings, request } = checkDraft(draft, checks, known);
    if (!draft.unusable) noteRecord(crossChecks, draft, notes);
    const isValid = request !== undefined;
    if (isValid && findings.length === 0) addValid(draft.key, valid && packable(request), rows);
    else {
      const { key, unusable, mayContainRows, dropped } = draft;
      withFindings.push({ index, rows, key, findings, isValid, unusable, mayContainRows, dropped });
    }
  });
  const fault = groupRows(columns, all, grouping, blank);
  const numbers = { places: places.flush(), notes: notes.flush(), validRows, validLines };
  const texts = { dateTimes: takeDateTimes(), adviceTexts: takeAdviceTexts() };
  return { result: { ...numbers, withFindings, blank, valid: valid?.flush(), ...texts }, fault };
}

/** Returns the places of all rows but the first, as `ROW_NUMBERS` numbers each. */
function placesOf([, ...others]: RecordRows['rows']): readonly number[] {
  return others.length === 0 ? NONE : others.flatMap(numbersOf);
}

function numbersOf({ line, record, lines }: TableRow): [number, number, number] {
  return [line, record, lines];
}

const NONE: readonly never[] = [];

/** Groups the rows that are not blank. Blank rows do not count in the numbers of records. */
function groupRows(columns: Columns, all: PieceRows, { add, end }: Grouping, blank: BlankRows): Error | undefined {
  for (;;) {
    const { done, value } = all.next();
    if (done) {
      end();
      return value;
    }
    if (isBlankRow(value, columns.header)) {
      blank.rows += 1;
      blank.lines += value.lines;
      continue;
    }
    const row = convertSheetCells(columns, value);
    add(blank.rows === 0 ? row : { ...row, record: row.record - blank.rows });
  }
}
