/** The options of `user sync`. */
import type { ChangeLimit } from '../../bulk/run/guards.ts';
import type { BulkBase } from '../bulk/command.ts';

export interface SyncOptions extends BulkBase {
  readonly file?: string | undefined;
  /** What happens to users who are not in the file. */
  readonly missing: 'keep' | 'disable';
  /** How many of them may be disabled, as a number or a share of the enabled users; absent for the usual ceiling. */
  readonly maxMissing?: ChangeLimit | undefined;
  /** What happens to disabled users whose row does not say `DisableLogin`. By default they are reported. */
  readonly returning?: 'enable' | undefined;
  /** Send all of them to a remote, also those that it was sent before. */
  readonly full: boolean;
}
