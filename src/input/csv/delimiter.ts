import { UsageError } from '../../errors.ts';

/** All delimiters that are recognised, the preferred ones first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The number of records, from the header on, in which the delimiter is searched. */
export const SAMPLE_RECORDS = 10;

/** Throws if the delimiter that the user gave cannot separate cells. */
export function requireDelimiter(delimiter: string): void {
  if ([...delimiter].length !== 1 || /["\r\n\0]/.test(delimiter)) {
    throw new UsageError(`--delimiter: ${JSON.stringify(delimiter)} cannot separate cells`, {
      hint: "Give one character, for example --delimiter ';' (a tab is '\\t').",
    });
  }
}

/** Returns the delimiter that Excel declares in a first line such as `sep=;`, which is not data. */
export function declaredDelimiter(record: string): string | undefined {
  return /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)*$/i.exec(record)?.[1];
}

/**
 * Finds the delimiter in the header: the one that occurs most often outside quotes. If several occur, a delimiter that
 * splits the next records into the same number of cells is preferred. If none occurs, the file has a single column.
 */
export function findDelimiter([header = '', ...samples]: readonly string[]): string {
  const found = DELIMITERS.map((delimiter) => ({ delimiter, count: countOutsideQuotes(header, delimiter) }));
  const present = found.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  if (present.length < 2) return present[0]?.delimiter ?? ',';
  const fitting = present.find(({ delimiter, count }) =>
    samples.every((sample) => countOutsideQuotes(sample, delimiter) === count),
  );
  return (fitting ?? present[0])?.delimiter ?? ',';
}

function countOutsideQuotes(record: string, delimiter: string): number {
  let count = 0;
  let quoted = false;
  for (const character of record) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) count++;
  }
  return count;
}
