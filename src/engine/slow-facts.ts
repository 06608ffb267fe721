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
  /** The hash to store, by the stored hash, the user and the password. */
  const hashes = new Map<string, string>();
  /** Several requests may need the same facts. */
  const begun = new Map<string, Promise<void>>();
  const photos = new Map<string, boolean>();
  const prepare = async (key: string, known: string | undefined, password: string): Promise<void> => {
    const isFit = known !== undefined && (await passwords.matches(known, password));
    hashes.set(key, isFit ? known : await passwords.hash(password));
  };
  const prepareOnce = (key: string, known: string | undefined, password: string): Promise<void> => {
    const work = begun.get(key) ?? prepare(key, known, password);
    begun.set(key, work);
    return work;
  };
  return {
    hashOf: (view, wanted) => {
      const hash = hashes.get(keyOf(knownHash(view, wanted), wanted));
      if (hash === undefined) throw new Error('The password was not prepared');
      return hash;
    },
    canLoad: (photo) => photos.get(photo) === true,
    missing: (view, { passwords: wanted, photo }) => {
      const works = wanted.flatMap((one): Work[] => {
        const known = knownHash(view, one);
        const key = keyOf(known, one);
        return hashes.has(key) ? [] : [() => prepareOnce(key, known, one.password)];
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

function keyOf(known: string | undefined, { user, password }: UserPassword): string {
  return JSON.stringify([known, user, password]);
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
