/** Checks across the records of an input. */
import type { Draft } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { RecordPlace } from '../../model/place.ts';

/** Compares each record with earlier ones. */
export interface CrossCheck {
  /** Called for each record, in the order of the input. Returns findings about it. `place` may be kept, `record` may not. */
  readonly see: (record: Draft, place: RecordPlace) => readonly Finding[];
  /** Called after the last record. Returns findings that only all records together show. */
  readonly finish?: (() => readonly Finding[]) | undefined;
}
