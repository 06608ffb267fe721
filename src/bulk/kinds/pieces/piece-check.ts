/** Checks the records of a piece of a table, each by itself. What it gives goes from one thread to another as it is. */
import { NumberWriter } from '../../../base/bytes/number-writer.ts';
import { rowsIn } from '../../../input/csv/cells.ts';
import type { TableInput, TablePiece, TableRow } from '../../../input/port.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { isBlankRow } from '../../../input/table/rows.ts';
import type { OddText } from '../../../input/values/column-advice.ts';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import { type Draft, type DraftSource, ROW_NUMBERS } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import type { ValuePlace } from '../../../model/place.ts';
import type { Path } from '../../../platform/problem.ts';
import { checkDraft, type DraftChecks } from '../../check/check-draft.ts';
import type { Compared, CrossCheck } from '../../check/repeats.ts';
import { noteRecord } from '../../check/validate.ts';
import { type Packable, type PackedRecords, packable, RecordPacker } from './valid-records.ts';

/** A table without its rows. */
export type TableHead = Pick<TableInput, 'file' | 'header' | 'delimiter'>;

/** What is found in a piece. Records are numbered from 1. */
export interface PieceResult {
  readonly places: Uint32Array<ArrayBuffer>;
  readonly validRows: number;
  readonly validLines: number;
  readonly notes: Uint32Array<ArrayBuffer>;
  readonly told: readonly ToldRows[];
  readonly blank: BlankRows;
  /** What is valid and not told, where requests are wanted. */
  readonly valid: PackedRecords | undefined;
  /** Each date and time, but for those that this thread has told of before. */
  readonly dateTimes: readonly DateTime[];
  /** The same of texts that say something about their columns. */
  readonly oddTexts: readonly OddText[];
}

export type DateTime = Parameters<NonNullable<ConversionOptions['onDateTime']>>;

interface BlankRows {
  rows: number;
  lines: number;
}

/** What is said of a record. */
export interface ToldRecord {
  readonly findings: readonly Finding[];
  readonly isValid: boolean;
}

export const CLEAN: ToldRecord = { findings: [], isValid: true };

/** A record with findings, as the rows that it was made of. */
export interface ToldRows extends ToldRecord, Pick<Draft, 'key' | 'unusable' | 'swallowed' | 'dropped'> {
  readonly index: number;
  readonly rows: readonly [TableRow, ...TableRow[]];
}

/** How the rows of a table are checked. */
export interface RowCheck {
  readonly columns: Columns;
  readonly checks: DraftChecks<unknown>;
  readonly crossChecks: readonly CrossCheck[];
  readonly draftOf: (rows: readonly [TableRow, ...TableRow[]]) => Draft;
  /** Where the value of a path stands, where that shows without a draft. */
  readonly locate?: ((rows: RecordRows['rows'], path: Path) => ValuePlace) | undefined;
  /** Puts rows together that are one record, and checks those of which a look at their cells tells all. */
  readonly group: (take: (record: RecordRows) => void) => Grouping;
}

interface Grouping {
  readonly add: (row: TableRow) => void;
  readonly end: () => void;
}

export type Wanted = Parameters<NonNullable<DraftSource['pieces']>>[0];

/** A check with what it found since that was taken. */
export interface TableCheck extends RowCheck {
  readonly takeDateTimes: () => DateTime[];
  readonly takeOddTexts: () => OddText[];
}

/** A record that was checked without a draft: what is compared of it, and what is said of it. */
export type CheckedRecord = Compared & ToldRecord & { readonly whole: () => Packable };

export interface RecordRows {
  readonly rows: readonly [TableRow, ...TableRow[]];
  /** Found out when it is asked for; `undefined` where it needs a draft. */
  readonly check: () => CheckedRecord | undefined;
}

/** The fault ends the reading behind what the result has. */
export function checkPiece(
  { file, delimiter }: TableHead,
  check: TableCheck,
  piece: TablePiece,
  wanted: Wanted,
): { readonly result: PieceResult; readonly fault: Error | undefined } {
  return checkRows(check, rowsIn(file, { ...piece, before: 0 }, delimiter), wanted);
}

/** The rows of each record of a piece, whose records are numbered from `before` on. */
export function recordsOf(
  { file, delimiter }: TableHead,
  { columns, group }: RowCheck,
  piece: TablePiece,
  before: number,
): RecordRows['rows'][] {
  const records: RecordRows['rows'][] = [];
  const grouping = group(({ rows }) => void records.push(rows));
  groupRows(columns, rowsIn(file, { ...piece, before }, delimiter), grouping, { rows: 0, lines: 0 });
  return records;
}

type PieceRows = ReturnType<typeof rowsIn>;

/** Row by row, so that those without findings are forgotten at once. */
function checkRows(check: TableCheck, all: PieceRows, wanted: Wanted): ReturnType<typeof checkPiece> {
  const { columns, checks, crossChecks, draftOf, group, takeDateTimes, takeOddTexts } = check;
  const blank = { rows: 0, lines: 0 };
  const known = new Set(columns.missing);
  const [places, notes, told] = [new NumberWriter(), new NumberWriter(), [] as ToldRows[]];
  const valid = wanted === 'requests' ? new RecordPacker(checks.resource) : undefined;
  let [validRows, validLines] = [0, 0];
  const take = (key: string | null, whole: Packable | undefined, rows: RecordRows['rows']) => {
    validRows += rows.length;
    for (const { lines } of rows) validLines += lines;
    if (whole !== undefined) valid?.add(key, whole, placesOf(rows));
  };
  const grouping = group(({ rows, check: lookAt }) => {
    const checked = lookAt();
    const index = places.length / ROW_NUMBERS;
    const [{ line, record, lines }] = rows;
    places.push(line).push(record).push(lines);
    if (checked !== undefined) {
      const { key, findings, isValid } = checked;
      noteRecord(crossChecks, checked, notes);
      if (findings.length === 0) take(key, valid && checked.whole(), rows);
      else told.push({ index, rows, key, findings, isValid });
      return;
    }
    const draft = draftOf(rows);
    const { findings, request } = checkDraft(draft, checks, known);
    if (!draft.unusable) noteRecord(crossChecks, draft, notes);
    const isValid = request !== undefined;
    if (isValid && findings.length === 0) take(draft.key, valid && packable(request), rows);
    else {
      const { key, unusable, swallowed, dropped } = draft;
      told.push({ index, rows, key, findings, isValid, unusable, swallowed, dropped });
    }
  });
  const fault = groupRows(columns, all, grouping, blank);
  const numbers = { places: places.take(), notes: notes.take(), validRows, validLines };
  const texts = { dateTimes: takeDateTimes(), oddTexts: takeOddTexts() };
  return { result: { ...numbers, told, blank, valid: valid?.take(), ...texts }, fault };
}

/** Where the rows after the first one stand. */
function placesOf([, ...others]: RecordRows['rows']): readonly number[] {
  return others.length === 0 ? NONE : others.flatMap(numbersOf);
}

function numbersOf({ line, record, lines }: TableRow): [number, number, number] {
  return [line, record, lines];
}

const NONE: readonly never[] = [];

/** Groups the rows that say something, numbered anew. */
function groupRows({ header }: Columns, all: PieceRows, { add, end }: Grouping, blank: BlankRows): Error | undefined {
  for (;;) {
    const { done, value } = all.next();
    if (done) {
      end();
      return value;
    }
    if (isBlankRow(value, header)) {
      blank.rows += 1;
      blank.lines += value.lines;
    } else add(blank.rows === 0 ? value : { ...value, record: value.record - blank.rows });
  }
}
