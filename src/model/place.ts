/** Where something stands in an input, and the one way in which messages name that. */

export interface Place {
  readonly file: string;
  /** Physical line on which it begins, counted from 1; in a workbook the row. 0 where it stands on no line. */
  readonly line: number;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
}

export interface RecordPlace extends Place {
  /** Number of the data record, counted from 1; 0 where it is about the header or the file. */
  readonly record: number;
}

/** The place of a value. */
export interface ValuePlace extends RecordPlace {
  /** Header of the column as the file writes it; null where there is none. */
  readonly column: string | null;
  /** The contract's name of the field; for JSON the path in the record. */
  readonly field: string | null;
  /** The address of the cell in its sheet: `C14`. */
  readonly cell?: string | undefined;
}

type NamedPlace = Place & Pick<Partial<ValuePlace>, 'cell'>;

/**
 * `users.csv:14` or `users.xlsx:Sheet1!C14`, and in a message about a place in the same file `line 14` or `row 14`.
 * `within` separates two places on one line, as in JSON without line breaks: a record, or a path.
 */
export function describePlace(place: NamedPlace, from?: Place, within?: string): string {
  if (place.line === 0 && place.sheet === undefined) return place.file;
  if (place.file !== from?.file) return `${place.file}:${addressOf(place) ?? place.line}`;
  if (within !== undefined && isSamePlace(place, from)) return within;
  const isElsewhere = place.sheet !== undefined && place.sheet !== from.sheet;
  return isElsewhere ? `${addressOf(place)}` : `${lineWord(from)} ${place.line}`;
}

/** What a line is called: in a workbook it is a row. */
function lineWord({ sheet }: Pick<Place, 'sheet'>): string {
  return sheet === undefined ? 'line' : 'row';
}

/** A place in a workbook as a spreadsheet names it, `Sheet1!C14`, and of a row `Sheet1!14`; else `undefined`. */
export function addressOf({ sheet, cell, line }: NamedPlace): string | undefined {
  if (sheet === undefined) return undefined;
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet);
  return `${isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell ?? line}`;
}

/** `C14`, of a column that is counted from 0. */
export function cellAddress(column: number, row: number): string {
  return columnLetters(column) + row;
}

/** The letters of a column that is counted from 0: `C` for 2. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(0x41 + (column % 26));
}

/** Lines that follow each other: `line 2`, `lines 2 to 5`. */
export function describeLines(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/** Numbers of lines, `max` at most: `line 2`, `lines 2, 7, …`. */
export function listPlaces(numbers: readonly string[], max: number, { word = 'line', more = '…' } = {}): string {
  const all = [...new Set(numbers)];
  const shown = all.length > max ? [...all.slice(0, max), more] : all;
  const start = word === '' ? '' : `${word}${all.length === 1 ? '' : 's'} `;
  return start + shown.join(', ');
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line && one.sheet === other.sheet;
}

/** The one wording for duplicates. */
export function sameAs(place: string): string {
  return `is the same as in ${place}`;
}
