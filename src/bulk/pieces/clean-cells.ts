/**
 * Finds the rows without any finding, cell by cell, and creates no object per row. Each cell passes the same checks as the
 * field of a record.
 */

import { findSwallowed } from '../../input/csv/swallowed-rows.ts';
import type { SheetValue, TableRow } from '../../input/port.ts';
import { findTypeWarning } from '../../input/table/cell-types.ts';
import type { ColumnField } from '../../input/table/column-field.ts';
import { findForeignRow, isSurelyRecord } from '../../input/table/foreign-rows.ts';
import type { Columns } from '../../input/table/header/match-columns.ts';
import { isBrokenCell, readCell } from '../../input/table/row-values.ts';
import { isDateField } from '../../input/values/column-advice.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { checkFields } from '../../platform/fields/check.ts';
import { hasPlainCharacters, hasPlainShape } from '../../platform/fields/damage/plain-text.ts';
import type { TextField } from '../../platform/fields/field.ts';
import { checkText, checkTrimmed } from '../../platform/fields/value-faults.ts';
import { findTextWarnings, warningOf } from '../check/text-warnings.ts';
import { jsonWriter, type WrittenJson } from './json-writer.ts';

/** Returns the value of a cell that is certainly valid, otherwise `undefined`. Not called for empty cells. */
type CellReader = (cell: string, isPlain?: boolean) => unknown;

/** The values of a row, by the positions of the columns; `undefined` for an empty cell. */
type CellValues = readonly unknown[];

export interface CleanCells {
  /**
   * Returns the values of a row, or `undefined` if a cell may have a finding. `readSuspect` reads such cells; then the
   * result is `undefined` only if the row as a whole may be wrong. The next call writes into the same array.
   */
  readonly read: (row: TableRow, readSuspect?: (row: TableRow, index: number) => unknown) => CellValues | undefined;
  /** Creates records of some fields, in the order of `wanted`, with the values that the check of a record gives. */
  readonly recordOf: (wanted: readonly ColumnField[]) => (values: CellValues) => Record<string, unknown>;
  /** The same records as JSON. */
  readonly jsonOf: (wanted: readonly ColumnField[]) => (values: CellValues) => WrittenJson;
}

/** Returns `undefined` for tables whose rows cannot be checked cell by cell. */
export function createCleanCells(
  columns: Columns,
  required: readonly ColumnField[],
  options: ConversionOptions,
): CleanCells | undefined {
  const { fields, header, missing } = columns;
  // Only a required cell shows that a row is not blank. Entries of a list that have a column each are valid only together.
  const hasEntries = fields.some((column) => column?.entry !== undefined);
  if (missing.length > 0 || required.length === 0 || hasEntries) return undefined;
  const width = header.length;
  const needed = fields.map((column) => required.some(({ name }) => name === column?.name));
  const readers = fields.map((column) => (column === undefined ? undefined : readerOfCell(column, options)));
  const values: unknown[] = fields.map(() => undefined);
  const isWhole = (row: TableRow) =>
    row.sheet === undefined
      ? row.lines === 1 || isOneRecord(columns, row, options)
      : !hasOddValue(columns, row) && !hasBrokenCell(columns, row, options);
  const isRecord = (row: TableRow) => findForeignRow(columns, row, options) === undefined;
  return {
    read: (row, readSuspect) => {
      const { cells, isPlain } = row;
      if (cells.length !== width || !isWhole(row)) return undefined;
      let [filled, isKnownRecord] = [0, false];
      for (let index = 0; index < width; index += 1) {
        const cell = cells[index] ?? '';
        const read = readers[index];
        let value = cell === '' ? undefined : read?.(cell, isPlain);
        if (value === undefined && (cell === '' ? needed[index] : read !== undefined)) {
          // A row that is no record has no findings about its cells.
          isKnownRecord ||= readSuspect !== undefined && isRecord(row);
          if (readSuspect === undefined || !isKnownRecord) return undefined;
          value = readSuspect(row, index);
        } else if (value !== undefined) filled += 1;
        values[index] = value;
      }
      return isKnownRecord || isSurelyRecord(columns, row, filled) || isRecord(row) ? values : undefined;
    },
    recordOf: (wanted) => {
      const read = positionsOf(columns, wanted);
      return (from) => {
        const record: Record<string, unknown> = {};
        for (const { name, index } of read) if (from[index] !== undefined) record[name] = from[index];
        return record;
      };
    },
    jsonOf: (wanted) => jsonWriter(positionsOf(columns, wanted)),
  };
}

interface Position {
  readonly name: string;
  readonly index: number;
}

/** Returns the positions of those fields that have a column. */
function positionsOf({ fields }: Columns, wanted: readonly ColumnField[]): Position[] {
  return wanted.flatMap(({ name, resource }) => {
    const index = fields.findIndex((column) => column?.name === name && column.resource === resource);
    return index === -1 ? [] : [{ name, index }];
  });
}

/** Whether a row of several lines certainly contains no other rows. */
function isOneRecord(columns: Columns, row: TableRow, options: ConversionOptions): boolean {
  return findSwallowed(columns, row) === undefined && !hasBrokenCell(columns, row, options);
}

function hasBrokenCell({ fields }: Columns, { cells }: TableRow, options: ConversionOptions): boolean {
  return fields.some(
    (column, index) => column !== undefined && isBrokenCell(column.field, cells[index] ?? '', options),
  );
}

/** Whether a cell of a sheet has an unknown value, or one of a type that does not fit its column. */
function hasOddValue({ fields }: Columns, { cells, values = NO_VALUES }: TableRow): boolean {
  for (const [index, value] of values) {
    const column = fields[index];
    if (column === undefined) continue;
    if (value.fault !== undefined || findTypeWarning(column, [], cells[index] ?? '', value) !== undefined) return true;
  }
  return false;
}

const NO_VALUES: ReadonlyMap<number, SheetValue> = new Map();

function readerOfCell(column: ColumnField, options: ConversionOptions): CellReader {
  const { field } = column;
  // Without a date format, dates are read as texts: the standard form gives no advice about a column.
  const isText = field.kind === 'text' && (options.dateFormat === undefined || !isDateField(field));
  return isText ? textCellReader(field, options) : caching(otherCellReader(column, options));
}

/** The number of cells that the cache of a column keeps. */
const MAX_CACHED = 2_000;

/**
 * Caches the values of a column. Towns, dates, words and lists mostly come again. Ids and addresses do not: for such a
 * column the cache keeps the last cell alone.
 */
function caching(read: CellReader): CellReader {
  const known = new Map<string, unknown>();
  let [last, value, again, comesAgain]: [string, unknown, number, boolean] = ['', undefined, 0, true];
  return (cell) => {
    if (cell === last) return value;
    const before = comesAgain ? known.get(cell) : undefined;
    if (before !== undefined) again += 1;
    [last, value] = [cell, before ?? read(cell)];
    if (before !== undefined || !comesAgain) return value;
    if (known.size >= MAX_CACHED) {
      comesAgain = again >= MAX_CACHED;
      again = 0;
      known.clear();
    }
    known.set(cell, value);
    return value;
  };
}

/** Most texts are plain. To check a plain text takes less time than to look it up in a cache. */
function textCellReader(field: TextField, { fix }: ConversionOptions): CellReader {
  const readUnusual = caching((cell) => {
    // A change by --fix needs a note.
    if (cell.trim() === '' || (fix && cell.trim() !== cell)) return undefined;
    if (checkText(field, cell) !== undefined || warningOf(field, cell) !== undefined) return undefined;
    return cell;
  });
  let [last, value]: [string, unknown] = ['', undefined];
  return (cell, isPlain) => {
    if (cell === last) return value;
    const isUndamaged = hasPlainShape(cell) && (isPlain || hasPlainCharacters(cell));
    const isClean = isUndamaged && checkTrimmed(field, cell) === undefined;
    [last, value] = [cell, isUndamaged ? (isClean ? cell : undefined) : readUnusual(cell)];
    return value;
  };
}

function otherCellReader(column: ColumnField, options: ConversionOptions): CellReader {
  const { resource, name, field } = column;
  const alone = { ...resource, fields: { [name]: field } };
  return (cell) => {
    const { value, problems, fixed = [] } = readCell(column, cell, options);
    const record = { [name]: value };
    const form = checkFields<Record<string, unknown>>(alone, record);
    const isValid =
      value !== '' && problems.length + fixed.length === 0 && findTextWarnings(alone, record).length === 0;
    return isValid && 'value' in form ? form.value[name] : undefined;
  };
}
