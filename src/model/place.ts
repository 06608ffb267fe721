/** Places in an input, and their names in messages. */

export interface Place {
  readonly file: string;
  /** The line on which the place begins, counted from 1; in a workbook the row. 0 for a place on no line. */
  readonly line: number;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
}

export interface RecordPlace extends Place {
  /** The number of the record, counted from 1; 0 for the header and for the file. */
  readonly record: number;
}

/** Returns a text that only the same row has, or the same record of JSON. Several of these may be on one line. */
export function recordKey({ file, sheet, line, record }: RecordPlace): string {
  return JSON.stringify([file, sheet, line, record]);
}

/** The place of a value. */
export interface ValuePlace extends RecordPlace {
  /** The header of the column as the file writes it; null if there is none. */
  readonly column: string | null;
  /** The name of the field in the interface; in JSON the path in the record. */
  readonly field: string | null;
  /** The address of the cell in its sheet: `C14`. */
  readonly cell?: string | undefined;
}

type NamedPlace = Place & Pick<Partial<ValuePlace>, 'cell'>;

/**
 * Returns `users.csv:14` or `users.xlsx:Sheet1!C14`. If `from`, the place of the message, is in the same file: `line 14` or
 * `row 14`. If it is also on the same line, as in JSON without line breaks: `within`, which names a record or a path.
 */
export function describePlace(place: NamedPlace, from?: Place, within?: string): string {
  if (place.line === 0 && place.sheet === undefined) return place.file;
  if (place.file !== from?.file) return `${place.file}:${addressOf(place) ?? place.line}`;
  if (within !== undefined && isSamePlace(place, from)) return within;
  const isElsewhere = place.sheet !== undefined && place.sheet !== from.sheet;
  return isElsewhere ? `${addressOf(place)}` : `${lineWord(from)} ${place.line}`;
}

/** Returns the word for a line. */
function lineWord({ sheet }: Pick<Place, 'sheet'>): string {
  return sheet === undefined ? 'line' : 'row';
}

/** Returns the address of a cell, `Sheet1!C14`, or of a row, `Sheet1!14`. Returns `undefined` outside a workbook. */
export function addressOf({ sheet, cell, line }: NamedPlace): string | undefined {
  if (sheet === undefined) return undefined;
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet);
  return `${isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell ?? line}`;
}

/** Returns the address of a cell, such as `C14` for column 2 and row 14. Columns count from 0 and rows from 1. */
export function cellAddress(column: number, row: number): string {
  return columnLetters(column) + row;
}

/** Returns the letters of a column, counted from 0: `C` for 2. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(0x41 + (column % 26));
}

/** Names a range of lines: `line 2`, `lines 2 to 5`. */
export function describeLines(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/** Lists at most `max` lines: `line 2`, `lines 2, 7, …`. Repeated numbers count once. */
export function listPlaces(numbers: readonly string[], max: number, { word = 'line', more = '…' } = {}): string {
  const all = [...new Set(numbers)];
  const shown = all.length > max ? [...all.slice(0, max), more] : all;
  const start = word === '' ? '' : `${word}${all.length === 1 ? '' : 's'} `;
  return start + shown.join(', ');
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line && one.sheet === other.sheet;
}

/** Returns the end of a message about a duplicate. */
export function sameAs(place: string): string {
  return `is the same as in ${place}`;
}

/** The name of standard input in messages and places. */
export const STDIN_NAME = 'standard input';
