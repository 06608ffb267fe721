/** Takes a row of a table apart: values by resource and field, and what was found on the way. */
import { unguardCell } from '../contract/formula-guard.ts';
import type { Finding } from '../contract/finding.ts';
import type { Path, Problem } from '../contract/problem.ts';
import type { ColumnField, Columns } from './columns.ts';
import { convertCell } from './convert.ts';
import type { Coordinates } from '../contract/draft.ts';
import type { ConversionOptions } from './conversion.ts';
import type { CsvRow, Origin } from './port.ts';

export interface RowValue {
  readonly column: ColumnField;
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** The values of a row's cells. Empty cells say nothing and are left out. */
export function readRow(
  { fields, isRejects }: Columns,
  { cells }: CsvRow,
  pathOf: (column: ColumnField) => Path,
  options: ConversionOptions,
): RowValue[] {
  return fields.flatMap((column, index) => {
    const cell = cells[index] ?? '';
    if (column === undefined || (options.fix ? cell.trim() : cell) === '') return [];
    const target = { ...column, path: pathOf(column) };
    return [{ column, ...convertCell(column.field, isRejects ? unguardCell(cell) : cell, target, options) }];
  });
}

/** A record of the values of one resource. */
export function collectValues(values: readonly RowValue[], resource: ColumnField['resource']): Record<string, unknown> {
  const own = values.filter(({ column }) => column.resource === resource);
  return Object.fromEntries(own.map(({ column, value }) => [column.name, value]));
}

/** A finding where a row has more or fewer cells than the header. Such a row is not looked at further. */
export function checkWidth({ header }: Columns, row: CsvRow, key: string | null): Finding | undefined {
  const [expected, found] = [header.length, row.cells.length];
  if (expected === found) return undefined;
  return {
    ...rowFinding(row, 'error', 'input.row.width'),
    key,
    message: `The row has ${found} cells and the header ${expected}`,
    suggestion: found > expected ? 'put quotes around a cell that contains the delimiter' : 'add the missing cells',
  };
}

/** A finding about a row, to be completed. */
export function rowFinding({ file, line, record }: Origin, severity: Finding['severity'], rule: string): Finding {
  return {
    severity,
    file,
    line,
    record,
    column: null,
    field: null,
    key: null,
    code: null,
    rule,
    message: '',
    suggestion: null,
  };
}

/** Where the value of a field stands in a row. */
export function locateCell(columns: Columns, { file, line, record }: Origin, name: string): Coordinates {
  const index = columns.fields.findIndex((column) => column?.name === name);
  return { file, line, record, column: columns.header[index] ?? null, field: name };
}
