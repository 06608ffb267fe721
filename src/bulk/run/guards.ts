/** Guards stop a run before its first write if the plan differs from what the user expects. */

import { counted, formatNumber } from '../../base/text/counted.ts';
import { upperFirst } from '../../base/text/first-letter.ts';
import { GuardError } from '../../errors.ts';
import type { Counts } from '../../model/report.ts';

/** The names in `--expect`. */
export const EXPECTED_COUNTS = ['create', 'update', 'unchanged', 'disabled'] as const;

/** `--expect create=120,update=0,unchanged=5,disabled=2`. */
export type Expectation = Partial<Record<(typeof EXPECTED_COUNTS)[number], number>>;

/** `--max-changes 50` or `--max-changes 5%`, of the records read; `--max-missing 20%`, of the enabled users. */
export type ChangeLimit = { readonly records: number } | { readonly percent: number };

export interface Guards {
  readonly expect?: Expectation | undefined;
  readonly maxChanges?: ChangeLimit | undefined;
}

interface GuardedRun extends Guards {
  /** A dry run shows the plan, so its hints do not say how to see it. */
  readonly dryRun?: boolean | undefined;
}

/** The unknown part of a plan, if the target cannot be asked. */
export interface Unsure {
  /** Records that may be created, updated or found unchanged; each of them will be sent. */
  readonly records: number;
  /** Whether there is a memory of what was last sent, so that unchanged records are known. */
  readonly remembersSent: boolean;
}

const ALL_KNOWN: Unsure = { records: 0, remembersSent: false };

/** Throws a GuardError if the plan differs from `--expect`, or may change more than `--max-changes` allows. */
export function checkGuards(counts: Counts, guards: GuardedRun, unsure: Unsure = ALL_KNOWN): void {
  const { expect, maxChanges, dryRun = false } = guards;
  if (expect !== undefined) checkExpectation(counts, expect, unsure, dryRun);
  if (maxChanges !== undefined) checkLimit(counts, maxChanges, unsure, dryRun);
}

function checkExpectation(
  counts: Counts,
  expect: Expectation,
  { records, remembersSent }: Unsure,
  dryRun: boolean,
): void {
  // Without a number of disabled logins, none is expected.
  for (const [name, expected] of Object.entries({ ...expect, disabled: expect.disabled ?? 0 })) {
    const isKnown = records === 0 || name === 'disabled' || (remembersSent && name === 'unchanged');
    if (!isKnown) throw cannotJudge(name, expected, remembersSent);
    const found = counts[name as keyof Expectation] ?? 0;
    if (found !== expected) {
      throw new GuardError(`Expected ${name}=${expected}, but the plan has ${name}=${found}`, {
        hint:
          expect.disabled === undefined && name === 'disabled'
            ? NAME_DISABLED
            : afterLook(dryRun, 'correct --expect if the plan is right.'),
      });
    }
  }
}

function afterLook(dryRun: boolean, then: string): string {
  return dryRun ? upperFirst(then) : `Look at the plan with --dry-run; ${then}`;
}

const NAME_DISABLED = 'An --expect without disabled= expects no login to be disabled; add it if the plan is right.';

function cannotJudge(name: string, expected: number, remembersSent: boolean): GuardError {
  const unchanged = '; --expect unchanged= counts those that have not changed since they were sent';
  return new GuardError(
    `--expect ${name}=${expected} cannot be judged, since a remote platform cannot tell what it has`,
    {
      hint: `--max-changes limits how many records are sent${remembersSent ? unchanged : ''}.`,
    },
  );
}

function checkLimit(counts: Counts, limit: ChangeLimit, unsure: Unsure, dryRun: boolean): void {
  const changes = counts.create + counts.update + unsure.records;
  const allowed = allowedBy(limit, counts.read);
  if (changes <= allowed) return;
  const makes = unsure.records > 0 ? 'may change' : 'changes';
  const base = 'records' in limit ? '' : ` ${limit.percent}% of ${recordsOf(counts.read)}`;
  const message = `The plan ${makes} ${recordsOf(changes)}, and --max-changes${base} allows ${formatNumber(allowed)}`;
  throw new GuardError(message, { hint: afterLook(dryRun, 'raise --max-changes if the plan is right.') });
}

function allowedBy(limit: ChangeLimit, base: number): number {
  return 'records' in limit ? limit.records : Math.floor((base * limit.percent) / 100);
}

/** The limit of `--missing disable` without `--max-missing`: the larger of the two. */
export const MISSING_CEILING = { records: 10, percent: 10 } as const;

/** Throws a GuardError if a plan disables more logins of missing users than the limit. */
export function checkCeiling(disabled: number, enabled: number, limit: ChangeLimit | undefined, dryRun: boolean): void {
  const { records, percent } = MISSING_CEILING;
  const allowed =
    limit === undefined
      ? Math.max(allowedBy({ records }, enabled), allowedBy({ percent }, enabled))
      : allowedBy(limit, enabled);
  if (disabled <= allowed) return;
  const users = counted(enabled, 'enabled user', 'enabled users');
  const given = limit !== undefined && 'percent' in limit ? ` ${limit.percent}% of ${users}` : '';
  const bound =
    limit === undefined
      ? `without --max-missing it disables ${formatNumber(allowed)} at most (${percent}% of ${users}, or ${records}, whichever is more)`
      : `--max-missing${given} allows ${formatNumber(allowed)}`;
  const logins = counted(disabled, 'login of a user who is', 'logins of users who are');
  throw new GuardError(`The plan disables ${logins} not in the file, and ${bound}`, {
    hint: dryRun
      ? `If the file is the whole list, send it with --max-missing ${disabled}.`
      : `See who they are with --dry-run; if the file is the whole list, send it with --max-missing ${disabled}.`,
  });
}

function recordsOf(count: number): string {
  return counted(count, 'record', 'records');
}
