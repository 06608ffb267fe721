/**
 * Turns the table of a rejects file back into that of the list that it came from, before any rule sees it: without the
 * columns of reasons, without the guards of its cells, and with rows as short or as wide as they were.
 */
import { unguardCell } from '../base/text/formula-guard.ts';
import {
  CODE_COLUMN,
  faultOfCell,
  isReasonColumn,
  LINE_COLUMN,
  listPositions,
  MESSAGE_COLUMN,
  MISSING_CELL,
  REPEATED_WORDS,
  type RepeatedValue,
  repeatedValuesIn,
} from '../model/reject-columns.ts';
import { rowsOf } from './csv/piece-rows.ts';
import type { RowFault, SheetValue, TableInput, TableRow } from './port.ts';

/** Returns any other table as it is. */
export function asListed(input: TableInput): TableInput {
  const { names, line } = input.header;
  if (!names.some(isReasonColumn)) return input;
  const positions = listPositions(names);
  const isTail = positions.length === 0 || positions.at(-1) === positions.length - 1;
  const shape: Shape = { names, positions, isTail };
  return {
    ...input,
    header: {
      names: positions.map((position) => unguardCell(names[position] ?? '')),
      line,
      written: { names, positions },
    },
    rows: rowsOf(input.rows, (row) => [listedRow(row, shape)].values()),
    pieces: undefined,
  };
}

interface Shape {
  /** The header as it stands in the file. */
  readonly names: readonly string[];
  /** The positions of the list's columns. */
  readonly positions: readonly number[];
  /** Whether the reasons stand behind the list's columns, as they were written, and behind surplus cells of a row. */
  readonly isTail: boolean;
}

interface Cells {
  /** The positions of the cells that are those of the list. */
  readonly at: readonly number[];
  /** Whether they do not stand under their columns. */
  readonly isShifted: boolean;
}

function listedRow(row: TableRow, shape: Shape): TableRow {
  const { at: all, isShifted } = shape.isTail ? cellsBefore(row, shape) : cellsAt(row, shape);
  const at = withoutMissing(all, row.cells, shape);
  const values = new Map<number, SheetValue>();
  // A marked workbook has all rows of the list. Those without reasons are as the user wrote them.
  const isMarked = row.sheet === undefined || !hasNoReasons(row, shape);
  const cells = at.map((position, index) => {
    const written = row.cells[position] ?? '';
    const text = isMarked ? unguardCell(written) : written;
    const [value, fault] = [row.values?.get(position), faultOfCell(text)];
    if (fault !== undefined) values.set(index, { fault, source: 'rejects' });
    else if (value !== undefined) values.set(index, value);
    return text;
  });
  const fault = isShifted ? SHIFTED : (row.fault ?? repeatOf(cells, messagesOf(row, all, shape), shape));
  return { ...row, cells, values: values.size === 0 ? undefined : values, fault };
}

function hasNoReasons({ cells }: TableRow, { names }: Shape): boolean {
  return names.every((name, index) => !isReasonColumn(name) || isEmpty(cells[index] ?? ''));
}

function messagesOf({ cells }: TableRow, list: readonly number[], { names, positions, isTail }: Shape): string {
  const own = names.indexOf(MESSAGE_COLUMN);
  // Surplus cells of a row move its reasons.
  const at = isTail ? list.length + own - positions.length : own;
  return own === -1 ? '' : (cells[at] ?? '');
}

/** Returns the fault of a row that still has a value which another row of the list has, too. */
function repeatOf(cells: readonly string[], messages: string, { names, positions }: Shape): RowFault | undefined {
  const isUnchanged = ({ column, value }: RepeatedValue) =>
    cells.some((cell, index) => cell === value && unguardCell(names[positions[index] ?? -1] ?? '') === column);
  const repeat = repeatedValuesIn(messages).find(isUnchanged);
  return repeat && { rule: repeat.rule, column: repeat.column, ...REPEATED_WORDS };
}

const SHIFTED: RowFault = {
  rule: 'input.row.width',
  message: 'The cells of the row do not stand under their columns',
  suggestion: `move them there; ${LINE_COLUMN} and what follows it are the last`,
};

/** Leaves out the marks of missing cells at the end of a row, which is short again. */
function withoutMissing(at: readonly number[], cells: readonly string[], { positions }: Shape): readonly number[] {
  let end = at.length;
  while (end > 0 && end <= positions.length && cells[at[end - 1] ?? 0] === MISSING_CELL) end -= 1;
  return at.slice(0, end);
}

/** Finds the cells of a row in a file in which a user has moved the columns of reasons. */
function cellsAt({ cells }: TableRow, { names, positions }: Shape): Cells {
  const own = positions.filter((position) => position < cells.length);
  const line = cells[names.indexOf(LINE_COLUMN)] ?? '';
  return { at: [...own, ...range(names.length, cells.length)], isShifted: line !== '' && !isLine(line) };
}

/**
 * Finds the cells before the reasons of a row. A row whose reasons cannot be found keeps all cells: it is wrong then,
 * and nothing of it gets lost.
 */
function cellsBefore(row: TableRow, { names, positions }: Shape): Cells {
  const [{ cells }, width] = [row, positions.length];
  const reasons = names.slice(width).filter(isReasonColumn);
  const whole = range(0, row.sheet === undefined ? cells.length : cells.findLastIndex((cell) => !isEmpty(cell)) + 1);
  // A row with surplus cells has its reasons behind these, and such a row always has a fault of rows.
  const atMessage = reasons.indexOf(MESSAGE_COLUMN);
  const ofRow = atMessage === -1 ? -1 : cells.findLastIndex((cell) => cell.includes(ROW_RULES)) - atMessage;
  const ends = [ofRow, width + cells.length - names.length, ...range(width, cells.length)];
  const end = ends.find((one) => one >= 0 && hasReasonsAt(row, one, reasons, width));
  if (cells.length <= width) return { at: whole, isShifted: end !== undefined };
  if (end !== undefined) return { at: range(0, end), isShifted: false };
  const isWithout = cells.slice(width).every(isEmpty);
  return { at: isWithout ? range(0, width) : whole, isShifted: !isWithout };
}

/** The beginning of the rules of rows, as messages show them. */
const ROW_RULES = '[input.row.';
const LINE = /^\d+$|:\d+$|![A-Z]{0,3}\d+$/;
/** A time alone, after a date, or as an offset. The name of a file may end like one: `week 5:12`. */
const TIME = /(?:^|\d[T ]|:\d{2}(?:\.\d{1,9})?[+-])\d{1,2}:\d{2}(?::\d{2})?$/;
const CODE = /^[\d |]*$/;

/** Whether a text is a line, a line of a named file, or a cell. */
function isLine(text: string): boolean {
  return LINE.test(text) && !TIME.test(text);
}

function hasReasonsAt({ cells, sheet }: TableRow, at: number, reasons: readonly string[], width: number): boolean {
  const cellOf = (name: string) => (reasons.includes(name) ? cells[at + reasons.indexOf(name)] : undefined);
  // Only the line shows that reasons stand before their columns.
  const hasLine = reasons.includes(LINE_COLUMN);
  const isPlace = hasLine ? isLine(cellOf(LINE_COLUMN) ?? '') : at >= width;
  if (!isPlace || !CODE.test(cellOf(CODE_COLUMN) ?? '')) return false;
  const [message = '', code = ''] = [cellOf(MESSAGE_COLUMN), cellOf(CODE_COLUMN)];
  // Surplus cells may look like reasons. In a workbook they can even stand in the columns of these.
  const isOurs = sheet === undefined || !hasLine ? at === width || message !== '' : hasMessage(message, code);
  if (reasons.includes(MESSAGE_COLUMN) && !isOurs) return false;
  return cells.slice(at + reasons.length).every(isEmpty);
}

/** Whether a message is one of this program: it has a code beside it, or a rule at its end, or it is about another row. */
function hasMessage(message: string, code: string): boolean {
  return message !== '' && (/\d/.test(code) || /\[[a-z][\w.-]*\]|not accepted /.test(message));
}

function isEmpty(cell: string): boolean {
  return cell === '';
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
