/** The file of last sent requests: an id and a digest on each line. The last line of an id counts. */
import { createCompactMap } from '../base/compact-map.ts';
import { openMemoryFile } from './memory-file.ts';

export interface SentDigest {
  readonly key: string;
  /** In hexadecimal digits. */
  readonly digest: string;
}

/** Added lines count when the file is next opened: in one run, each id is sent only once. */
export interface SentDigests {
  /** A random text in each digest, so that equal requests to two targets have different digests. */
  readonly salt: string;
  has(key: string): boolean;
  isKnown(entry: SentDigest): boolean;
  add(entries: readonly SentDigest[]): Promise<void>;
  /** Marks the target's state of an id as unknown. Resolves when that is written. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

export const DIGEST_HEX_DIGITS = 16;
/** A digest that no request has. */
const FORGOTTEN = '0'.repeat(DIGEST_HEX_DIGITS);

export async function openSentDigests(folder: string, target: string): Promise<SentDigests> {
  const known = createCompactMap();
  const file = await openMemoryFile<SentDigest>({ folder, prefix: 'sent', target }, ({ key, digest }) =>
    known.set(key, ...wordsOf(digest)),
  );
  return {
    salt: file.salt,
    has: (key) => known.get(key) !== undefined,
    isKnown: ({ key, digest }) => {
      const [found, [first, second]] = [known.get(key), wordsOf(digest)];
      return found?.[0] === first && found[1] === second;
    },
    add: file.add,
    forget: (key) => file.addNow({ key, digest: FORGOTTEN }),
    close: file.close,
  };
}

function wordsOf(digest: string): [number, number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}
