/** What `user sync` was asked to do. */
import type { BulkBase } from '../bulk-command.ts';

export interface SyncOptions extends BulkBase {
  readonly file?: string;
  /** What becomes of users whom the file does not have. */
  readonly missing: 'keep' | 'disable';
  /** Send all of them to a remote, also those that it was sent before. */
  readonly full: boolean;
}
