/** Where something stands in an input, and the one way in which messages name that. */

export interface Place {
  readonly file: string;
  /** Physical line on which it begins, counted from 1. */
  readonly line: number;
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
}

/**
 * `users.csv:14`, or `line 14` in a message about a place in the same file. `within` tells two places on one line
 * apart, as in JSON without line breaks: a record, or a path.
 */
export function describePlace(place: Place, from?: Place, within?: string): string {
  if (place.file !== from?.file) return `${place.file}:${place.line}`;
  return within !== undefined && isSamePlace(place, from) ? within : `line ${place.line}`;
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
  return one.file === other.file && one.line === other.line;
}

/** The one wording for duplicates. */
export function sameAs(place: string): string {
  return `is the same as in ${place}`;
}
