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
import { checkText } from '../../../platform/fields/rules.ts';
import { findTextWarnings, warningOf } from '../../check/text-warnings.ts';

/** The value of a cell that is not empty and surely right; otherwise `undefined`. */
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
  // A blank row is told by a required cell. Each entry of a list in a column of its own is right only with the others.
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
  return field.kind === 'text' && !isDateField(field) ? readText(field, options) : readOther(column, options);
}

/** The cell above often says the same. */
function readText(field: TextField, { fix }: ConversionOptions): CellReader {
  let last = '';
  return (cell) => {
    const text = fix ? cell.trim() : cell;
    if (cell === last) return text;
    if (text !== cell && fixDamage(cell, useOf(field)) !== undefined) return undefined;
    if (text === '' || checkText(field, text) !== undefined || warningOf(field, text) !== undefined) return undefined;
    last = cell;
    return text;
  };
}

/** The number of cells of a column that are remembered. Numbers, dates, words and lists mostly come again. */
const REMEMBERED_MAX = 2_000;

function readOther(column: ColumnField, options: ConversionOptions): CellReader {
  const { resource, name, field } = column;
  const alone = { ...resource, fields: { [name]: field } };
  const known = new Map<string, unknown>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined || known.has(cell)) return before;
    const { value, problems, fixed = [] } = readCell(column, cell, options);
    const record = { [name]: value };
    const form = checkFields<Record<string, unknown>>(alone, record);
    const isRight =
      value !== '' && problems.length + fixed.length === 0 && findTextWarnings(alone, record).length === 0;
    const read = isRight && 'value' in form ? form.value[name] : undefined;
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(cell, read);
    return read;
  };
}
