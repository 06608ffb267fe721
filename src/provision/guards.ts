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

/** What nobody knows of the plan, where the target cannot be asked. */
export interface Unsure {
  /** Records that may be created, updated or found unchanged; each of them will be sent. */
  readonly records: number;
  /** Whether it is remembered what the target was sent, so that those who have not changed since are known. */
  readonly remembersSent: boolean;
}

const ALL_KNOWN: Unsure = { records: 0, remembersSent: false };

/** Throws a GuardError where the plan is not what was expected, or changes or may change more than is allowed. */
export function checkGuards(counts: Counts, { expect, maxChanges }: Guards, unsure: Unsure = ALL_KNOWN): void {
  if (expect !== undefined) checkExpectation(counts, expect, unsure);
  if (maxChanges !== undefined) checkLimit(counts, maxChanges, unsure);
}

function checkExpectation(counts: Counts, expect: Expectation, { records, remembersSent }: Unsure): void {
  for (const [name, expected] of Object.entries(expect)) {
    if (records > 0 && !(remembersSent && name === 'unchanged')) throw cannotTell(name, expected, remembersSent);
    const found = counts[name as keyof Expectation];
    if (found !== expected) {
      throw new GuardError(`Expected ${name}=${expected}, but the plan has ${name}=${found}`, {
        hint: 'Look at the plan with --dry-run; correct --expect if the plan is right.',
      });
    }
  }
}

function cannotTell(name: string, expected: number, remembersSent: boolean): GuardError {
  const unchanged = '; --expect unchanged= counts those that have not changed since they were sent';
  return new GuardError(`--expect ${name}=${expected} cannot be judged, since a remote cannot tell what it has`, {
    hint: `--max-changes limits how many records are sent${remembersSent ? unchanged : ''}.`,
  });
}

function checkLimit(counts: Counts, limit: ChangeLimit, unsure: Unsure): void {
  const changes = counts.create + counts.update + unsure.records;
  const allowed = 'records' in limit ? limit.records : Math.floor((counts.read * limit.percent) / 100);
  if (changes <= allowed) return;
  const makes = unsure.records > 0 ? 'may change' : 'changes';
  const base = 'records' in limit ? '' : ` ${limit.percent}% of ${recordsOf(counts.read)}`;
  const message = `The plan ${makes} ${recordsOf(changes)}, and --max-changes${base} allows ${allowed}`;
  throw new GuardError(message, {
    hint: 'Look at the plan with --dry-run; raise --max-changes if the plan is right.',
  });
}

function recordsOf(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}
