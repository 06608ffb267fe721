/** Reads the cells of a row into values by resource and field, with their problems. */
import type { Finding } from '../../model/finding.ts';
import { cellAddress, type ValuePlace } from '../../model/place.ts';
import { MISSING_CELL } from '../../model/reject-columns.ts';
import { type Field, isOneLine } from '../../platform/fields/field.ts';
import { fieldRule } from '../../platform/fields/field-path.ts';
import type { FieldProblem } from '../../platform/fields/problem-names.ts';
import type { SheetFault } from '../../platform/fields/sheet-faults.ts';
import { checkText } from '../../platform/fields/value-faults.ts';
import { formatPath, type Path, type Problem, problem } from '../../platform/problem.ts';
import { hasLineBreak, isJsonList, linesOf } from '../csv/cell-lines.ts';
import type { TableRow } from '../port.ts';
import { noteAdviceText } from '../values/column-advice.ts';
import { type ConversionOptions, isPlain } from '../values/conversion.ts';
import { convertCell, convertPlainCell, findPlainFault } from '../values/convert.ts';
import { fixText, fixValue, trimNote } from '../values/fix.ts';
import { findTypeWarning } from './cell-types.ts';
import type { ColumnField } from './column-field.ts';
import type { Columns } from './header/match-columns.ts';
import { describeFault } from './sheet-values.ts';

/** A row with the columns of its file. */
export interface PlacedRow {
  readonly columns: Columns;
  readonly row: TableRow;
}

export interface RowValue {
  readonly column: ColumnField;
  readonly value: unknown;
  /** The problems of the value. Their paths begin at the record of the column's resource. */
  readonly problems: readonly Problem[];
  /** What is odd about the cell. The value is used. Only cells of sheets have such warnings. */
  readonly warnings?: readonly Problem[] | undefined;
  /** The changes by `--fix`. */
  readonly fixed?: readonly Problem[] | undefined;
}

/** Reads the values of a row. Empty cells have no value. */
export function readValues(columns: Columns, row: TableRow, options: ConversionOptions): RowValue[] {
  const values: RowValue[] = [];
  for (let index = 0; index < columns.fields.length; index += 1) {
    const value = readValue({ columns, row }, index, options);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Reads the value of the cell in one column; returns `undefined` if it is empty or not read. */
export function readValue(
  { columns, row }: PlacedRow,
  index: number,
  options: ConversionOptions,
): RowValue | undefined {
  const { fields, isRejects } = columns;
  const [column, cell] = [fields[index], row.cells[index] ?? ''];
  if (column === undefined) return undefined;
  const sheetValue = row.values?.get(index);
  if (sheetValue?.fault !== undefined) return faultyValue(column, sheetValue.fault, describeFault(sheetValue));
  if (isRejects && cell === MISSING_CELL) return undefined;
  if (cell === '' || (options.fix && cell.trim() === '')) return undefined;
  const isBroken = (row.lines > 1 || !isOfLines(row)) && isBrokenCell(column.field, cell, options);
  if (isBroken) return brokenValue(column, row, index);
  const value = readCell(column, cell, options);
  const warnings = sheetValue && findTypeWarning(column, pathOf(column), cell, sheetValue);
  return warnings === undefined ? value : { ...value, warnings };
}

/** Returns the result for a faulty cell of a sheet, which has no value. */
function faultyValue(
  column: ColumnField,
  fault: SheetFault,
  { message, suggestion }: ReturnType<typeof describeFault>,
): RowValue {
  const rule = fieldRule({ ...column, isEntry: column.entry !== undefined }, fault);
  const found = problem({ path: pathOf(column), rule, message: `${column.name} ${message}`, suggestion });
  return { column, value: undefined, problems: [found] };
}

/** Whether the lines of a row are those of its cells, as in CSV. In a sheet and in JSON they are not. */
function isOfLines({ isPlain: isOfText }: TableRow): boolean {
  return isOfText !== undefined;
}

/** Whether a cell has several lines although its field cannot. */
export function isBrokenCell(field: Field, cell: string, { fix }: ConversionOptions): boolean {
  const text = fix ? cell.trim() : cell;
  return hasLineBreak(text) && isOneLine(field) && !(field.kind === 'list' && isJsonList(text));
}

/** Returns the result for a broken cell, without its text: a part of the text may belong to another row. */
function brokenValue(column: ColumnField, row: TableRow, index: number): RowValue {
  const { name, field, entry } = column;
  const rule = fieldRule({ ...column, isEntry: entry !== undefined }, brokenAs(field, row.cells[index] ?? ''));
  const [place, suggestion] = isOfLines(row)
    ? [`: its cell stands in ${linesOf(row, index)}`, `${JOIN_LINES}; if the cell holds other rows, ${UNQUOTE}`]
    : ['', JOIN_LINES];
  const message = `${name} holds a line break${place}`;
  return { column, value: undefined, problems: [problem({ path: pathOf(column), rule, message, suggestion })] };
}

const [JOIN_LINES, UNQUOTE] = ['write it in one line', 'remove the quotes around them'];

/** Returns the problem that the same value has in JSON, or else the one for a line break. */
function brokenAs(field: Field, text: string): FieldProblem {
  switch (field.kind) {
    case 'text':
      return checkText(field, text)?.problem ?? 'line-break';
    case 'date-time':
      return 'invalid';
    case 'choice':
      return 'choice';
    case 'list':
    case 'object':
      return 'line-break';
    default:
      return 'type';
  }
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Reads the value of a cell that is not empty. */
export function readCell(column: ColumnField, cell: string, options: ConversionOptions): RowValue {
  if (!options.fix) return convert(column, cell, options);
  const [path, { field }] = [pathOf(column), column];
  if (field.kind !== 'list') {
    const { value: text, fixed } = fixText(field, cell, path);
    return { ...convert(column, text, options), fixed };
  }
  // In a list, each entry is fixed separately.
  const read = convert(column, cell, options);
  const { value, fixed } = fixValue(field, read.value, path);
  const isTrimmed = isListTrimmed(column, cell, read.value, options);
  return { ...read, value, fixed: isTrimmed ? [...fixed, trimNote(path)] : fixed };
}

/** Whether the entries of a list would have white space around them without `--fix`. */
function isListTrimmed(column: ColumnField, cell: string, value: unknown, options: ConversionOptions): boolean {
  if (!/\s/.test(cell)) return false;
  const { resource, name, field } = column;
  const place = { resource, name, path: pathOf(column) };
  const loose = convertCell(field, cell, place, { ...options, fix: false }).value;
  return JSON.stringify(loose) !== JSON.stringify(value);
}

function convert(column: ColumnField, cell: string, options: ConversionOptions): RowValue {
  const { resource, name, field } = column;
  noteAdviceText(field, () => formatPath(pathOf(column)), cell, options);
  if (isPlain(field)) {
    const value = convertPlainCell(field, cell, options);
    // Entries of a list have rules of their own, which the check of the list applies.
    const isOwn = column.entry === undefined;
    const problems = isOwn ? findPlainFault(field, value, () => ({ resource, name, path: [name] })) : NO_PROBLEMS;
    return { column, value, problems };
  }
  const { value, problems } = convertCell(field, cell, { resource, name, path: pathOf(column) }, options);
  return { column, value, problems };
}

/** The path of a column's values in their record. */
export function pathOf({ name, entry }: ColumnField): Path {
  if (entry === undefined) return [name];
  return entry.part === undefined ? [name, entry.index] : [name, entry.index, entry.part];
}

/** Collects the values of one resource into a record. Columns with entries of a list become one list. */
export function collectValues(values: readonly RowValue[], resource: ColumnField['resource']): Record<string, unknown> {
  return collectRecord(values.filter(({ column }) => column.resource === resource));
}

/** Collects all values of a row into a record. All names are from the contract, so none is `__proto__`. */
export function collectRecord(own: readonly RowValue[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { column, value } of own) if (column.entry === undefined) record[column.name] = value;
  for (const { column, value } of own) {
    if (column.entry !== undefined) addEntry(record, column.name, column.entry, value);
  }
  return record;
}

/** Puts an entry at the index of its header. A gap becomes an empty entry. */
function addEntry(
  record: Record<string, unknown>,
  name: string,
  { index, part }: NonNullable<ColumnField['entry']>,
  value: unknown,
): void {
  const list = Array.isArray(record[name]) ? (record[name] as unknown[]) : [];
  record[name] = list;
  while (list.length <= index) list.push(part === undefined ? '' : {});
  if (part === undefined) list[index] = value;
  else list[index] = { ...(list[index] as object), [part]: value };
}

/** Returns the notes about changes by `--fix` in a row. */
export function fixFindings(at: PlacedRow, values: readonly RowValue[], key: string | null): Finding[] {
  return values.flatMap(({ fixed = NO_PROBLEMS }) =>
    fixed.map(({ rule, message, path }) => rowFinding(at, rule, { severity: 'note', key, message }, path)),
  );
}

/** Makes a finding about a value of a row, or for an empty path about the row as a whole. */
export function rowFinding(
  at: PlacedRow,
  rule: string,
  details: Pick<Finding, 'message'> & Partial<Finding>,
  path: Path = [],
): Finding {
  const place = locateCell(at, path);
  return { severity: 'error', ...place, key: null, code: null, rule, suggestion: null, ...details };
}

/** Returns the place of a value in a row, or for an empty path the place of the row. */
export function locateCell({ columns, row: { file, line, record, sheet } }: PlacedRow, path: Path): ValuePlace {
  const [name, index, part] = path;
  const place = { file, line, record, sheet };
  if (name === undefined) return { ...place, column: null, field: null };
  const position = columns.fields.findIndex(
    (column) =>
      column?.name === name &&
      (column.entry === undefined ||
        (column.entry.index === index && (part === undefined || column.entry.part === part))),
  );
  const cell =
    sheet === undefined || position === -1
      ? {}
      : { cell: cellAddress(columns.positions?.[position] ?? position, line) };
  return { ...place, ...cell, column: columns.header[position] ?? null, field: formatPath(path) };
}
