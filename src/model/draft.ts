/** Records as they were read, before they are checked, with the place of each value in the file. */

import { isObject } from '../base/json-value.ts';
import type { Path, Problem } from '../platform/problem.ts';
import type { Finding } from './finding.ts';
import type { RecordPlace, ValuePlace } from './place.ts';

/** A row of the input as it was read. A rejects file returns it to the user. */
export interface SourceRow extends RecordPlace {
  /** The number of lines of the record that no earlier record has; 0 if the record is on the last line of an earlier one. */
  readonly lines: number;
  /** A row of another file, whose cells the record has as well. */
  readonly with?: RecordPlace & { readonly lines: number };
  /** The cells of a CSV row, or the value of a JSON record. */
  readonly content: { readonly cells: readonly string[] } | SourceValue;
}

/** The value of a record of JSON. */
export interface SourceValue {
  readonly value: unknown;
  /** The numbers that the file writes in another way. */
  readonly numbers?: WrittenNumbers | undefined;
  /** The path to the value, if it is in another object of the file. `numbers` and findings have paths from that object. */
  readonly path?: Path | undefined;
}

/** A row of a rejects file. */
export interface RejectedRow {
  readonly row: SourceRow;
  /** The findings about this row; none is an error if another row of its record is wrong. */
  readonly findings: readonly Finding[];
  /** A remark about the whole row: "not accepted because of line 4". */
  readonly note?: string | undefined;
}

export interface Draft {
  /** The external id of the record; null if it has none. */
  readonly key: string | null;
  /** The request as it would be sent to the platform. */
  readonly request: unknown;
  /** The request as the rows have it; absent if `request` is the same. */
  readonly written?: unknown;
  /** Every value has passed the check of its field, and no text of them looks damaged. */
  readonly isClean?: boolean | undefined;
  /** The rows of the record, in the order of the file; at least one. */
  readonly rows: readonly [SourceRow, ...SourceRow[]];
  /** The record is not checked further: `findings` has all that is wrong. */
  readonly unusable?: true | undefined;
  /** The row seems to contain other rows: its file cannot be trusted, and no record of the file is sent. */
  readonly mayContainRows?: true | undefined;
  /** The rows are no record. Their findings say so. */
  readonly dropped?: true | undefined;
  /** The rows lack the cells of another table that the record needs. So they must be fixed in their own table. */
  readonly isPart?: true | undefined;
  /** Findings about the rows that have no path in the request. */
  readonly findings: readonly Finding[];
  /** Problems found during conversion. They replace problems that a check finds at the same path. */
  readonly problems: readonly Problem[];
  /** Warnings from the conversion. The record stays valid. */
  readonly warnings?: readonly Problem[] | undefined;
  /** Notes about values that `--fix` has changed. */
  readonly fixes?: readonly Problem[] | undefined;
  /** Returns the place in the file of the value at a path of the request. */
  readonly locate: (path: Path) => ValuePlace;
}

/** Counts of the lines of an input file that belong to no record, and of all its lines. */
export interface LineCounts {
  readonly file: string;
  /** All lines, counted in the text and not by records; `undefined` until the whole file is read. */
  readonly lines: number | undefined;
  /** Lines of the header; in JSON, lines with only brackets and commas between records. */
  readonly header: number;
  readonly blank: number;
  /** The lines of records that are joined to records of another file: first lines, and further lines. */
  readonly parts?: { readonly records: number; readonly continued: number } | undefined;
}

/** The drafts of a file, and the findings about its header. */
export interface DraftSource {
  readonly findings: readonly Finding[];
  /** Returns findings about whole columns. Called after the last record is read. */
  readonly late?: (() => readonly Finding[]) | undefined;
  /** Rules that the header breaks for all records, such as a missing column: reported once, and not for each record. */
  readonly missing?: readonly string[] | undefined;
  /** The format of a rejects file: CSV with header and delimiter, or JSON. */
  readonly layout: SourceLayout;
  /** One entry for each file with drafts; absent if there is no file. */
  readonly lineCounts?: readonly LineCounts[] | undefined;
  /** The file has only changed records, and not all records. */
  readonly isDelta?: true | undefined;
  /** Whether the file is by itself a whole list: what it does not have, the student system does not have. */
  readonly isWhole?: true | undefined;
  /** The fields that the table has columns for. */
  readonly listed?: ReadonlySet<string> | undefined;
  readonly drafts: AsyncIterable<Draft>;
}

/** A record without errors, and what is sent for it. */
export interface ValidRequest<R = unknown> {
  readonly draft: Draft;
  readonly request: R;
}

/** A sheet of a workbook on the disk. */
export interface SourceSheet {
  readonly file: string;
  readonly name: string;
  readonly headerRow: number;
  /** The header as the sheet has it: in a rejects file with the columns of reasons. */
  readonly header: readonly string[];
  /** Differs if the file is changed later. */
  readonly version: string;
}

export type SourceLayout = {
  /** The records come from several files, so that a line needs the name of its file. */
  readonly isOfSeveral?: boolean;
} & (
  | {
      readonly format: 'rows';
      readonly header: readonly string[];
      readonly delimiter: string;
      /** The input was a rejects file itself. */
      readonly isRejects?: boolean;
      /** Some rows lack cells of another table, so that a rejects file with them cannot be sent. */
      readonly hasParts?: boolean;
      /** The sheet of the rows, if a rejects workbook can copy it. */
      readonly sheet?: SourceSheet | undefined;
    }
  | {
      readonly format: 'records';
      /** The record comes from flags or answers: there is no file to fix. */
      readonly isTyped?: true | undefined;
    }
);

/**
 * Numbers of a JSON file that have more digits than a JavaScript number can keep, as the file writes them, by their places,
 * as `placeOfNumber` writes them. No such text is the name of an inherited property.
 */
export type WrittenNumbers = Readonly<Record<string, string>>;

export function placeOfNumber(path: Path): string {
  return JSON.stringify(path);
}

/** Returns the JSON of a value, with its numbers as the file writes them. `path` is the place of the value in the record. */
export function jsonAsWritten(value: unknown, numbers: WrittenNumbers | undefined, path: Path = []): string {
  if (numbers === undefined) return JSON.stringify(value);
  const within = (name: string | number, member: unknown) => jsonAsWritten(member, numbers, [...path, name]);
  if (Array.isArray(value)) return `[${value.map((member, index) => within(index, member)).join(',')}]`;
  if (!isObject(value)) return numbers[placeOfNumber(path)] ?? JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${within(name, member)}`);
  return `{${members.join(',')}}`;
}
