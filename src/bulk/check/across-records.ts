/** Checks across the records of an input. */
import type { NumberWriter } from '../../base/bytes/number-writer.ts';
import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordPlace } from '../../model/place.ts';
import type { Path } from '../../platform/problem.ts';

/** The part of a record that checks across records read. */
export interface Compared extends Pick<Draft, 'key' | 'request'> {
  readonly locate: (path: Path) => { readonly line: number };
}

/** Returns the next of the numbers that were noted. */
export type Notes = () => number;

/** Compares a record with earlier ones, in two steps: several threads can note values of records at the same time. */
export interface CrossCheck {
  /** Notes the values of a record that `compare` needs. */
  readonly note: (record: Compared, notes: NumberWriter) => void;
  /** Compares the noted values with those of earlier records. Called for each record, in the order of the input. */
  readonly compare: (notes: Notes, place: RecordPlace, draft: () => Draft) => Finding[];
  /** Makes room for about this many more records. */
  readonly expect?: ((records: number) => void) | undefined;
  /** Called after the last record. Returns findings that only all records together show. */
  readonly finish?: (() => readonly Finding[]) | undefined;
}
