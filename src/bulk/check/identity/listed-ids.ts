/** Whether a person of a list stands in it under the id that a target knows as well. Some eight bytes are kept for each. */
import { createNumbers, type NumberList } from '../../../base/compact-lists.ts';
import { type Hash, hash64 } from '../../../base/text-hash.ts';
import { ownKey } from './store-people.ts';

/** An id that the target knows, with the e-mail that the target has for it. */
export interface KnownId {
  readonly id: string;
  readonly email: string;
}

export interface ListedIds {
  /** Takes an id of the list with its e-mail. `keepsName` where the target has that id, and name and birth date stay there. */
  add(listed: KnownId, keepsName: boolean): void;
  /** Tells of some known ids how the list has them: with the same e-mail, or as the same person with another one. */
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

/** Those of some hashes that are in a list. */
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
