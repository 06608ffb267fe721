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
  /** Makes a unique external id of letters and digits. */
  readonly newId: () => string;
  /** Makes a secret of at least 128 random bits, in characters that a URL allows. */
  readonly newToken: () => string;
  /** Whether a photo can be loaded from its URL. The engine calls it only if the setting `PhotoCheck` is "load". */
  readonly canLoadPhoto: (url: string) => Promise<boolean>;
}
