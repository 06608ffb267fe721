/**
 * The interface of the readers of input files: a stream of records with their places. Lines are physical lines, counted
 * from 1 (a CSV header is usually line 1). Records are counted from 1.
 */
import type { LineCounts, SourceValue } from '../model/draft.ts';
import type { Finding } from '../model/finding.ts';
import type { RecordPlace } from '../model/place.ts';
import type { SheetFault } from '../platform/fields/problem-names.ts';
import type { RecordBatch } from './bytes/record-cutter.ts';

/** The options for reading a file. A format ignores options that do not concern it. */
export interface ReadingOptions {
  /** Overrides the delimiter that the reader finds. One character. */
  readonly delimiter?: string | undefined;
  /** Overrides the encoding that the reader finds: a name that iconv-lite knows, or another common name. */
  readonly encoding?: string | undefined;
  /** How to find the header of a table. */
  readonly header?: HeaderSearch | undefined;
  /** The sheet of a workbook: its name, or its number counted from 1. */
  readonly sheet?: string | undefined;
  /** The meaning of the words of a OneRoster package. Without it, such packages cannot be read. */
  readonly roster?: RosterMapping | undefined;
}

/** How to find the header of a table. Without both options, the header is the first row. */
export interface HeaderSearch {
  /** The first line of the header. */
  readonly line?: number | undefined;
  /** Whether a text names a column that the table may have. */
  readonly isColumn?: ((name: string) => boolean) | undefined;
}

/** Counts that grow while the input is read. */
export interface OpenLineCounts extends LineCounts {
  /** Counts the lines of a row that turns out to be blank. */
  addBlank(lines: number): void;
  /** Records that the reading stops before the end of the file, so that the number of its lines stays unknown. */
  giveUp(): void;
}

/** A record that was read. `line` is its first line. */
export interface ReadRecord extends RecordPlace {
  /** The number of its physical lines, without a line that it shares with the record before it. */
  readonly lines: number;
}

export interface TableRow extends ReadRecord {
  /** The texts of the cells as in the file, in the order of the file; not trimmed. */
  readonly cells: readonly string[];
  /** The values of cells of a sheet that are more than their texts, by the positions of the cells. */
  readonly values?: ReadonlyMap<number, SheetValue> | undefined;
  /** Whether the row is text, so that its lines are those of its cells. */
  readonly isText?: true | undefined;
  /**
   * The values of a row without findings that another thread has read: one record for each resource of the columns. Who
   * reads the row takes them from it, because rows are kept for their places.
   */
  records?: readonly Record<string, unknown>[] | undefined;
  /** The fault of the row as a whole, if the reader found one. */
  readonly fault?: RowFault | undefined;
}

/** Why a row is left out (`isLeftOut`), or why its values cannot be used. */
export interface RowFault extends Pick<Finding, 'rule' | 'message' | 'suggestion'> {
  /** The header of the column with the fault, if it is in one. */
  readonly column?: string | undefined;
  readonly isLeftOut?: true | undefined;
}

/** The value of a cell of a sheet, besides the text that it shows. */
export interface SheetValue {
  /** The number with all its digits, even those that its format hides; for a share, its percentage. */
  readonly number?: string | undefined;
  /** The date and time, if the cell has a date: `2027-01-11 09:00`, with the zone that the cell shows, if it shows one. */
  readonly dateTime?: string | undefined;
  /** The date, `2000-01-31`, if the number can be one, even if its format is not for dates. */
  readonly day?: string | undefined;
  /** Whether the cell has a yes or no. */
  readonly isYesNo?: true | undefined;
  /** Why the value of the cell is unknown. */
  readonly fault?: SheetFault | undefined;
  /** The kind of file, if it is not a sheet: a rejects file, whose cell has the fault in words. */
  readonly source?: 'rejects' | undefined;
}

/** Whole records of a CSV file, not yet split into cells. */
export interface CsvPiece extends RecordBatch {
  /** The number of records before this piece. */
  readonly before: number;
  /** What another thread has read of each record without findings; `null` for the others. */
  readonly read?: readonly (TableRow['records'] | null)[] | undefined;
}

/** A value of a file. It has a path if it is within another value. */
export interface JsonRecord extends ReadRecord, SourceValue {}

interface InputFile {
  readonly file: string;
  /** The form of the file in words: `CSV, utf-8, cells separated by ;`. */
  readonly form: string;
  readonly lineCounts: OpenLineCounts;
}

interface TableHeader {
  readonly names: readonly string[];
  readonly line: number;
  /** The header of a rejects file as the file has it, with the columns of reasons, and the positions of `names` in it. */
  readonly written?: { readonly names: readonly string[]; readonly positions: readonly number[] } | undefined;
}

/** Rows under a header, whatever the format of the file. */
export interface TableInput extends InputFile {
  readonly kind: 'table';
  /** The delimiter of the cells, also for rejects files. */
  readonly delimiter: string;
  /** The header: its texts as in the file, and its line. Rows above it are not read. */
  readonly header: TableHeader;
  /** The name of the sheet, for a workbook. */
  readonly sheet?: string | undefined;
  /** For a workbook on the disk: changes when the file changes. */
  readonly version?: string | undefined;
  /** The warnings about the table as a whole that are known before its rows are read. */
  readonly warnings?: readonly TableWarning[] | undefined;
  /** Returns the warnings that are known only after the rows are read. */
  readonly lateWarnings?: (() => readonly TableWarning[]) | undefined;
  /** Returns the columns of a workbook in which dates and texts are mixed, known only after the rows are read. */
  readonly mixedDates?: (() => readonly MixedDates[]) | undefined;
  /** The counts of other files whose records became parts of the rows. */
  readonly partLineCounts?: readonly LineCounts[] | undefined;
  /** Whether the file has only changed records. */
  readonly isDelta?: true | undefined;
  /** Whether an empty cell means that the platform keeps its value, so that no default of the settings belongs into it. */
  readonly leavesOut?: true | undefined;
  /** A consumer reads either these or the pieces. */
  readonly rows: AsyncIterable<TableRow>;
  /** The same rows as whole records of a CSV file; absent for other formats. */
  readonly pieces?: AsyncIterable<CsvPiece> | undefined;
  /** The number of bytes of the file. Absent if it is not known, or if the pieces have the text in another encoding. */
  readonly bytes?: number | undefined;
}

/** A column of a sheet that has real dates and texts of dates, with the first cell of each. */
export interface MixedDates {
  readonly index: number;
  readonly date: { readonly line: number; readonly text: string };
  readonly text: { readonly line: number; readonly text: string };
}

/** A warning about a place in an input. */
export type TableWarning = Pick<Finding, 'line' | 'sheet' | 'cell' | 'rule' | 'message' | 'suggestion'> &
  Partial<Pick<Finding, 'severity' | 'file'>>;

/** Records of JSON, whatever the format of the file. */
export interface RecordsInput extends InputFile {
  readonly kind: 'records';
  /** The warnings about the file as a whole that are known before its records are read. */
  readonly warnings?: readonly TableWarning[] | undefined;
  readonly records: AsyncIterable<JsonRecord>;
}

export type Input = TableInput | RecordsInput;

/** The columns of users.csv that can be the ExternalId. */
export const ROSTER_IDS = ['sourcedId', 'identifier'] as const;

export interface RosterMapping {
  /** The column for the ExternalId. The default is the first of `ROSTER_IDS`. */
  readonly id?: (typeof ROSTER_IDS)[number] | undefined;
  /** The titles of roles, by the roles of OneRoster. */
  readonly roles?: Readonly<Record<string, string>> | undefined;
  /** The hierarchies, by the sourcedIds of organisations: `LAW`, or with permissions `LAW:IsCoordinator`. */
  readonly organisations?: Readonly<Record<string, string>> | undefined;
}
