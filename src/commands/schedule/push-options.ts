/** The options of `schedule push`. */
import type { BulkBase } from '../bulk/command.ts';

export interface PushOptions extends BulkBase {
  readonly files: readonly string[];
  readonly candidates?: string | undefined;
  readonly upsert: boolean;
  readonly workflow?: string | undefined;
  /** Schedule fields given by flags, by their wire names, as they were typed. */
  readonly fields: Readonly<Record<string, string>>;
}
