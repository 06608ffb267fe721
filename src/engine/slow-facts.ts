/**
 * Facts that take too long to find inside a transaction: whether a password matches a hash, the hash of a new password,
 * and whether a photo can be loaded. They depend only on the request and the stored hash, so they are found before.
 */
import { availableParallelism } from 'node:os';
import { InterruptedError } from '../errors.ts';
import type { StoreView } from '../store/port.ts';
import type { EngineDependencies } from './dependencies.ts';
import { readSettings } from './settings.ts';

/** The slow facts that a request needs. */
export interface NeededFacts {
  readonly passwords: readonly UserPassword[];
  readonly photo?: string | undefined;
}

export interface UserPassword {
  /** The external id. If the user has none yet, any text that no other user has. */
  readonly user: string;
  readonly password: string;
}

export interface SlowFacts {
  /** The hash to store for a password: the stored hash, if the password matches it. */
  hashOf(view: StoreView, wanted: UserPassword): string;
  canLoad(photo: string): boolean;
  /** The work that finds the facts that are not known yet. */
  missing(view: StoreView, needed: NeededFacts): Work[];
}

type Work = () => Promise<void>;

export function createSlowFacts({
  passwords,
  canLoadPhoto,
}: Pick<EngineDependencies, 'passwords' | 'canLoadPhoto'>): SlowFacts {
  /** By hash and password, with a line break in between: no hash contains one. */
  const fits = new Map<string, boolean>();
  const hashes = new Map<string, string>();
  const photos = new Map<string, boolean>();
  const find = (known: string | undefined, wanted: UserPassword): string | undefined => {
    const isFit = known === undefined ? false : fits.get(`${known}\n${wanted.password}`);
    if (isFit === undefined) return undefined;
    return isFit ? known : hashes.get(keyOf(wanted));
  };
  const prepare = async (known: string | undefined, wanted: UserPassword): Promise<void> => {
    const isFit = known !== undefined && (await passwords.matches(known, wanted.password));
    if (known !== undefined) fits.set(`${known}\n${wanted.password}`, isFit);
    if (!isFit) hashes.set(keyOf(wanted), await passwords.hash(wanted.password));
  };
  /** Several requests may need the same facts. */
  const begun = new Map<string, Promise<void>>();
  const prepareOnce = (known: string | undefined, wanted: UserPassword): Promise<void> => {
    const key = `${known}\n${keyOf(wanted)}`;
    const work = begun.get(key) ?? prepare(known, wanted);
    begun.set(key, work);
    return work;
  };
  return {
    hashOf: (view, wanted) => {
      const hash = find(knownHash(view, wanted), wanted);
      if (hash === undefined) throw new Error('The password was not prepared');
      return hash;
    },
    canLoad: (photo) => photos.get(photo) === true,
    missing: (view, { passwords: wanted, photo }) => {
      const works = wanted.flatMap((one): Work[] => {
        const known = knownHash(view, one);
        return find(known, one) === undefined ? [() => prepareOnce(known, one)] : [];
      });
      const needsPhoto = photo !== undefined && !photos.has(photo) && checksPhotos(view);
      if (needsPhoto) works.push(async () => void photos.set(photo, await canLoadPhoto(photo)));
      return works;
    },
  };
}

/** Whether the platform checks photos by loading them. */
export function checksPhotos(view: StoreView): boolean {
  return readSettings(view).PhotoCheck === 'load';
}

function knownHash(view: StoreView, { user }: UserPassword): string | undefined {
  return view.get('Users', user)?.PasswordHash;
}

function keyOf({ user, password }: UserPassword): string {
  return JSON.stringify([user, password]);
}

/** One more than the number of processors, so that no processor waits for the next piece of work. */
const AT_ONCE = availableParallelism() + 1;

/** Does pieces of work side by side. After a failure or an aborted signal, it starts no further work. */
export async function doAll(works: Iterable<Work>, signal?: AbortSignal | undefined): Promise<void> {
  const queue = works[Symbol.iterator]();
  let isBroken = false;
  const takeWork = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !isBroken; next = queue.next()) {
      if (signal?.aborted) throw InterruptedError.by(signal);
      await next.value();
    }
  };
  const ended = Array.from({ length: AT_ONCE }, () =>
    takeWork().catch((error: unknown) => {
      isBroken = true;
      throw error;
    }),
  );
  await Promise.all(ended);
}
