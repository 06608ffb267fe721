/** Says where findings about people were cut, since there were too many of them. */
import type { Draft } from '../../../model/draft.ts';
import type { Finding, Severity } from '../../../model/finding.ts';
import { type Path, problem } from '../../../platform/problem.ts';
import { CUT_RULE } from '../bounded-findings.ts';
import { toFinding } from '../findings.ts';

/** Beyond these, nobody reads them one by one. An error stops the run, so that warnings must not hide it; some may be duplicates. */
export const MAX_TOLD = { error: 100_000, warning: 10_000, note: 0 } as const;

/** Renumbered people by the severity, and ids of other people. */
type Cut = Severity | 'other';

export interface Cuts {
  /** Takes a finding that is not told. */
  leave(cut: Cut, draft: Draft, path: Path): void;
  /** A note for each cut, at the place of the first that is not told. */
  findings(): Finding[];
}

export function createCuts(): Cuts {
  const cuts = new Map<Cut, { readonly first: Finding; count: number }>();
  return {
    leave: (cut, draft, path) => {
      const known = cuts.get(cut);
      if (known !== undefined) known.count += 1;
      else cuts.set(cut, { first: toFinding(draft, problem({ path, rule: CUT_RULE, message: '' }), 'note'), count: 1 });
    },
    findings: () => [...cuts].map(([cut, { first, count }]) => ({ ...first, message: messageOf(cut, count) })),
  };
}

/** Of duplicates it is not known yet, and behind errors nobody is compared. */
function messageOf(cut: Cut, left: number): string {
  if (cut === 'error')
    return `Only the first ${MAX_TOLD.error} renumbered people are shown: from here on, nobody is compared`;
  const what = cut === 'other' ? 'ids of other people' : 'people who may be renumbered';
  return `Only the first ${MAX_TOLD.warning} of ${MAX_TOLD.warning + left} ${what} are shown`;
}
