/** A request in the making: what a file says, before it is checked, with the way back to every cell. */

import type { Path, Problem } from '../platform/problem.ts';
import type { WholeUser } from '../platform/resources/whole-user.ts';
import type { Finding } from './finding.ts';
import type { Place, RecordPlace, ValuePlace } from './place.ts';
import type { WrittenNumbers } from './written-numbers.ts';

/** A record as it stands in its file, kept so that it can be handed back to be fixed. */
export interface SourceRow extends RecordPlace {
  /** How many physical lines of the file it has for itself; none where it begins on the line of the record before. */
  readonly lines: number;
  /** The row of another file whose cells it has as well. */
  readonly with?: Place & { readonly lines: number };
  /** The cells of a CSV row, or the value of a JSON record. */
  readonly content: { readonly cells: readonly string[] } | SourceValue;
}

/** A value with its numbers as they are written in the file, where they may differ; `path` is where it stands for these. */
interface SourceValue {
  readonly value: unknown;
  readonly numbers?: WrittenNumbers | undefined;
  readonly path?: Path | undefined;
}

/** A row that goes back. */
export interface RejectedRow {
  readonly row: SourceRow;
  /** The faults of this row; empty if another row of its record is wrong. */
  readonly findings: readonly Finding[];
  /** What is true of the row as a whole: "not accepted because of line 4". */
  readonly note?: string | undefined;
}

export interface Draft {
  /** The external id by which the record is known; null where it has none. */
  readonly key: string | null;
  /** The request as it would go to the platform. */
  readonly request: unknown;
  /** The digest of the request's content, where another thread has made it. */
  readonly digest?: number | undefined;
  /** Rows of the file that it was made of, in their order; at least one. */
  readonly rows: readonly [SourceRow, ...SourceRow[]];
  /** There is nothing to check further: what was found says it all. */
  readonly unusable?: true | undefined;
  /** A row that seems to hold other rows: its file cannot be trusted, and nothing of it is sent. */
  readonly swallowed?: true | undefined;
  /** Rows that are no record and were left out: their findings say so. */
  readonly dropped?: true | undefined;
  /** Findings about its rows that have no path in the request. */
  readonly findings: readonly Finding[];
  /** Problems found during conversion. They replace those of a check at the same path. */
  readonly problems: readonly Problem[];
  /** Warnings from the conversion. They do not stop the record. */
  readonly warnings?: readonly Problem[] | undefined;
  /** What `--fix` has changed in its values. */
  readonly fixes?: readonly Problem[] | undefined;
  /** Where the value of a path in the request stands. */
  readonly locate: (path: Path) => ValuePlace;
}

/** The lines of an input file that no record has, and how many lines it has at all. */
export interface LineAccount {
  readonly file: string;
  /** Counted in the text itself, apart from the records; known once the file is read to its end. */
  readonly lines: number | undefined;
  /** Lines that name the columns, or that hold nothing but the brackets and commas between the records of a JSON array. */
  readonly header: number;
  readonly blank: number;
  /** Lines on which a record begins that is a part of the records of another file, and further lines of it. */
  readonly parts?: { readonly records: number; readonly continued: number } | undefined;
}

/** The drafts of a file, and what was found in its header. */
export interface DraftSource {
  readonly findings: readonly Finding[];
  /** What is found about columns as a whole while the records are read: asked for behind the last one. */
  readonly late?: (() => readonly Finding[]) | undefined;
  /** Rules that the header breaks for all records, as a missing column does: reported for the header, and not for each record. */
  readonly missing?: readonly string[] | undefined;
  /** How rejected rows are written back: the header's texts and the delimiter of a CSV file, or JSON. */
  readonly layout: SourceLayout;
  /** One entry for each file that the drafts come from; absent if there is none. */
  readonly accounts?: readonly LineAccount[] | undefined;
  /** It holds what has changed, and not all records. */
  readonly isDelta?: true | undefined;
  readonly drafts: AsyncIterable<Draft>;
  /** The records in pieces, each checked by itself: in place of the drafts. */
  readonly pieces?: ((wanted: 'findings' | 'requests') => AsyncIterable<CheckedPiece>) | undefined;
}

/** Records of a part of a file, each checked by itself. */
export interface CheckedPiece {
  readonly file: string;
  /** The numbers of its records begin after this one. */
  readonly before: number;
  /** `ROW_NUMBERS` of the first row of each record. */
  readonly places: Uint32Array;
  /** How many rows the records without findings have, and how many lines these rows have. */
  readonly validRows: number;
  readonly validLines: number;
  /** What is compared of its records with others. */
  readonly notes: Uint32Array;
  /** The records with findings, in their order. */
  readonly told: readonly ToldRecord[];
  /** Gives the next of all other records; `undefined` where they are only counted. */
  readonly nextValid: (() => ValidRecord) | undefined;
  readonly draftOf: (index: number) => Draft;
}

/** Where a row of a piece stands: its line, its number counted from `before`, and how many lines it has. */
export const ROW_NUMBERS = 3;

/** A record without findings. */
export interface ValidRecord extends Pick<Draft, 'key' | 'digest'> {
  /** As its check gave it; made when it is first asked for. */
  readonly request: unknown;
  /** Where it says all of a user, and need not be read. */
  readonly whole?: WholeUser | undefined;
  /** `ROW_NUMBERS` of each of its further rows. */
  readonly rows: readonly number[];
}

interface ToldRecord {
  readonly index: number;
  readonly draft: Draft;
  readonly findings: readonly Finding[];
  /** Whether no error was found. */
  readonly isValid: boolean;
}

/** Records without findings. */
export interface ValidRecords {
  readonly file: string;
  readonly records: number;
  /** Those of all of them together. */
  readonly rows: number;
  readonly lines: number;
}

/** A sheet of a workbook on the disk. */
export interface SourceSheet {
  readonly file: string;
  readonly name: string;
  readonly headerRow: number;
  /** By which a later change of the file is noticed. */
  readonly version: string;
}

export type SourceLayout =
  | {
      readonly format: 'csv';
      readonly header: readonly string[];
      readonly delimiter: string;
      /** The sheet that the rows stand in, where it can be handed back as it is. */
      readonly sheet?: SourceSheet | undefined;
    }
  | {
      readonly format: 'json';
      /** By flags or as answers: there is no file whose rows could be fixed. */
      readonly isTyped?: true | undefined;
    };
