/** The columns that a rejects file adds to each row. They are ignored when the file is read again. */
import { parseJson } from '../base/json-value.ts';
import { SHEET_FAULTS, type SheetFault } from '../platform/fields/problem-names.ts';

/** The ending of a workbook, which has the rejects of a workbook. */
export const WORKBOOK_ENDING = '.xlsx';

/** The line of the row in the file it came from. */
export const LINE_COLUMN = '_line';
export const CODE_COLUMN = '_code';
export const MESSAGE_COLUMN = '_message';

/** All these columns, or keys of a JSON record, in their order. They come after the columns of the input. */
export const REASON_COLUMNS = [LINE_COLUMN, CODE_COLUMN, '_field', MESSAGE_COLUMN, '_suggestion'] as const;

export function isReasonColumn(name: string): boolean {
  return (REASON_COLUMNS as readonly string[]).includes(name);
}

/**
 * Returns the positions of the other columns of a header. Blank names behind the reasons do not count: a spreadsheet adds
 * them, since a row with surplus cells is wider than the header.
 */
export function listPositions(names: readonly string[]): number[] {
  const last = names.findLastIndex(isReasonColumn);
  const isPadded = names.slice(last + 1).every((name) => name.trim() === '');
  return [...names.keys()].filter((at) => !isReasonColumn(names[at] ?? '') && !(isPadded && at > last));
}

/** Whether columns, or keys of a record, are those of a rejects file. */
export function hasReasonColumns(names: readonly string[]): boolean {
  return REASON_COLUMNS.every((name) => names.includes(name));
}

/**
 * The text of a rejects file for a cell that its row does not have. An empty cell would be valid when the file is read
 * again; this text shows people and the reader that the cell is missing.
 */
export const MISSING_CELL = '(no cell)';

/**
 * Returns the text of a rejects file for a cell whose value is not known. It has the reason and the original text. The
 * original text alone would be valid when the file is read again, although digits may be lost.
 */
export function unknownCell(fault: SheetFault, text: string): string {
  return `(not read [${fault}]: ${text.replaceAll(/\s+/g, ' ')})`;
}

/** Returns the reason in a text of `unknownCell`, and `undefined` for any other text. */
export function faultOfCell(cell: string): SheetFault | undefined {
  const [, name = ''] = /^\s*\(not read \[([a-z-]+)\]/.exec(cell) ?? [];
  return Object.hasOwn(SHEET_FAULTS, name) ? (name as SheetFault) : undefined;
}

/** A value that another row has too. If that row was accepted, it is not in the rejects file. */
export interface RepeatedValue {
  readonly rule: string;
  /** The header of its column; in JSON its path. */
  readonly column: string;
  readonly value: string;
}

/** A removal that is repeated replaces nothing, and its person may be in another schedule too. */
const REPEAT_RULE = /(?!invigilator\.)[a-z][a-z.-]*\.repeated/.source;
/** A text as JSON writes it. */
const QUOTED = /"(?:[^"\\]|\\.)*"/.source;
const REPEATED = new RegExp(`\\[(${REPEAT_RULE})\\]: (${QUOTED}) is (${QUOTED})`, 'g');
const WHOLE_REPEAT_RULE = new RegExp(`^${REPEAT_RULE}$`);

/** Whether a rule is about a value that only one row may have, whatever its other cells are. */
export function isRepeatRule(rule: string): boolean {
  return WHOLE_REPEAT_RULE.test(rule);
}

/**
 * The end of a message about such a value. The row is refused again while the column has the value: the other row may be
 * accepted by now, and this row would replace its record.
 */
export function repeatedText({ column, value }: Omit<RepeatedValue, 'rule'>): string {
  return `: ${JSON.stringify(column)} is ${JSON.stringify(value)}`;
}

/** Returns the values in the messages of a rejects file. */
export function repeatedValuesIn(messages: string): RepeatedValue[] {
  return [...messages.matchAll(REPEATED)].map(([, rule = '', column = '""', value = '""']) => ({
    rule,
    column: parsedText(column),
    value: parsedText(value),
  }));
}

export const REPEATED_WORDS = {
  message: 'Another row of the list has the same value',
  suggestion: `delete this row if the other one is right; if this one is right, empty its ${MESSAGE_COLUMN}`,
} as const;

/** Returns the text that is written as JSON. A user may have changed it, so that it is no JSON any more. */
function parsedText(quoted: string): string {
  const text = parseJson(quoted);
  return typeof text === 'string' ? text : quoted;
}

/** Whether a cell has no value, but one of these texts. */
export function isMark(cell: string): boolean {
  return cell === MISSING_CELL || faultOfCell(cell) !== undefined;
}
