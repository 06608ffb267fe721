/** The readers of a table's columns: each reads the cell of a row into the value of its field, with its problems. */
import type { Finding } from '../../model/finding.ts';
import { cellAddress, type ValuePlace } from '../../model/place.ts';
import { MISSING_CELL } from '../../model/reject-columns.ts';
import { checkField } from '../../platform/fields/check.ts';
import { DAMAGE, damageOf } from '../../platform/fields/damage.ts';
import { type Field, isOneLine, type TextField } from '../../platform/fields/field.ts';
import { type FoundField, fieldRule } from '../../platform/fields/field-path.ts';
import type { FieldProblem, SheetFault } from '../../platform/fields/problem-names.ts';
import { findTextWarnings, isSound } from '../../platform/fields/text-warnings.ts';
import { checkText } from '../../platform/fields/value-faults.ts';
import { formatPath, type Path, type Problem, problem } from '../../platform/problem.ts';
import { type ColumnField, pathOf } from '../column-field.ts';
import { hasLineBreak, isJsonList, linesOf } from '../csv/cell-lines.ts';
import { cellText } from '../mapping/template.ts';
import type { SheetValue, TableRow } from '../port.ts';
import { isDateField, needsAdvice, noteAdviceText } from '../values/column-advice.ts';
import { type ConversionOptions, isPlain } from '../values/conversion.ts';
import { convertCell, convertValue, findPlainFault, plainConverter } from '../values/convert.ts';
import { fixText, fixValue, trimNote } from '../values/fix.ts';
import type { MappedColumn } from './header/mapped-columns.ts';
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

/** Reads one column of a table. */
export interface ColumnReader {
  readonly column: ColumnField;
  /** The position of the column's resource in `Columns.resources`. */
  readonly at: number;
  /**
   * Returns the value of a cell, `undefined` for an empty one. Calls `say` unless the value has passed the contract's check
   * of its field and nothing at all is to be said about it. `cells` are those of the row.
   */
  readonly read: (row: TableRow, cells: TableRow['cells'], say: (found: RowValue) => void) => unknown;
}

/** Returns the reader of each field, in the order of the contract. */
export function columnReaders(columns: Columns, options: ConversionOptions): ColumnReader[] {
  const plain = [...columns.fields.entries()].flatMap(([index, column]) =>
    column === undefined ? [] : [{ column, read: cellReader(column, index, columns, options) }],
  );
  const mapped = columns.mapped.map((one): Pick<ColumnReader, 'column' | 'read'> => {
    const isClean = cleanTest(one.column);
    const read: ColumnReader['read'] = (row, _cells, say) => {
      const found = readMapped(row, one, columns, options);
      if (found !== undefined && !isClean(found)) say(found);
      return found?.value;
    };
    return { column: one.column, read };
  });
  const all = [...plain, ...mapped].map((reader) => ({
    ...reader,
    at: columns.resources.indexOf(reader.column.resource),
  }));
  return inContractOrder(all);
}

/** The number of cells that are remembered for a column. */
const MAX_REMEMBERED = 1_000;

/** Nearly all cells are clean, so this allocates nothing but their values. Lists and times mostly come again. */
function cellReader(
  column: ColumnField,
  index: number,
  columns: Columns,
  options: ConversionOptions,
): ColumnReader['read'] {
  const { field, entry } = column;
  const isClean = cleanTest(column);
  const known = new Map<string, unknown>();
  const isPlainColumn = !columns.isRejects && !options.fix && entry === undefined;
  const plain = isPlain(field) ? field : undefined;
  const toValue = plain && plainConverter(plain, options);
  const isAdvised = field.kind === 'boolean' || isDateField(field);
  return (row, cells, say) => {
    const cell = cells[index] ?? '';
    const isUsual = isPlainColumn && isUsualCell(row, cell, index);
    if (isUsual && cell === '') return undefined;
    if (isUsual && plain === undefined && known.has(cell)) return known.get(cell);
    if (isUsual && plain && toValue && !(isAdvised && needsAdvice(field, cell, options))) {
      const value = toValue(cell);
      if (isSound(plain, value)) return value;
    }
    const found = readCellOf({ columns, row }, index, options);
    if (found === undefined) return undefined;
    if (!isClean(found)) say(found);
    else if (isUsual && known.size < MAX_REMEMBERED) known.set(cell, found.value);
    return found.value;
  };
}

/** Whether a cell is in one line, and has no type or fault beside its text. */
function isUsualCell({ lines, isText, values }: TableRow, cell: string, index: number): boolean {
  return lines === 1 && !values?.has(index) && (isText === true || !hasLineBreak(cell));
}

/** Sorts resource by resource, each in the order of its fields. */
function inContractOrder(all: readonly ColumnReader[]): ColumnReader[] {
  const rank = ({ at, column: { resource, name, entry } }: ColumnReader) => [
    at,
    entry === undefined ? 0 : 1,
    Object.keys(resource.fields).indexOf(name),
  ];
  const difference = (one: readonly number[], other: readonly number[]) =>
    one.map((part, at) => part - (other[at] ?? 0)).find((part) => part !== 0) ?? 0;
  return all.toSorted((one, other) => difference(rank(one), rank(other)));
}

/** Reads a field that a mapping makes of several cells, or of one in several steps. */
function readMapped(
  row: TableRow,
  { column, indexes, steps }: MappedColumn,
  { isRejects }: Columns,
  options: ConversionOptions,
): RowValue | undefined {
  const faulty = indexes.map((index) => row.values?.get(index)).find((value) => value?.fault !== undefined);
  if (faulty?.fault !== undefined) return faultyValue(column, faulty.fault, describeFault(faulty));
  const cells = indexes.map((index) => cellText(row, index));
  if (isRejects && cells.includes(MISSING_CELL)) return undefined;
  const value = steps.run(cells, options.fix ? (text) => text.trim() : undefined);
  if (value === undefined) return undefined;
  const path = pathOf(column);
  if ('fault' in value) return { column, value: undefined, problems: [problem({ path, ...value.fault })] };
  const own = { ...options, dateFormat: steps.dateFormat ?? options.dateFormat, zone: steps.zone ?? options.zone };
  if ('text' in value) return readCell(column, value.text, own);
  return { column, ...convertValue(column.field, value.value, { ...column, path }, own) };
}

/** Returns the test whether a value passes the contract's check of its field, and is no text that looks damaged. */
function cleanTest({ resource, name, field, entry }: ColumnField): (value: RowValue) => boolean {
  const alone = { ...resource, fields: { [name]: field } };
  return ({ value, problems, warnings, fixed = NO_PROBLEMS }) => {
    // Entries of a list that have a column each are valid only together.
    if (entry !== undefined || problems.length + fixed.length > 0 || warnings !== undefined) return false;
    if (checkField(resource, name, value).problems.length > 0) return false;
    return findTextWarnings(alone, { [name]: value }).length === 0;
  };
}

function readCellOf({ columns, row }: PlacedRow, index: number, options: ConversionOptions): RowValue | undefined {
  const { fields, isRejects } = columns;
  const [column, cell] = [fields[index], row.cells[index] ?? ''];
  if (column === undefined) return undefined;
  const sheetValue = row.values?.get(index);
  if (sheetValue?.fault !== undefined) return faultyValue(column, sheetValue.fault, describeFault(sheetValue));
  if (isRejects && cell === MISSING_CELL) return undefined;
  if (cell === '' || (options.fix && cell.trim() === '')) return undefined;
  if (isBrokenCell(column.field, cell, options)) return brokenValue(column, row, index);
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

/** Whether the lines of a row are those of its cells, as in CSV. */
function isOfLines({ isText }: TableRow): boolean {
  return isText === true;
}

/** Whether a cell has several lines although its field cannot. */
function isBrokenCell(field: Field, cell: string, { fix }: ConversionOptions): boolean {
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
    const value = plainConverter(field, options)(cell);
    // Entries of a list have rules of their own, which the check of the list applies.
    const isOwn = column.entry === undefined;
    const problems = isOwn ? findPlainFault(field, value, () => ({ resource, name, path: [name] })) : NO_PROBLEMS;
    return { column, value, problems };
  }
  const { value, problems } = convertCell(field, cell, { resource, name, path: pathOf(column) }, options);
  return { column, value, problems };
}

/** Puts an entry at the index of its header. A gap becomes an empty entry. */
export function addEntry(
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
  const isMeant = (column: ColumnField | undefined) =>
    column?.name === name &&
    (column.entry === undefined ||
      (column.entry.index === index && (part === undefined || column.entry.part === part)));
  const plain = columns.fields.findIndex(isMeant);
  // A field of several cells is found at the first of them.
  const position = plain === -1 ? (columns.mapped.find(({ column }) => isMeant(column))?.indexes[0] ?? -1) : plain;
  const cell =
    sheet === undefined || position === -1
      ? {}
      : { cell: cellAddress(columns.positions?.[position] ?? position, line) };
  return { ...place, ...cell, column: columns.header[position] ?? null, field: formatPath(path) };
}

const { message: LOOKS_LIKE_DATE, proposal: WRITE_AS_TEXT } = DAMAGE.month;

/** Returns the warning about a cell, if it needs one. A text that looks damaged by itself has its own warning. */
function findTypeWarning(
  column: ColumnField,
  path: Path,
  cell: string,
  { dateTime, isYesNo }: SheetValue,
): readonly Problem[] | undefined {
  if (dateTime === undefined && !isYesNo) return undefined;
  const text = textIn(column, path);
  if (text === undefined || text.field.format === 'birth-date') return undefined;
  if (damageOf(cell, text.field) !== undefined) return undefined;
  const words = isYesNo ? 'is a yes or no of the spreadsheet, and not a text' : LOOKS_LIKE_DATE;
  const rule = fieldRule(text, isYesNo ? 'type' : 'month');
  return [problem({ path: text.path, rule, message: `${column.name} ${words}`, suggestion: WRITE_AS_TEXT })];
}

interface PlacedText extends FoundField {
  readonly field: TextField;
  readonly path: Path;
}

/** Returns the text that a cell without separators becomes: the field itself, or the only entry of its list. */
function textIn({ resource, name, field, entry }: ColumnField, path: Path): PlacedText | undefined {
  if (field.kind === 'text') return { resource, name, field, isEntry: entry !== undefined, path };
  if (field.kind !== 'list') return undefined;
  if (field.of.kind === 'text') return { resource, name, field: field.of, isEntry: true, path: [...path, 0] };
  if (field.of.kind !== 'object') return undefined;
  const own = field.of.resource.fields['ExternalId'];
  if (own?.kind !== 'text') return undefined;
  const place = { resource: field.of.resource, name: 'ExternalId', field: own, isEntry: false };
  return { ...place, path: [...path, 0, 'ExternalId'] };
}
