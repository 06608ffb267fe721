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
  /**
   * Writes that this run sends from now on, and reads what others have added. The salt does not change any more. Does
   * nothing the second time. To be called before anything is added.
   */
  begin(): Promise<void>;
  add(entries: readonly SentDigest[]): Promise<void>;
  /** Marks the target's state of an id as unknown, if it is known. Resolves when that is written. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}

/** A file with more lines is shortened when a run begins: with 10,000 lines it is read in less than 0.1 s. */
const [MANY_LINES, LINES_PER_KEY] = [10_000, 2];

export const DIGEST_HEX_DIGITS = 16;
/** A digest that no request has. */
const FORGOTTEN = '0'.repeat(DIGEST_HEX_DIGITS);

export async function openSentDigests(folder: string, target: string): Promise<SentDigests> {
  const state = createState();
  const file = await openMemoryFile<Line>({ folder, prefix: 'sent', target }, state.take);
  const id = randomUUID();
  let beginning: Promise<void> | undefined;
  const writeBegin = async (): Promise<void> => {
    const gone = state.gone().map((ended): End => ({ ended }));
    for (const line of gone) state.take(line);
    await file.addNow([...gone, { began: id, at: Date.now(), by: ownIdentity() }]);
    // What others add from now on counts as unknown. What they have added before must be known here.
    await file.refresh(state.reset);
    if (state.isTooLong() && state.isAlone(id)) await file.shorten(state.linesToKeep(id));
  };
  return {
    salt: file.salt,
    has: (key) => !state.isUnknown(key),
    isKnown: state.isKnown,
    begin: () => {
      // A process that began meanwhile would add to the file that was there before it was shortened.
      beginning ??= file.alone(writeBegin);
      return beginning;
    },
    add: file.add,
    forget: async (key) => {
      if (!state.isUnknown(key)) await file.addNow([{ key, digest: FORGOTTEN }]);
    },
    close: async () => {
      // If it failed, the run has got the error already.
      const hasBegun = await beginning?.then(() => true).catch(() => false);
      if (hasBegun) await file.add([{ ended: id }]);
      await file.close();
    },
  };
}

type Line = SentDigest | Begin | End;

/** What the lines of the file say, up to the last one that was read. */
function createState() {
  let known = createCompactMap();
  let senders = createSenders();
  let [lines, keys] = [0, 0];
  const setDigest = (key: string, digest: string): void => {
    const words = wordsOf(digest);
    if (known.add(key, ...words) === undefined) keys += 1;
    else known.set(key, ...words);
  };
  const isKnown = ({ key, digest }: SentDigest): boolean => {
    const [found, [first, second]] = [known.get(key), wordsOf(digest)];
    return found?.[0] === first && found[1] === second;
  };
  const isUnknown = (key: string) => known.get(key) === undefined || isKnown({ key, digest: FORGOTTEN });
  return {
    take: (line: Line): void => {
      lines += 1;
      if ('began' in line) senders.begin(line);
      else if ('ended' in line) senders.end(line.ended);
      else setDigest(line.key, senders.isShared() && line.final !== true ? FORGOTTEN : line.digest);
    },
    /** Before all lines are read again. */
    reset: (): void => {
      known = createCompactMap();
      senders = createSenders();
      [lines, keys] = [0, 0];
    },
    isKnown,
    isUnknown,
    gone: () => senders.gone(),
    isAlone: (id: string) => senders.isAlone(id),
    isTooLong: () => lines > MANY_LINES + LINES_PER_KEY * keys,
    /** Returns a function that chooses one line of each id that is known, and the begin of the run `id`. */
    linesToKeep: (id: string) => {
      const kept = createCompactMap(1);
      return (line: Line): boolean => {
        if (!('key' in line)) return 'began' in line && line.began === id;
        return !isUnknown(line.key) && isKnown(line) && kept.add(line.key, 1) === undefined;
      };
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
    /** Whether no other run sends. Its own begin may not have been read. */
    isAlone: (id: string): boolean => [...open.keys()].every((other) => other === id),
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
