/** The valid requests of a run. Few are held in memory; many are read again from their files. */

import { createBytes, createShorts, type NumberList } from '../../base/lists/compact-lists.ts';
import { hash64 } from '../../base/text-hash.ts';
import { InputError, type InputPlace } from '../../errors.ts';
import type { Draft, DraftSource, ValidRequest } from '../../model/draft.ts';
import type { FormCheck } from '../../platform/fields/check.ts';

/** A request that passed local validation. */
/** May be walked several times, always in the order of the files. */
export interface ValidRequests<R> {
  readonly count: number;
  walk(): AsyncIterable<ValidRequest<R>>;
}

export interface Collector<R> extends ValidRequests<R> {
  /** Takes the next draft of the input. A draft without a request is invalid. */
  add(draft: Draft, request: R | undefined): void;
  /** Takes requests that no row asks for. */
  addOthers(others: readonly ValidRequest<R>[]): void;
}

/**
 * The largest number of requests in memory. A user of a few hundred bytes takes some kilobytes as objects. And with a
 * larger heap, Node collects garbage later.
 */
const MAX_HELD = 10_000;

/** `reopen` opens the same files again, from their beginning. Without it, all requests are held. */
export function createCollector<R>(
  reopen: (() => Promise<readonly DraftSource[]>) | undefined,
  checkForm: (request: unknown) => FormCheck<R>,
  heldMax = MAX_HELD,
): Collector<R> {
  let held: ValidRequest<R>[] | undefined = [];
  let others: readonly ValidRequest<R>[] = [];
  const known: KnownRecords = { isValid: createBytes(), digests: createShorts() };
  let count = 0;
  const releaseHeld = (): void => {
    for (const { request } of held ?? []) known.digests.push(digestOf(request));
    held = undefined;
  };
  return {
    get count() {
      return count;
    },
    add: (draft, request) => {
      known.isValid.push(request === undefined ? 0 : 1);
      if (request === undefined) return;
      count += 1;
      if (reopen !== undefined && held !== undefined && held.length >= heldMax) releaseHeld();
      if (held === undefined) known.digests.push(digestOf(request));
      else held.push({ draft, request });
    },
    addOthers: (added) => {
      others = added;
      count += added.length;
    },
    walk: async function* () {
      yield* held ?? readAgain((await reopen?.()) ?? [], known, checkForm);
      yield* others;
    },
  };
}

/** The data about records that are not held. It shows whether the file has changed. */
interface KnownRecords {
  /** One entry for each record: 1 if it is valid. */
  readonly isValid: NumberList;
  /** The digests of the valid records. */
  readonly digests: NumberList;
}

/** Two bytes. They show a replaced file at its first records, and a single changed row in all but 1 of 65,536 cases. */
function digestOf(request: unknown): number {
  return hash64(JSON.stringify(request))[1] & 0xffff;
}

/** Reads the requests again. Plans go by position, so every record must be in its old position. */
async function* readAgain<R>(
  sources: readonly DraftSource[],
  { isValid, digests }: KnownRecords,
  checkForm: (request: unknown) => FormCheck<R>,
): AsyncGenerator<ValidRequest<R>> {
  let [index, valid] = [0, 0];
  let place: InputPlace = { file: 'The input' };
  for (const { drafts } of sources) {
    for await (const draft of drafts) {
      const [{ file, line }] = draft.rows;
      place = { file, line };
      if (index >= isValid.length) throw changedFile(place);
      if (isValid.at(index++) === 0) continue;
      const form = checkForm(draft.request);
      if (!('value' in form) || digestOf(form.value) !== digests.at(valid++)) throw changedFile(place);
      yield { draft, request: form.value };
    }
  }
  if (index < isValid.length) throw changedFile({ file: place.file });
}

function changedFile(place: InputPlace): InputError {
  return new InputError(place, 'the file was changed while it was read', { hint: 'Run the command again.' });
}
