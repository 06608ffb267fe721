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
}
