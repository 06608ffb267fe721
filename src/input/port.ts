/**
 * What the readers of input files give: records with the place where each of them stands, one at a time.
 * Lines are physical lines counted from 1 (a CSV header is usually line 1); records are counted from 1.
 */
import type { LineAccount } from '../bulk/model/draft.ts';
import type { RecordPlace } from '../bulk/model/place.ts';

/** How a file is read. A format passes over what it has no use for. */
export interface ReadingOptions {
  /** Overrides the delimiter found by looking. One character. */
  readonly delimiter?: string | undefined;
  /** Overrides the encoding found by looking: any name that iconv-lite knows. */
  readonly encoding?: string | undefined;
}

/** An account that grows while the input is read. */
export interface OpenAccount extends LineAccount {
  /** Takes the lines of a row that turns out to be blank. */
  addBlank(lines: number): void;
}

/** A record that was read. `line` is the line on which it begins. */
export interface ReadRecord extends RecordPlace {
  /** How many physical lines it has for itself; none where it begins on the line of the record before. */
  readonly lines: number;
}

export interface TableRow extends ReadRecord {
  /** The texts of the cells as they are in the file, in its own order; not trimmed. */
  readonly cells: readonly string[];
}

export interface JsonRecord extends ReadRecord {
  readonly value: unknown;
}

interface InputFile {
  readonly file: string;
  /** In which form it is, for a person: `CSV, utf-8, cells separated by ;`. */
  readonly form: string;
  readonly account: OpenAccount;
}

/** Rows under a header, whatever the format of the file. */
export interface TableInput extends InputFile {
  readonly kind: 'table';
  /** Separates cells, also where rows are handed back. */
  readonly delimiter: string;
  /** The header row: its texts as they are in the file, and its line. */
  readonly header: { readonly names: readonly string[]; readonly line: number };
  readonly rows: AsyncIterable<TableRow>;
}

/** Values with names of their own. */
export interface RecordsInput extends InputFile {
  readonly kind: 'records';
  readonly records: AsyncIterable<JsonRecord>;
}

export type Input = TableInput | RecordsInput;
