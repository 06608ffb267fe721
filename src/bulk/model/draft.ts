/** A request in the making: what a file says, before it is checked, with the way back to every cell. */
import type { Finding } from './finding.ts';
import type { Place, RecordPlace, ValuePlace } from './place.ts';
import type { Path, Problem } from '../../platform/problem.ts';

/** A record as it stands in its file, kept so that it can be handed back to be fixed. */
export interface SourceRow extends RecordPlace {
  /** How many physical lines of the file it has for itself; none where it begins on the line of the record before. */
  readonly lines: number;
  /** The row of another file whose cells it has as well. */
  readonly with?: Place & { readonly lines: number };
  /** The cells of a CSV row, or the value of a JSON record. */
  readonly content: { readonly cells: readonly string[] } | { readonly value: unknown };
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
  /** Rows of the file that it was made of, in their order; at least one. */
  readonly rows: readonly [SourceRow, ...SourceRow[]];
  /** There is nothing to check further: what was found says it all. */
  readonly unusable?: true | undefined;
  /** A row that seems to hold other rows: its file cannot be trusted, and nothing of it is sent. */
  readonly swallowed?: true | undefined;
  /** Findings about its rows that have no path in the request. */
  readonly findings: readonly Finding[];
  /** Problems found during conversion. They replace those of a check at the same path. */
  readonly problems: readonly Problem[];
  /** Warnings from the conversion. They do not stop the record. */
  readonly warnings?: readonly Problem[] | undefined;
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
}

/** The drafts of a file, and what was found in its header. */
export interface DraftSource {
  readonly findings: readonly Finding[];
  /** Rules that the header breaks for all records, as a missing column does: told of the header, and not of each. */
  readonly missing?: readonly string[] | undefined;
  /** How rejected rows are written back: the header's texts and the delimiter of a CSV file, or JSON. */
  readonly layout: SourceLayout;
  /** One entry for each file that the drafts come from; absent if there is none. */
  readonly accounts?: readonly LineAccount[] | undefined;
  readonly drafts: AsyncIterable<Draft>;
}

export type SourceLayout =
  | { readonly format: 'csv'; readonly header: readonly string[]; readonly delimiter: string }
  | {
      readonly format: 'json';
      /** By flags or as answers: there is no file whose rows could be fixed. */
      readonly isTyped?: true | undefined;
    };
