/**
 * What the readers of input files give: records with the place where each of them stands, one at a time.
 * Lines are physical lines counted from 1 (a CSV header is usually line 1); records are counted from 1.
 */
import type { LineAccount } from '../bulk/model/draft.ts';

/** The formats that a file's ending or `--format` can name. */
export const INPUT_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export interface InputOptions {
  /** Overrides what the file's ending says; needed for standard input, where looking at the content does not decide. */
  readonly format?: InputFormat | undefined;
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

/** Where a record stands in its file. `line` is the line on which it begins. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly record: number;
}

/** A record that was read. */
export interface ReadRecord extends Origin {
  /** How many physical lines it has for itself; none where it begins on the line of the record before. */
  readonly lines: number;
}

export interface CsvRow extends ReadRecord {
  /** The texts of the cells as they are in the file, in its own order; not trimmed. */
  readonly cells: readonly string[];
}

export interface JsonRecord extends ReadRecord {
  readonly value: unknown;
}

export interface CsvInput {
  readonly format: 'csv';
  readonly file: string;
  readonly encoding: string;
  readonly delimiter: string;
  /** The header row: its texts as they are in the file, and its line. */
  readonly header: { readonly names: readonly string[]; readonly line: number };
  readonly rows: AsyncIterable<CsvRow>;
  readonly account: OpenAccount;
}

export interface JsonInput {
  readonly format: 'json' | 'ndjson';
  readonly file: string;
  readonly encoding: string;
  readonly records: AsyncIterable<JsonRecord>;
  readonly account: OpenAccount;
}

export type Input = CsvInput | JsonInput;
