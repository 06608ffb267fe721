/** Reads the rows of a table, each once: its values, and the faults of the row as a whole. */
import { counted } from '../../base/text/counted.ts';
import { type Finding, isError, ROWS_SWALLOWED } from '../../model/finding.ts';
import { MISSING_CELL } from '../../model/reject-columns.ts';
import { USER_ID_CHARACTERS } from '../../platform/resources/shared-fields.ts';
import { pathOf } from '../column-field.ts';
import { hasLineBreak, isJsonList, LINE_BREAKS, linesOf, nameRow } from '../csv/cell-lines.ts';
import { DELIMITERS } from '../csv/delimiter.ts';
import type { TableInput, TableRow } from '../port.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { findForeignRow, isSurelyRecord } from './foreign-rows.ts';
import { SECOND_HEADER } from './header/header-row.ts';
import { type Columns, isOwnHeader } from './header/match-columns.ts';
import { noteUnread } from './header/unread-columns.ts';
import { addEntry, type ColumnReader, columnReaders, type PlacedRow, type RowValue, rowFinding } from './row-values.ts';
import { convertSheetCells } from './sheet-values.ts';

export interface ReadRow extends PlacedRow {
  /** The values about which something is to be said. */
  readonly said: readonly RowValue[];
  /** All values, one record for each resource of the columns. */
  readonly records: readonly Record<string, unknown>[];
  /** Whether the row is a record, and nothing is to be said about any of its values. */
  readonly isClean: boolean;
  /**
   * An error if the rows below are certainly not those of the table: the row probably contains them, or is their header.
   * A warning if it may contain them.
   */
  readonly swallowFinding: Finding | undefined;
  /** Whether that is an error. The values of the row are then not read, because not even its key is certain. */
  readonly isSwallowing: boolean;
  /** Why the row is no record: a total, for example. It stops all sending, unless the row may be left out. Its values are not read. */
  readonly dropped: Finding | undefined;
  /** Why only the key of the row is used: its cells are not under their columns, for example. */
  readonly rowFault: Finding | undefined;
}

export type ReadTableRow = (row: TableRow) => ReadRow;

/**
 * Reads the rows with at least one filled cell, and numbers them without the empty rows, which spreadsheets write
 * mostly at the end of a table. Columns whose names begin with `_` do not count as filled.
 */
export async function* readRows(input: TableInput, columns: Columns, options: ConversionOptions) {
  const read = rowReader(columns, options);
  let blank = 0;
  for await (const row of input.rows) {
    if (row.records === undefined && row.fault === undefined && isBlankRow(row, columns.header)) {
      blank += 1;
      input.lineCounts.addBlank(row.lines);
      continue;
    }
    yield read(blank === 0 ? row : withRecord(row, row.record - blank));
  }
}

/** A row may have a getter for its cells, which a spread would call. */
function withRecord(row: TableRow, record: number): TableRow {
  return Object.defineProperty(row, 'record', { value: record, enumerable: true });
}

/** Returns the function that reads the rows of a table. */
export function rowReader(columns: Columns, options: ConversionOptions): ReadTableRow {
  const readers = columnReaders(columns, options);
  const noteRow = noteUnread(columns, options.onUnread);
  const findCopy = options.fix ? copyFinder(columns) : undefined;
  const findSkipped = columns.skips.length > 0 ? skipFinder(columns) : undefined;
  return (given) => {
    if (given.records !== undefined) {
      const copy = findCopy?.(given);
      if (copy !== undefined) return { ...nothingOf(columns, given), dropped: copy };
      const { records } = given;
      given.records = undefined;
      return { columns, row: given, said: NONE, records, ...CLEAN };
    }
    const skipped = findSkipped?.(given);
    if (skipped !== undefined) return { ...nothingOf(columns, given), dropped: skipped };
    noteRow?.(given);
    const row = given.values === undefined ? given : convertSheetCells(columns, given, given.values);
    const isUsual = isUsualRow(columns, row);
    const faults = isUsual ? undefined : foreignTo(columns, row, options);
    const dropped = faults?.dropped ?? findCopy?.(given);
    if (faults?.isSwallowing || dropped !== undefined || (!isUsual && isUnsplit(columns, row))) {
      return { ...nothingOf(columns, row), ...faults, dropped };
    }
    const { records, said, isClean } = readValues(readers, columns, row);
    if (faults !== undefined) return { ...nothingOf(columns, row), records, said, ...faults };
    return { columns, row, said, records, ...CLEAN, isClean };
  };
}

/** Reads the values of a row, one record for each resource. */
function readValues(readers: readonly ColumnReader[], { resources }: Columns, row: TableRow) {
  const records = resources.map((): Record<string, unknown> => ({}));
  const said: RowValue[] = [];
  const say = (found: RowValue) => void said.push(found);
  const { cells } = row;
  for (const { column, at, read } of readers) {
    const [record, before] = [records[at], said.length];
    const value = read(row, cells, say);
    // A cell whose value cannot be read is not empty: the record has the field.
    const isEmpty = value === undefined && said.length === before;
    if (record === undefined || isEmpty) continue;
    // All names are from the contract, so none is `__proto__`.
    if (column.entry === undefined) record[column.name] = value;
    else addEntry(record, column.name, column.entry, value);
  }
  return { records, said, isClean: said.length === 0 };
}

/** Returns the function that finds the rows which are exact copies of earlier ones. */
function copyFinder(columns: Columns): (row: TableRow) => Finding | undefined {
  const lines = new Map<string, number>();
  return (row) => {
    const text = JSON.stringify([row.cells, ...(row.values ?? [])]);
    const line = lines.get(text);
    if (line === undefined) lines.set(text, row.line);
    if (line === undefined) return undefined;
    const message = `The row is an exact copy of that in line ${line}; --fix leaves it out`;
    return rowFinding({ columns, row }, 'input.row.copy', { severity: 'note', message });
  };
}

/** Returns the function that finds the rows which the mapping skips. */
function skipFinder(columns: Columns): (row: TableRow) => Finding | undefined {
  const words = { severity: 'note', message: 'The mapping skips this row' } as const;
  return (row) => {
    const isSkipped = columns.skips.some(({ index, matches }) => matches(row.cells[index] ?? ''));
    return isSkipped ? rowFinding({ columns, row }, 'input.row.skipped', words) : undefined;
  };
}

function nothingOf(columns: Columns, row: TableRow): ReadRow {
  return { columns, row, said: NONE, records: NONE, ...CLEAN, isClean: false };
}

const NONE: readonly never[] = [];
const CLEAN = {
  isClean: true,
  swallowFinding: undefined,
  isSwallowing: false,
  dropped: undefined,
  rowFault: undefined,
} as const;

type Faults = Pick<ReadRow, 'swallowFinding' | 'isSwallowing' | 'dropped' | 'rowFault'>;

/** Whether a row is surely one record of the table, with its cells under their columns. Most rows end here. */
function isUsualRow(columns: Columns, row: TableRow): boolean {
  if (row.lines !== 1 || row.fault !== undefined || columns.isRejects) return false;
  return row.cells.length === columns.header.length && isSurelyRecord(columns, row);
}

/** Returns why a row is not, or not only, a record of the table. */
function foreignTo(columns: Columns, row: TableRow, options: ConversionOptions): Partial<Faults> | undefined {
  const swallowFinding = findSwallowed(columns, row);
  if (swallowFinding !== undefined && isError(swallowFinding)) return { swallowFinding, isSwallowing: true };
  const fault = faultOf(columns, row);
  if (fault !== undefined && row.fault?.isLeftOut) return { swallowFinding, dropped: fault };
  const foreign = fault ?? findForeignRow(columns, row, options);
  if (foreign?.rule === SECOND_HEADER) return { swallowFinding: foreign, isSwallowing: true };
  if (foreign !== undefined && foreign !== fault) return { swallowFinding, dropped: foreign };
  const rowFault = foreign ?? checkWidth(columns, row);
  return swallowFinding === undefined && rowFault === undefined ? undefined : { swallowFinding, rowFault };
}

function faultOf(columns: Columns, row: TableRow): Finding | undefined {
  if (row.fault === undefined) return undefined;
  const { rule, isLeftOut, column, ...details } = row.fault;
  const field = column === undefined ? undefined : columns.fields[columns.header.indexOf(column)];
  const path = field === undefined ? [] : pathOf(field);
  return rowFinding({ columns, row }, rule, { ...details, ...(isLeftOut ? { severity: 'note' } : {}) }, path);
}

export function isBlankRow({ cells }: Pick<TableRow, 'cells'>, header: readonly string[]): boolean {
  return cells.every((cell, index) => cell === '' || cell.trim() === '' || isOwnHeader(header[index] ?? ''));
}

const WIDTH_RULE = 'input.row.width';

/** Returns the finding for a row with more or fewer cells than the header, also if the row was in a rejects file. */
function checkWidth(columns: Columns, row: TableRow): Finding | undefined {
  const [expected, found] = [columns.header.length, row.cells.length];
  const missing = columns.isRejects ? [...row.cells, MISSING_CELL].indexOf(MISSING_CELL) : expected;
  if (missing < expected) return missingCell(columns, row, missing);
  if (expected === found) return undefined;
  return rowFinding({ columns, row }, WIDTH_RULE, {
    message: `${nameRow(row)} has ${counted(found, 'cell', 'cells')} and the header ${expected}`,
    suggestion: found > expected ? adviseOnSurplus(row, expected) : adviseOnLack(otherDelimiter(columns, row)),
  });
}

/** Returns the finding for a cell that a rejects file shows as missing. */
function missingCell(columns: Columns, row: TableRow, index: number): Finding {
  return rowFinding({ columns, row }, WIDTH_RULE, {
    column: columns.header[index] ?? null,
    field: columns.fields[index]?.name ?? null,
    message: 'The row was too short and had no cell here',
    suggestion:
      'check that the other cells are under their columns, then write the missing value here or empty the cell',
  });
}

/**
 * Whether a cell seems to contain several cells of the row, or all of them. The row then has no values, and above all
 * no key: reports show keys, and the text may have a password. A single cell that can be an id is one: the rest of its row
 * is missing, and it still shows which record the row belongs to.
 */
function isUnsplit(columns: Columns, row: TableRow): boolean {
  const [only = '', ...others] = row.cells;
  const isOneCell = row.sheet === undefined && others.length === 0 && columns.header.length > 1;
  return (isOneCell && !USER_ID_CHARACTERS.regex.test(only)) || otherDelimiter(columns, row) !== undefined;
}

/**
 * Returns the delimiter that splits a row into enough cells, if it has at most half of them with the header's
 * delimiter.
 */
function otherDelimiter({ header }: Columns, { cells, sheet }: TableRow): string | undefined {
  // All rows of a sheet have the same width. In a row that was pasted into one cell, all other cells are empty.
  const given = sheet === undefined ? cells : cells.filter((cell) => cell !== '');
  const isFew = sheet === undefined ? given.length * 2 <= header.length : given.length === 1;
  const missing = header.length - given.length;
  if (!isFew || missing === 0) return undefined;
  const countOf = (delimiter: string) => given.reduce((sum, cell) => sum + cell.split(delimiter).length - 1, 0);
  return DELIMITERS.find((delimiter) => countOf(delimiter) >= missing);
}

function adviseOnLack(other: string | undefined): string {
  if (other === undefined) return 'add the missing cells';
  return `separate the cells of the row as those of the header are, and not by ${JSON.stringify(other)}`;
}

/**
 * Advises on surplus cells. If they are empty, the row may end in a delimiter, or be shifted by one cell. If all rows
 * have them, the header lacks a name: R writes the numbers of rows under none.
 */
function adviseOnSurplus({ cells, sheet }: TableRow, expected: number): string {
  if (sheet !== undefined) return 'move the cells under their columns, and empty those beyond the last one';
  const quotes = 'put quotes around a cell that contains the delimiter';
  if (cells.slice(expected).some((cell) => cell !== '')) {
    const all = counted(cells.length, 'cell', 'cells');
    return `if all rows have ${all}, write the missing names above their cells into the header; otherwise ${quotes}`;
  }
  return `if all rows end in a delimiter, write it after the header too; otherwise ${quotes}`;
}

const ADVICE = 'remove the quote before the cell and the one after it, or double a quote that belongs to the text';

/**
 * Returns an error if a row probably contains the rows below it, and a warning if it may. The message quotes nothing,
 * because the text may have secrets of other people.
 */
function findSwallowed(columns: Columns, row: TableRow): Finding | undefined {
  if (row.lines === 1) return undefined;
  const broken = row.cells.flatMap((cell, index) => (hasLineBreak(cell) && !isJsonList(cell) ? [index] : []));
  const sure = broken.find((index) => isSwallowing(columns, row.cells[index] ?? '', index));
  if (sure !== undefined) {
    const message = `The cell in ${linesOf(row, sure)} looks like swallowed rows: it holds the delimiters of a row`;
    return cellFinding(columns, row, sure, { message });
  }
  if (row.cells.length > columns.header.length) return swallowedRows(columns, row);
  const unsure = broken.find((index) => mayBeSwallowing(columns, row.cells[index] ?? ''));
  if (unsure === undefined) return undefined;
  const message = `The cell in ${linesOf(row, unsure)} may be swallowed rows: a line within it has delimiters`;
  return cellFinding(columns, row, unsure, { severity: 'warning', message });
}

/**
 * Whether a cell probably contains other rows. Between quotes in the same column of two rows, there are as many
 * delimiters as in a row. If the first of the two rows was cut off, the last line still has the delimiters up to this
 * column.
 */
function isSwallowing({ delimiter, header }: Columns, cell: string, index: number): boolean {
  if (countOf(delimiter, cell) >= header.length - 1) return true;
  const last = cell.split(LINE_BREAKS).at(-1) ?? '';
  // In an address, lines often end with a comma: "Oxford,".
  const isAddress = index === 1 && last.endsWith(delimiter);
  return index > 0 && countOf(delimiter, last) === index && isTight(last, delimiter) && !isAddress;
}

function mayBeSwallowing({ delimiter }: Columns, cell: string): boolean {
  const [, ...others] = cell.split(LINE_BREAKS);
  return others.some((line) => line.slice(0, -1).includes(delimiter) && isTight(line, delimiter));
}

/** Whether no blank follows a delimiter. This is usual in a table, while a blank follows a comma in a sentence. */
function isTight(line: string, delimiter: string): boolean {
  const [, ...others] = line.split(delimiter);
  return others.every((part) => part === part.trimStart());
}

/** Returns the finding for a row with too many cells: two stray quotes, one in each of two rows, join the rows. */
function swallowedRows(columns: Columns, row: TableRow): Finding {
  const words = `it has ${row.cells.length} cells and the header ${columns.header.length}`;
  const message = `${nameRow(row)} looks like swallowed rows: ${words}`;
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { message, suggestion: ADVICE });
}

function cellFinding(
  columns: Columns,
  row: TableRow,
  index: number,
  details: Pick<Finding, 'message'> & Partial<Finding>,
): Finding {
  const name = columns.fields[index]?.name;
  const column = columns.header[index] ?? null;
  const path = name === undefined ? [] : [name];
  return rowFinding({ columns, row }, ROWS_SWALLOWED, { column, ...details, suggestion: ADVICE }, path);
}

function countOf(delimiter: string, text: string): number {
  return text.split(delimiter).length - 1;
}
