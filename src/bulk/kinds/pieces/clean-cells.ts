/**
 * Tells of a row, cell by cell, whether nothing at all can be said against it, and makes no object for that. It asks the
 * very checks that a whole record passes.
 */

import { findSwallowed } from '../../../input/csv/swallowed-rows.ts';
import type { TableRow } from '../../../input/port.ts';
import type { ColumnField } from '../../../input/table/column-field.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { findForeignRow, isSurelyRecord } from '../../../input/table/foreign-rows.ts';
import { isBrokenCell, readCell } from '../../../input/table/row-values.ts';
import { isDateField } from '../../../input/values/column-advice.ts';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import { checkFields } from '../../../platform/fields/check.ts';
import { hasPlainCharacters, hasPlainShape } from '../../../platform/fields/damage/plain-text.ts';
import type { TextField } from '../../../platform/fields/field.ts';
import { checkText, checkTrimmed } from '../../../platform/fields/value-faults.ts';
import { findTextWarnings, warningOf } from '../../check/text-warnings.ts';
import { jsonWriter, type WrittenJson } from './json-writer.ts';

/** The value of a cell that is not empty and surely valid; otherwise `undefined`. */
type CellReader = (cell: string, isPlain?: boolean) => unknown;

/** What the cells of a row say, by the positions of their columns: `undefined` where they are empty. */
type CellValues = readonly unknown[];

export interface CleanCells {
  /**
   * Read once, and until the next row is read; `undefined` where the row is not clean. Where others read cells that are
   * not clean, it is so only where the row as a whole may be wrong.
   */
  readonly read: (row: TableRow, readOdd?: (row: TableRow, index: number) => unknown) => CellValues | undefined;
  /** Makes records of some fields, in their order, as the check of a record would give them. */
  readonly recordOf: (wanted: readonly ColumnField[]) => (values: CellValues) => Record<string, unknown>;
  /** The same records as JSON. */
  readonly jsonOf: (wanted: readonly ColumnField[]) => (values: CellValues) => WrittenJson;
}

/** `undefined` where no row can be told by its cells alone. */
export function createCleanCells(
  columns: Columns,
  required: readonly ColumnField[],
  options: ConversionOptions,
): CleanCells | undefined {
  const { fields, header, missing, isRejects } = columns;
  // A blank row is told by a required cell. Each entry of a list in a column of its own is valid only with the others.
  const hasEntries = fields.some((column) => column?.entry !== undefined);
  if (isRejects || missing.length > 0 || required.length === 0 || hasEntries) return undefined;
  const width = header.length;
  const needed = fields.map((column) => required.some(({ name }) => name === column?.name));
  const readers = fields.map((column) => (column === undefined ? undefined : readerOfCell(column, options)));
  const values: unknown[] = fields.map(() => undefined);
  const isWhole = (row: TableRow) => row.lines === 1 || standsAlone(columns, row, options);
  const isRecord = (row: TableRow) => findForeignRow(columns, row, options) === undefined;
  return {
    read: (row, readOdd) => {
      const { cells, isPlain } = row;
      if (cells.length !== width || !isWhole(row)) return undefined;
      let [said, isKnown] = [0, false];
      for (let index = 0; index < width; index += 1) {
        const cell = cells[index] ?? '';
        const read = readers[index];
        let value = cell === '' ? undefined : read?.(cell, isPlain);
        if (value === undefined && (cell === '' ? needed[index] : read !== undefined)) {
          // Nothing is said of a cell in a row that is no record.
          isKnown ||= readOdd !== undefined && isRecord(row);
          if (readOdd === undefined || !isKnown) return undefined;
          value = readOdd(row, index);
        } else if (value !== undefined) said += 1;
        values[index] = value;
      }
      return isKnown || isSurelyRecord(columns, row, said) || isRecord(row) ? values : undefined;
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

/** Where some fields stand, as far as they have columns. */
function positionsOf({ fields }: Columns, wanted: readonly ColumnField[]): Position[] {
  return wanted.flatMap(({ name, resource }) => {
    const index = fields.findIndex((column) => column?.name === name && column.resource === resource);
    return index === -1 ? [] : [{ name, index }];
  });
}

/** Whether a row of several lines surely holds no other rows. */
function standsAlone(columns: Columns, row: TableRow, options: ConversionOptions): boolean {
  const isBroken = (column: ColumnField | undefined, index: number) =>
    column !== undefined && isBrokenCell(column.field, row.cells[index] ?? '', options);
  return findSwallowed(columns, row) === undefined && !columns.fields.some(isBroken);
}

function readerOfCell(column: ColumnField, options: ConversionOptions): CellReader {
  const { field } = column;
  // A date in the one form that is read without a format says nothing of its column.
  const isText = field.kind === 'text' && (options.dateFormat === undefined || !isDateField(field));
  return isText ? readText(field, options) : remembering(readOther(column, options));
}

/** The number of cells of a column that are remembered. */
const MAX_REMEMBERED = 2_000;

/** Towns, dates, words and lists mostly come again, but ids and addresses do not: of them only the last is remembered. */
function remembering(read: CellReader): CellReader {
  const known = new Map<string, unknown>();
  let [last, value, again, comesAgain]: [string, unknown, number, boolean] = ['', undefined, 0, true];
  return (cell) => {
    if (cell === last) return value;
    const before = comesAgain ? known.get(cell) : undefined;
    if (before !== undefined) again += 1;
    [last, value] = [cell, before ?? read(cell)];
    if (before !== undefined || !comesAgain) return value;
    if (known.size >= MAX_REMEMBERED) {
      comesAgain = again >= MAX_REMEMBERED;
      again = 0;
      known.clear();
    }
    known.set(cell, value);
    return value;
  };
}

/** Most texts are told at a glance; to remember them would take longer. */
function readText(field: TextField, { fix }: ConversionOptions): CellReader {
  const readOdd = remembering((cell) => {
    // What --fix changes is said of the cell.
    if (cell.trim() === '' || (fix && cell.trim() !== cell)) return undefined;
    if (checkText(field, cell) !== undefined || warningOf(field, cell) !== undefined) return undefined;
    return cell;
  });
  let [last, value]: [string, unknown] = ['', undefined];
  return (cell, isPlain) => {
    if (cell === last) return value;
    const isUndamaged = hasPlainShape(cell) && (isPlain || hasPlainCharacters(cell));
    const isClean = isUndamaged && checkTrimmed(field, cell) === undefined;
    [last, value] = [cell, isUndamaged ? (isClean ? cell : undefined) : readOdd(cell)];
    return value;
  };
}

function readOther(column: ColumnField, options: ConversionOptions): CellReader {
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
