/** The flags of `mapping draft`. */
import type { ReadOptions } from '../options/bulk-options.ts';

export interface DraftFlags extends ReadOptions {
  readonly out?: string | undefined;
  readonly preset?: string | undefined;
  readonly reveal?: true | undefined;
}
