import { InputError } from '../../errors.ts';

/** The place of a quote, or of the character behind it. */
interface QuotePlace {
  readonly line: number;
  /** The number of the UTF-16 unit in the line, counted from 1, as in editors. */
  readonly character: number;
}

/** A fault in the quotes of a record. */
export type QuoteFault =
  | { readonly kind: 'unclosed'; readonly opened: QuotePlace }
  | { readonly kind: 'within'; readonly at: QuotePlace; readonly afterSpace: boolean }
  | { readonly kind: 'after'; readonly at: QuotePlace; readonly opened: QuotePlace; readonly found: string };

/** Finds the first quote in a CSV record that RFC 4180 does not allow. */
export function findQuoteFault(record: string, delimiter: string, line: number): QuoteFault | undefined {
  let cellStart = 0;
  while (cellStart < record.length) {
    const border =
      record[cellStart] === '"' ? skipQuotedCell(record, cellStart) : skipBareCell(record, cellStart, delimiter);
    const place = (index: number): QuotePlace => placeOf(record, index, line);
    if (border === -1) return { kind: 'unclosed', opened: place(cellStart) };
    const found = record.slice(border, border + delimiter.length);
    if (found === delimiter) {
      cellStart = border + delimiter.length;
    } else if (found[0] === undefined || /[\r\n]/.test(found[0])) {
      return undefined;
    } else if (record[cellStart] === '"') {
      const character = String.fromCodePoint(record.codePointAt(border) ?? 0);
      return { kind: 'after', at: place(border), opened: place(cellStart), found: character };
    } else {
      return { kind: 'within', at: place(border), afterSpace: record.slice(cellStart, border).trim() === '' };
    }
  }
  return undefined;
}

/** Returns the index after the closing quote, or -1 if there is none. Two quotes mean one quote in the text. */
function skipQuotedCell(record: string, start: number): number {
  let quote = record.indexOf('"', start + 1);
  while (quote !== -1 && record[quote + 1] === '"') quote = record.indexOf('"', quote + 2);
  return quote === -1 ? -1 : quote + 1;
}

/** Returns the end of a cell without quotes: a delimiter, a line break, the end of the record, or a forbidden quote. */
function skipBareCell(record: string, start: number, delimiter: string): number {
  for (let i = start; i < record.length; i++) {
    const character = record[i];
    if (character === '"' || character === '\r' || character === '\n' || record.startsWith(delimiter, i)) return i;
  }
  return record.length;
}

function placeOf(record: string, index: number, firstLine: number): QuotePlace {
  const before = record.slice(0, index).split(/\r\n|\n|\r/);
  return { line: firstLine + before.length - 1, character: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns a place in a line, in words. The word is "character", because "column" means a column of the table. */
export function placeWords({ line, character }: QuotePlace): string {
  return `at character ${character} of line ${line}`;
}

const DOUBLE_IT = 'A quote that belongs to the text is written twice (""), and its cell stands in quotes.';

/** Returns the error about a quote, with the place to fix. */
export function quoteError(file: string, fault: QuoteFault): InputError {
  if (fault.kind === 'unclosed') {
    const { line } = fault.opened;
    return new InputError({ file, line }, `the quote ${placeWords(fault.opened)} opens a cell that is never closed`, {
      hint: `Close the cell with a quote, or remove the quote. ${DOUBLE_IT}`,
    });
  }
  const { line } = fault.at;
  if (fault.kind === 'within') {
    const problem = `the quote ${placeWords(fault.at)} stands ${fault.afterSpace ? 'after a space' : 'in the middle of a cell'}`;
    const hint = fault.afterSpace ? 'Remove the space between the delimiter and the quote.' : DOUBLE_IT;
    return new InputError({ file, line }, problem, { hint });
  }
  const { opened, found } = fault;
  const problem = `${JSON.stringify(found)} ${placeWords(fault.at)} follows the quote that closes a cell`;
  return new InputError({ file, line }, problem, {
    hint: `The cell opens ${placeWords(opened)}; perhaps it should be closed earlier. ${DOUBLE_IT}`,
  });
}
