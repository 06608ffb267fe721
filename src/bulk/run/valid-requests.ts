/** The requests that validation passed: held where they are few, read again from their files where they are many. */

import { createBytes, createShorts, type NumberList } from '../../base/compact-lists.ts';
import { hash64 } from '../../base/text-hash.ts';
import { InputError, type InputPlace } from '../../errors.ts';
import type { Draft, DraftSource } from '../../model/draft.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { WholeUser } from '../../platform/resources/whole-user.ts';

/** A request that local validation passed. */
export interface ValidRequest<R> {
  readonly draft: Draft;
  /** Of a long file, made when it is first asked for. */
  readonly request: R;
  /** What it says, where it says all of a user. */
  readonly whole?: WholeUser | undefined;
}

/** May be walked several times, always in the order of the files. */
export interface ValidRequests<R> {
  readonly count: number;
  walk(): AsyncIterable<ValidRequest<R>>;
}

export interface Collector<R> extends ValidRequests<R> {
  /** Takes the next draft of the input; without a request it is one that is wrong. */
  add(draft: Draft, request: R | undefined): void;
  /** Takes requests that no file has. */
  addOthers(others: readonly ValidRequest<R>[]): void;
}

/**
 * The number of requests to hold. A user of a few hundred bytes takes some kilobytes as objects; and the more the
 * process has held once, the more garbage Node lets it keep.
 */
const MAX_HELD = 10_000;

/** `reopen` opens the same files again, from their beginning; what cannot be read twice is held, however much it is. */
export function createCollector<R>(
  reopen: (() => Promise<readonly DraftSource[]>) | undefined,
  checkForm: (request: unknown) => FormCheck<R>,
  heldMax = MAX_HELD,
): Collector<R> {
  let held: ValidRequest<R>[] | undefined = [];
  let others: readonly ValidRequest<R>[] = [];
  const known: KnownRecords = { isValid: createBytes(), digests: createShorts() };
  let count = 0;
  const letGo = (): void => {
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
      if (reopen !== undefined && held !== undefined && held.length >= heldMax) letGo();
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

/** What is kept of records that are not held. It shows whether the file is unchanged. */
interface KnownRecords {
  /** One entry for each record: 1 if it is valid. */
  readonly isValid: NumberList;
  /** The digests of the valid records. */
  readonly digests: NumberList;
}

/** Two bytes: a file that was replaced shows at its first records, and one changed row in all but 1 of 65,536 cases. */
function digestOf(request: unknown): number {
  return hash64(JSON.stringify(request))[1] & 0xffff;
}

/** Plans are made by position: a record in another one's place would be taken for it. */
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
