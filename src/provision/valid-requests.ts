/** The requests that validation passed: held where they are few, read again from their files where they are many. */
import type { FormCheck } from '../contract/check.ts';
import type { Draft, DraftSource } from '../contract/draft.ts';
import { InputError } from '../errors.ts';
import { createBytes } from './compact-lists.ts';

/** A request that local validation passed. */
export interface ValidRequest<R> {
  readonly draft: Draft;
  readonly request: R;
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
 * Up to so many requests are held. A user of a few hundred bytes takes some kilobytes as objects; and the more the
 * process has held once, the more garbage Node lets it keep.
 */
const HELD_MAX = 10_000;

/** `reopen` opens the same files again, from their beginning; what cannot be read twice is held, however much it is. */
export function createCollector<R>(
  reopen: (() => Promise<readonly DraftSource[]>) | undefined,
  checkForm: (request: unknown) => FormCheck<R>,
  heldMax = HELD_MAX,
): Collector<R> {
  let held: ValidRequest<R>[] | undefined = [];
  let others: readonly ValidRequest<R>[] = [];
  const isValid = createBytes();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: (draft, request) => {
      isValid.push(request === undefined ? 0 : 1);
      if (request === undefined) return;
      count += 1;
      if (reopen !== undefined && held !== undefined && held.length >= heldMax) held = undefined;
      held?.push({ draft, request });
    },
    addOthers: (added) => {
      others = added;
      count += added.length;
    },
    walk: async function* () {
      yield* held ?? readAgain((await reopen?.()) ?? [], isValid.at, checkForm);
      yield* others;
    },
  };
}

async function* readAgain<R>(
  sources: readonly DraftSource[],
  isValid: (index: number) => number,
  checkForm: (request: unknown) => FormCheck<R>,
): AsyncGenerator<ValidRequest<R>> {
  let index = 0;
  for (const { drafts } of sources) {
    for await (const draft of drafts) {
      if (isValid(index++) === 0) continue;
      const form = checkForm(draft.request);
      if (!('value' in form)) throw changedFile(draft);
      yield { draft, request: form.value };
    }
  }
}

function changedFile({ rows: [{ file, line }] }: Draft): InputError {
  return new InputError({ file, line }, 'the file was changed while it was read', { hint: 'Run the command again.' });
}
