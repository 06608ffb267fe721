/**
 * What the readers of input files give: records with the place where each of them stands, one at a time.
 * Lines are physical lines counted from 1 (a CSV header is usually line 1); records are counted from 1.
 */
import type { LineAccount } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import type { RecordPlace } from '../model/place.ts';
import type { WrittenNumbers } from '../model/written-numbers.ts';
import type { SheetFault } from '../platform/fields/sheet-faults.ts';
import type { Path } from '../platform/problem.ts';
import type { LikelyEncoding } from './bytes/likely-encodings.ts';
import type { RecordBatch } from './bytes/record-cutter.ts';
import type { RosterMapping } from './roster/mapping.ts';

/** How a file is read. A format passes over what it has no use for. */
export interface ReadingOptions {
  /** Overrides the delimiter found by looking. One character. */
  readonly delimiter?: string | undefined;
  /** Overrides the encoding found by looking: any name that iconv-lite knows, or a usual one. */
  readonly encoding?: string | undefined;
  /** Asks which of some likely encodings is meant. Without it, a text in none of those found by looking is an error. */
  readonly chooseEncoding?: ((file: string, likely: readonly LikelyEncoding[]) => Promise<string>) | undefined;
  /** Where the names of the columns stand. */
  readonly header?: HeaderSearch | undefined;
  /** The sheet of a workbook: its name, or its number counted from 1. */
  readonly sheet?: string | undefined;
  /** Asks which of several sheets with data is meant. Without it, their number is a UsageError. */
  readonly chooseSheet?: ((file: string, sheets: readonly string[]) => Promise<string>) | undefined;
  /** A OneRoster package can be read as well, with what its words mean here. */
  readonly roster?: RosterMapping | undefined;
}

/** How the header of a table is found; without any of it, it is the first row. */
export interface HeaderSearch {
  /** The line in which it begins. */
  readonly line?: number | undefined;
  /** Whether a text names a column that the table may have. */
  readonly isColumn?: ((name: string) => boolean) | undefined;
}

/** An account that grows while the input is read. */
export interface OpenAccount extends LineAccount {
  /** Takes the lines of a row that turns out to be blank. */
  addBlank(lines: number): void;
  /** The reading ends before the end of the file, however much of its text was read ahead. */
  giveUp(): void;
}

/** A record that was read. `line` is the line on which it begins. */
export interface ReadRecord extends RecordPlace {
  /** How many physical lines it has for itself; none where it begins on the line of the record before. */
  readonly lines: number;
}

export interface TableRow extends ReadRecord {
  /** The texts of the cells as they are in the file, in its own order; not trimmed. */
  readonly cells: readonly string[];
  /** What cells of a sheet say beside their texts, by their positions. Most say nothing. */
  readonly values?: ReadonlyMap<number, SheetValue> | undefined;
  /** None of its characters can be damage: its cells need no look at each of them. */
  readonly isPlain?: boolean | undefined;
  /** What its reader found wrong with the row as a whole. */
  readonly fault?: RowFault | undefined;
}

/** Why a row is left out, or, without that, why its values cannot be used. */
export interface RowFault extends Pick<Finding, 'rule' | 'message' | 'suggestion'> {
  readonly isLeftOut?: true | undefined;
}

/** What a cell of a sheet says beside the text that it shows. */
export interface SheetValue {
  /** Digits alone, without signs of percent, thousands and currency. */
  readonly number?: string | undefined;
  /** The local date and time, where the cell has a date: `2027-01-11 09:00`. */
  readonly dateTime?: string | undefined;
  /** The date of a number that can be one, whatever its format: `2000-01-31`. */
  readonly day?: string | undefined;
  /** Why the value of the cell is not known. */
  readonly fault?: SheetFault | undefined;
  /** What the cell stands in, where that is no sheet: JSON, or a file of rejects that says the fault in words. */
  readonly standsIn?: 'json' | 'rejects' | undefined;
}

/** Whole records of a CSV file, not taken apart yet. */
export interface TablePiece extends RecordBatch {
  /** How many records come before it. */
  readonly before: number;
}

export interface JsonRecord extends ReadRecord {
  readonly value: unknown;
  /** Those of its numbers that have more digits than are kept, counted from the value that has its path. */
  readonly numbers?: WrittenNumbers | undefined;
  /** Where it stands within another value, in which the places of its own are counted. */
  readonly path?: Path | undefined;
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
  /** The header row: its texts as they are in the file, and its line. Rows above it are not read. */
  readonly header: { readonly names: readonly string[]; readonly line: number };
  /** Of a workbook: which of its sheets the table is. */
  readonly sheet?: string | undefined;
  /** Of a workbook on the disk: by which a later change of the file is noticed. */
  readonly version?: string | undefined;
  /** What is to be said of the table as a whole, before its rows are read. */
  readonly warnings?: readonly TableWarning[] | undefined;
  /** The same, known when the rows are read. */
  readonly late?: (() => readonly TableWarning[]) | undefined;
  /** Files whose records became parts of the rows. */
  readonly partAccounts?: readonly LineAccount[] | undefined;
  /** It holds what has changed, and not all records. */
  readonly isDelta?: true | undefined;
  readonly rows: AsyncIterable<TableRow>;
  /** The same as the rows; either can be read. Absent where a format has no text that could be cut. */
  readonly pieces?: AsyncIterable<TablePiece> | undefined;
  /** Opens the file anew, where it can be read twice. */
  readonly again?: (() => Promise<Input>) | undefined;
}

/** A place in the table, and what is to be said of it. */
export type TableWarning = Pick<Finding, 'line' | 'sheet' | 'cell' | 'rule' | 'message' | 'suggestion'> &
  Partial<Pick<Finding, 'severity' | 'file'>>;

/** Values with names of their own. */
export interface RecordsInput extends InputFile {
  readonly kind: 'records';
  /** What is to be said of the file as a whole, before its records are read. */
  readonly warnings?: readonly TableWarning[] | undefined;
  readonly records: AsyncIterable<JsonRecord>;
}

export type Input = TableInput | RecordsInput;
