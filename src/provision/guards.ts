/** What stops a run before its first write: it would not do what was expected of it. */
import type { Counts } from '../contract/report.ts';
import { GuardError } from '../errors.ts';

/** `--expect create=120,update=0,unchanged=5`. */
export type Expectation = Partial<Pick<Counts, 'create' | 'update' | 'unchanged'>>;

/** `--max-changes 50` or `--max-changes 5%`, of the records read. */
export type ChangeLimit = { readonly records: number } | { readonly percent: number };

export interface Guards {
  readonly expect?: Expectation;
  readonly maxChanges?: ChangeLimit;
}

/**
 * Throws a GuardError where the plan is not what was expected, or changes more than is allowed. `changes` are those that
 * it makes or, of a target that cannot be asked, may make.
 */
export function checkGuards(
  counts: Counts,
  { expect, maxChanges }: Guards,
  changes = counts.create + counts.update,
): void {
  for (const [name, expected] of Object.entries(expect ?? {})) {
    const found = counts[name as keyof Expectation];
    if (found !== expected) {
      throw new GuardError(`Expected ${name}=${expected}, but the plan has ${name}=${found}; nothing was sent`, {
        hint: 'Look at the plan with --dry-run; correct --expect if the plan is right.',
      });
    }
  }
  if (maxChanges === undefined) return;
  const allowed = 'records' in maxChanges ? maxChanges.records : Math.floor((counts.read * maxChanges.percent) / 100);
  if (changes > allowed) {
    const records = changes === 1 ? '1 record' : `${changes} records`;
    throw new GuardError(`The plan changes ${records}, and --max-changes allows ${allowed}; nothing was sent`, {
      hint: 'Look at the plan with --dry-run; raise --max-changes if the plan is right.',
    });
  }
}
