/** Finds whether a list has a person also under the id that the target has. Stores some eight bytes for each person. */
import { createNumbers, type NumberList } from '../../../base/lists/compact-lists.ts';
import { type Hash, hash64 } from '../../../base/text-hash.ts';
import { ownKey } from './store-people.ts';

/** An id with its e-mail. */
export interface KnownId {
  readonly id: string;
  readonly email: string;
}

export interface ListedIds {
  /** Adds an id of the list. `keepsName`: the target has this id, and the list changes neither name nor birth date there. */
  add(listed: KnownId, keepsName: boolean): void;
  /**
   * Takes ids of the target. Returns a function that says whether the list has such an id: with the same e-mail, or for the
   * same person with another e-mail.
   */
  find(known: readonly KnownId[]): (one: KnownId) => 'same' | 'other-email' | undefined;
}

export function createListedIds(): ListedIds {
  const [withEmail, withoutEmail] = [createNumbers(), createNumbers()];
  const push = (list: NumberList, hash: Hash) => {
    for (const word of hash) list.push(word);
  };
  return {
    add: ({ id, email }, keepsName) => {
      if (email !== '') push(withEmail, hash64(ownKey(id, email)));
      if (keepsName) push(withoutEmail, hash64(id));
    },
    find: (known) => {
      const same = among(withEmail, new Set(known.map(({ id, email }) => hashText(ownKey(id, email)))));
      const ids = among(withoutEmail, new Set(known.map(({ id }) => hashText(id))));
      return ({ id, email }) => {
        if (same.has(hashText(ownKey(id, email)))) return 'same';
        return ids.has(hashText(id)) ? 'other-email' : undefined;
      };
    },
  };
}

/** Returns those of the wanted hashes that are in the list. */
function among(list: NumberList, wanted: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; wanted.size > 0 && at < list.length; at += 2) {
    const hash = String([list.at(at), list.at(at + 1)]);
    if (wanted.has(hash)) found.add(hash);
  }
  return found;
}

function hashText(text: string): string {
  return String(hash64(text));
}
