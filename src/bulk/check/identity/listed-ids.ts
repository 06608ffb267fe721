/** Finds whether a list has a person also under the id that the target has. */
import { ownKey } from './store-people.ts';

/** An id with its e-mail. */
export interface KnownId {
  readonly id: string;
  readonly email: string;
}

export interface ListedIds {
  /** Adds an id of the list. `keepsName`: the target has this id, and the list changes neither name nor birth date there. */
  add(listed: KnownId, keepsName: boolean): void;
  /** Whether the list has an id of the target: with the same e-mail, or for the same person with another e-mail. */
  find(known: KnownId): 'same' | 'other-email' | undefined;
}

export function createListedIds(): ListedIds {
  const [withEmail, withoutEmail] = [new Set<string>(), new Set<string>()];
  return {
    add: ({ id, email }, keepsName) => {
      if (email !== '') withEmail.add(ownKey(id, email));
      if (keepsName) withoutEmail.add(id);
    },
    find: ({ id, email }) => {
      if (withEmail.has(ownKey(id, email))) return 'same';
      return withoutEmail.has(id) ? 'other-email' : undefined;
    },
  };
}
