/**
 * What the readers of input files give: records with the place where each of them stands, one at a time.
 * Lines are physical lines counted from 1 (a CSV header is usually line 1); records are counted from 1.
 */

/** The formats that a file's ending or `--format` can name. */
export const INPUT_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export interface InputOptions {
  /** Overrides what the file's ending says; needed for standard input, where looking at the content does not decide. */
  readonly format?: InputFormat;
  /** Overrides the delimiter found by looking. One character. */
  readonly delimiter?: string;
  /** Overrides the encoding found by looking: any name that iconv-lite knows. */
  readonly encoding?: string;
}

/** Where a record stands in its file. `line` is the line on which it begins. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly record: number;
}

export interface CsvRow extends Origin {
  /** The texts of the cells as they are in the file, in its own order; not trimmed. */
  readonly cells: readonly string[];
}

export interface JsonRecord extends Origin {
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
}

export interface JsonInput {
  readonly format: 'json' | 'ndjson';
  readonly file: string;
  readonly encoding: string;
  readonly records: AsyncIterable<JsonRecord>;
}

export type Input = CsvInput | JsonInput;
