/** The valid requests of a run, in the order of the files. */

import type { Draft, ValidRequest } from '../../model/draft.ts';

/** May be walked several times. */
export interface ValidRequests<R> {
  readonly count: number;
  walk(): Iterable<ValidRequest<R>>;
}

export interface Collector<R> extends ValidRequests<R> {
  /** Takes the next draft of the input. A draft without a request is invalid. */
  add(draft: Draft, request: R | undefined): void;
  /** Takes requests that no row asks for. */
  addOthers(others: readonly ValidRequest<R>[]): void;
}

export function createCollector<R>(): Collector<R> {
  const held: ValidRequest<R>[] = [];
  return {
    get count() {
      return held.length;
    },
    add: (draft, request) => {
      if (request !== undefined) held.push({ draft, request });
    },
    addOthers: (others) => {
      for (const other of others) held.push(other);
    },
    walk: () => held,
  };
}
