/**
 * What a remote target was last sent, as digests: what has not changed since is not sent again. A remote cannot be
 * asked what it holds, so nothing else is known about it.
 */
import { hash } from 'node:crypto';
import type { Target } from '../model/target.ts';
import { DIGEST_HEX_DIGITS, openSentDigests, type SentDigest } from './last-sent-file.ts';

export interface LastSent<R> {
  /** Whether the target was sent this very request last, and took it. Absent where that is not kept of such requests. */
  readonly isKnown?: (request: R) => boolean;
  /** Before another request is sent with the same id: from then on it is unknown what the target has of it. */
  forget(request: R): Promise<void>;
  /** After an answer that does not say that all of it was done: then not even the same request is known to be there. */
  doubt(request: R): Promise<void>;
  /** After the target took it. It is written before `close` ends. What is lost before that is sent again next time. */
  remember(request: R): void;
  close(): Promise<void>;
}

/** The target. Without the key, passwords could be guessed from digests. */
export interface RememberedTarget {
  readonly where: string;
  readonly digestKey: string;
}

/** Absent where the target can be asked itself. */
export function rememberedTarget({ where, identity = where, digestKey }: Target): RememberedTarget | undefined {
  return digestKey === undefined ? undefined : { where: identity, digestKey };
}

/** For requests that change the records of others: `keysOf` gives their ids. */
export async function openInvalidator<R>(
  folder: string,
  { where }: RememberedTarget,
  keysOf: (request: R) => readonly string[],
): Promise<LastSent<R>> {
  const digests = await openSentDigests(folder, where);
  return {
    forget: async (request) => {
      await Promise.all(keysOf(request).map((key) => digests.forget(key)));
    },
    doubt: async () => {},
    remember: () => {},
    close: () => digests.close(),
  };
}

/** `keyOf` gives the external id that a request is known by. */
export async function openLastSent<R>(
  folder: string,
  { where, digestKey }: RememberedTarget,
  keyOf: (request: R) => string,
): Promise<Required<LastSent<R>>> {
  const digests = await openSentDigests(folder, where);
  const digestOf = (request: R) =>
    hash('sha256', digestKey + digests.salt + JSON.stringify(request), 'hex').slice(0, DIGEST_HEX_DIGITS);
  const entryOf = (request: R): SentDigest => ({ key: keyOf(request), digest: digestOf(request) });
  // To make a digest takes longer than to see that there is none to compare it with.
  const isKnown = (request: R) => digests.has(keyOf(request)) && digests.isKnown(entryOf(request));
  /** Requests whose digests are not made yet. They are made while the next requests are under way. */
  let due: R[] = [];
  const rememberDue = async (): Promise<void> => {
    // A run in which little has changed adds little.
    const entries = due.map(entryOf).filter((entry) => !digests.isKnown(entry));
    due = [];
    await digests.add(entries);
  };
  return {
    isKnown,
    forget: async (request) => {
      const key = keyOf(request);
      if (digests.has(key) && !isKnown(request)) await digests.forget(key);
    },
    doubt: (request) => digests.forget(keyOf(request)),
    remember: (request) => {
      due.push(request);
      // A failure now comes again on closing.
      if (due.length === 1) setImmediate(() => rememberDue().catch(() => {}));
    },
    close: async () => {
      await rememberDue();
      await digests.close();
    },
  };
}
