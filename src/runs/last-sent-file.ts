/**
 * The file of last sent requests: an id and a digest on each line. The last line of an id counts.
 *
 * A run that sends has a line at its begin and at its end. If two runs send at once, their answers may arrive in another
 * order than the platform stored the requests. So each id that one of them adds meanwhile counts as unknown.
 */
import { randomUUID } from 'node:crypto';
import { createCompactMap } from '../base/compact-map.ts';
import { ownIdentity, type ProcessIdentity, processStateOf } from '../disk/process-identity.ts';
import { openMemoryFile } from './memory-file.ts';

export interface SentDigest {
  readonly key: string;
  /** In hexadecimal digits. */
  readonly digest: string;
  /** The target never changes it any more, so it stays known whatever other runs send. */
  readonly final?: true | undefined;
}

interface Begin {
  readonly began: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly by: ProcessIdentity;
}

interface End {
  readonly ended: string;
}

/** Added lines count when the file is next opened: in one run, each id is sent only once. */
export interface SentDigests {
  /** A random text in each digest, so that equal requests to two targets have different digests. */
  salt(): string;
  has(key: string): boolean;
  isKnown(entry: SentDigest): boolean;
  /** Makes the file. The salt does not change any more. */
  create(): Promise<void>;
  /** Writes that this run sends from now on, and reads what others have added. Does nothing the second time. */
  begin(): Promise<void>;
  add(entries: readonly SentDigest[]): Promise<void>;
  /** Marks the target's state of an id as unknown, if it is known. Resolves when that is written. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

export const DIGEST_HEX_DIGITS = 16;
/** A digest that no request has. */
const FORGOTTEN = '0'.repeat(DIGEST_HEX_DIGITS);

export async function openSentDigests(folder: string, target: string): Promise<SentDigests> {
  const known = createCompactMap();
  let senders = createSenders();
  const take = (line: SentDigest | Begin | End): void => {
    if ('began' in line) senders.begin(line);
    else if ('ended' in line) senders.end(line.ended);
    else known.set(line.key, ...wordsOf(senders.isShared() && line.final !== true ? FORGOTTEN : line.digest));
  };
  const file = await openMemoryFile<SentDigest | Begin | End>({ folder, prefix: 'sent', target }, take);
  const id = randomUUID();
  let beginning: Promise<void> | undefined;
  const writeBegin = async (): Promise<void> => {
    await file.create();
    const gone = senders.gone().map((ended): End => ({ ended }));
    await file.addNow([...gone, { began: id, at: Date.now(), by: ownIdentity() }]);
    // What others add from now on counts as unknown. What they have added before must be known here.
    await file.refresh(() => {
      senders = createSenders();
    });
  };
  return {
    salt: file.salt,
    create: file.create,
    has: (key) => known.get(key) !== undefined,
    isKnown: ({ key, digest }) => {
      const [found, [first, second]] = [known.get(key), wordsOf(digest)];
      return found?.[0] === first && found[1] === second;
    },
    begin: () => {
      beginning ??= writeBegin();
      return beginning;
    },
    add: file.add,
    forget: async (key) => {
      if (known.get(key) !== undefined) await file.addNow([{ key, digest: FORGOTTEN }]);
    },
    close: async () => {
      // If it failed, the run has got the error already.
      const hasBegun = await beginning?.then(() => true).catch(() => false);
      if (hasBegun) await file.add([{ ended: id }]);
      await file.close();
    },
  };
}

/** The runs that send, as the lines up to one place of the file tell. */
function createSenders() {
  const open = new Map<string, Begin>();
  let isShared = false;
  return {
    /** Whether several runs send, or one of them has not ended since. */
    isShared: () => isShared,
    begin: (line: Begin): void => {
      isShared ||= open.size > 0;
      open.set(line.began, line);
    },
    end: (id: string): void => {
      open.delete(id);
      if (open.size === 0) isShared = false;
    },
    /** The runs that were killed. */
    gone: (): string[] => [...open.values()].filter(isGone).map(({ began }) => began),
  };
}

/** The longest time for which a run counts whose process cannot be seen from here. */
const UNSEEN_MS = 24 * 60 * 60 * 1_000;

function isGone({ by, at }: Begin): boolean {
  const state = processStateOf(by);
  return state === 'ended' || (state === 'unknown' && Date.now() - at > UNSEEN_MS);
}

function wordsOf(digest: string): [number, number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
}
