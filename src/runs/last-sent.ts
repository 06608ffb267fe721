/**
 * The requests last sent to a remote target, as digests: an unchanged request is not sent again. A remote cannot be
 * asked for its state, so nothing else is known about it.
 */
import { hash } from 'node:crypto';
import type { Target } from '../model/target.ts';
import { DIGEST_HEX_DIGITS, openSentDigests, type SentDigest } from './last-sent-file.ts';

export interface LastSent<R> {
  /** Whether this very request was sent last and accepted. Absent if such requests are not remembered. */
  readonly isKnown?: (request: R) => boolean;
  /** Called before the first request, so that nothing is sent if the memory cannot be written. */
  begin(): Promise<void>;
  /** Called before each request: if it differs from the last one with its id, the target's state is then unknown. */
  forget(request: R): Promise<void>;
  /** Called after an answer that does not confirm the whole request: then even this request counts as unknown. */
  doubt(request: R): Promise<void>;
  /** Called after the target accepted it. It is written before `close` ends; if it is lost, it is sent again next time. */
  remember(request: R): void;
  close(): Promise<void>;
}

/** A target. The digests have a key, so that nobody can guess passwords from them. */
export interface RememberedTarget {
  readonly where: string;
  readonly digestKey: string;
}

/** Absent if the target itself can be asked. */
export function rememberedTarget({ where, identity = where, digestKey }: Target): RememberedTarget | undefined {
  return digestKey === undefined ? undefined : { where: identity, digestKey };
}

/** A memory for requests that change other records: it only forgets. `keysOf` returns the ids of these records. */
export async function openInvalidator<R>(
  folder: string,
  { where }: RememberedTarget,
  keysOf: (request: R) => readonly string[],
): Promise<LastSent<R>> {
  const digests = await openSentDigests(folder, where);
  return {
    begin: digests.begin,
    forget: async (request) => {
      await digests.begin();
      await Promise.all(keysOf(request).map((key) => digests.forget(key)));
    },
    doubt: async () => {},
    remember: () => {},
    close: () => digests.close(),
  };
}

/**
 * Opens the memory of a target. `keyOf` returns the external id of a request. `isFinal`: what the target has accepted
 * cannot be changed, so it is never forgotten.
 */
export async function openLastSent<R>(
  folder: string,
  { where, digestKey }: RememberedTarget,
  keyOf: (request: R) => string,
  { isFinal = false }: { readonly isFinal?: boolean | undefined } = {},
): Promise<Required<LastSent<R>>> {
  const digests = await openSentDigests(folder, where);
  const digestOf = (request: R) =>
    hash('sha256', digestKey + digests.salt() + JSON.stringify(request), 'hex').slice(0, DIGEST_HEX_DIGITS);
  const entryOf = (request: R): SentDigest => ({
    key: keyOf(request),
    digest: digestOf(request),
    final: isFinal || undefined,
  });
  // Making a digest takes longer than a look for an earlier one.
  const isKnown = (request: R) => digests.has(keyOf(request)) && digests.isKnown(entryOf(request));
  /** Requests whose digests are not made yet. They are made while the next requests are under way. */
  let due: R[] = [];
  let writing = Promise.resolve();
  const writeDue = async (): Promise<void> => {
    const requests = due;
    due = [];
    if (requests.length === 0) return;
    await digests.begin();
    // Only changed digests are added.
    await digests.add(requests.map(entryOf).filter((entry) => !digests.isKnown(entry)));
  };
  const rememberDue = (): Promise<void> => {
    writing = writing.then(writeDue);
    return writing;
  };
  return {
    isKnown,
    begin: digests.begin,
    forget: async (request) => {
      if (isFinal) return;
      await digests.begin();
      if (!isKnown(request)) await digests.forget(keyOf(request));
    },
    doubt: async (request) => {
      if (!isFinal) await digests.forget(keyOf(request));
    },
    remember: (request) => {
      due.push(request);
      // `close` throws the same failure.
      if (due.length === 1) setImmediate(() => rememberDue().catch(() => {}));
    },
    close: async () => {
      await rememberDue();
      await digests.close();
    },
  };
}
