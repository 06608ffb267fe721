import type { Store } from '../store/port.ts';

/** Hashes passwords, off the main thread. Hashes are PHC strings. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  matches(hash: string, password: string): Promise<boolean>;
}

/** The ports that the engine needs. */
export interface EngineDependencies {
  readonly store: Store;
  readonly passwords: PasswordHasher;
  /** A new external id: letters and digits, unique. */
  readonly newId: () => string;
  /** A new secret that fits into a URL, with at least 128 random bits. */
  readonly newToken: () => string;
  /** Whether a photo can be loaded from its URL; asked only where the setting `PhotoCheck` is "load". */
  readonly canLoadPhoto: (url: string) => Promise<boolean>;
  /**
   * Whether a schedule that can no longer be updated, and a collection that exists, are refused only where the request
   * would change them: for a rehearsal, after which what would change nothing is not sent. Asked itself, the platform
   * refuses both.
   */
  readonly sparesUnchanged?: boolean | undefined;
  /**
   * Whether requests may have been carried out already: what they would create may then be there, and is refused as
   * "exists already" only where it is not what they would have made of it.
   */
  readonly mayRepeat?: boolean | undefined;
}
