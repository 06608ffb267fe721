/** What `user sync` was asked to do. */
import type { ChangeLimit } from '../../bulk/run/guards.ts';
import type { BulkBase } from '../bulk/command.ts';

export interface SyncOptions extends BulkBase {
  readonly file?: string | undefined;
  /** What becomes of users whom the file does not have. */
  readonly missing: 'keep' | 'disable';
  /** How many of them may be disabled, as a number or a share of the enabled users; absent for the usual ceiling. */
  readonly maxMissing?: ChangeLimit | undefined;
  /** What becomes of users whose login is disabled and whose row says nothing of it; absent: they are reported. */
  readonly returning?: 'enable' | undefined;
  /** Send all of them to a remote, also those that it was sent before. */
  readonly full: boolean;
}
