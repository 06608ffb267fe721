/** What the commands about tokens need of the context. */
import type { Context } from '../../context.ts';

export interface TokenContext extends Pick<Context, 'env' | 'openOutput'> {
  /** The tokens of the store in a folder; a usage error where there is no store. */
  readonly openTokens: (folder: string) => Promise<TokenStore>;
}

export interface TokenStore {
  list(): Promise<readonly StoredToken[]>;
  /** Makes a token. It is given out this once, and only its digest is kept. */
  add(name: string | null): Promise<{ readonly token: string; readonly stored: StoredToken }>;
  /** False where there is no token with this id. */
  revoke(id: string): Promise<boolean>;
}

export interface StoredToken {
  readonly id: string;
  readonly name: string | null;
  /** ISO 8601. */
  readonly created: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly digest: string;
}
