/**
 * Tells of a row, cell by cell, whether nothing at all can be said against it, and makes no object for that. It asks the
 * very checks that a whole record passes. Where it says no, they are asked again about the record, and say what is wrong.
 */

import type { ColumnField } from '../../../input/table/column-field.ts';
import type { Columns } from '../../../input/table/columns.ts';
import { readCell } from '../../../input/table/row-values.ts';
import type { ConversionOptions } from '../../../input/values/conversion.ts';
import { isDateField } from '../../../input/values/odd-texts.ts';
import { checkFields } from '../../../platform/fields/check.ts';
import { fixDamage, useOf } from '../../../platform/fields/damage/fix-damage.ts';
import type { TextField } from '../../../platform/fields/field.ts';
import { checkText } from '../../../platform/fields/value-faults.ts';
import { findTextWarnings, warningOf } from '../../check/text-warnings.ts';

/** The value of a cell that is not empty and surely valid; otherwise `undefined`. */
type CellReader = (cell: string) => unknown;

export interface CleanCells {
  readonly isClean: (cells: readonly string[]) => boolean;
  /** Reads some fields of clean cells, in their order, as the check of a record would give them. */
  readonly readerOf: (wanted: readonly ColumnField[]) => (cells: readonly string[]) => Record<string, unknown>;
}

/** `undefined` where no row can be told by its cells alone. */
export function createCleanCells(
  { fields, header, missing, isRejects }: Columns,
  required: readonly ColumnField[],
  options: ConversionOptions,
): CleanCells | undefined {
  // A blank row is told by a required cell. Each entry of a list in a column of its own is valid only with the others.
  const hasEntries = fields.some((column) => column?.entry !== undefined);
  if (isRejects || missing.length > 0 || required.length === 0 || hasEntries) return undefined;
  const width = header.length;
  const needed = fields.map((column) => required.some(({ name }) => name === column?.name));
  const told = needed.indexOf(true);
  const readers = fields.map((column) => (column === undefined ? undefined : readerOfCell(column, options)));
  return {
    isClean: (cells) => {
      // A header that comes again may consist of good ids.
      if (cells.length !== width || cells[told] === header[told]) return false;
      for (let index = 0; index < width; index += 1) {
        const cell = cells[index] ?? '';
        const read = readers[index];
        if (cell === '' ? needed[index] : read !== undefined && read(cell) === undefined) return false;
      }
      return true;
    },
    readerOf: (wanted) => {
      const read = wanted.flatMap(({ name, resource }) => {
        const index = fields.findIndex((column) => column?.name === name && column.resource === resource);
        const reader = readers[index];
        return reader === undefined ? [] : [{ name, index, reader }];
      });
      return (cells) => {
        const record: Record<string, unknown> = {};
        for (const { name, index, reader } of read) {
          const cell = cells[index] ?? '';
          if (cell !== '') record[name] = reader(cell);
        }
        return record;
      };
    },
  };
}

function readerOfCell(column: ColumnField, options: ConversionOptions): CellReader {
  const { field } = column;
  const isText = field.kind === 'text' && !isDateField(field);
  return remembering(isText ? readText(field, options) : readOther(column, options));
}

/** The number of cells of a column that are remembered. */
const REMEMBERED_MAX = 2_000;

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
    if (known.size >= REMEMBERED_MAX) {
      comesAgain = again >= REMEMBERED_MAX;
      again = 0;
      known.clear();
    }
    known.set(cell, value);
    return value;
  };
}

function readText(field: TextField, { fix }: ConversionOptions): CellReader {
  return (cell) => {
    const text = fix ? cell.trim() : cell;
    if (text !== cell && fixDamage(cell, useOf(field)) !== undefined) return undefined;
    if (text === '' || checkText(field, text) !== undefined || warningOf(field, text) !== undefined) return undefined;
    return text;
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
