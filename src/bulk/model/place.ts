/** Where something stands in an input, and the one way in which messages name that. */

export interface Place {
  readonly file: string;
  /** Physical line on which it begins, counted from 1. */
  readonly line: number;
}

/** `line 14` for a reader of the same file, `users.csv:14` for any other. */
export function describePlace(place: Place, seenFrom?: string): string {
  return place.file === seenFrom ? `line ${place.line}` : `${place.file}:${place.line}`;
}

/** Several lines of one file that follow each other: `line 2`, `lines 2 to 5`. */
export function describeLines(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.line === other.line;
}

/** The one wording for what must not come twice. */
export function sameAs(place: string): string {
  return `is the same as in ${place}`;
}
