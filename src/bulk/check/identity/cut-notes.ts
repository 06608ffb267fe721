/** Counts the findings about people that are left out because there are too many, and creates a note about them. */
import type { Draft } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { type Path, problem } from '../../../platform/problem.ts';
import { CUT_RULE } from '../bounded-findings.ts';
import { toFinding } from '../findings.ts';

/** The number of findings that are kept. Nobody reads more of them one by one; some may prove to be duplicates. */
export const MAX_SHOWN = { error: 100_000, other: 10_000 } as const;

/** The reason for a note: renumbered people, or ids of other people. */
type Cut = keyof typeof MAX_SHOWN;

export interface CutNotes {
  /** Counts a finding that is left out. */
  leaveOut(cut: Cut, draft: Draft, path: Path): void;
  /** Returns one note for each reason, at the place of the first finding that was left out. */
  findings(): Finding[];
}

export function createCutNotes(): CutNotes {
  const cuts = new Map<Cut, { readonly first: Finding; count: number }>();
  return {
    leaveOut: (cut, draft, path) => {
      const known = cuts.get(cut);
      if (known !== undefined) known.count += 1;
      else cuts.set(cut, { first: toFinding(draft, problem({ path, rule: CUT_RULE, message: '' }), 'note'), count: 1 });
    },
    findings: () => [...cuts].map(([cut, { first, count }]) => ({ ...first, message: messageOf(cut, count) })),
  };
}

/** The number of errors has no total: duplicates among them are not known yet, and after the limit nobody is compared. */
function messageOf(cut: Cut, left: number): string {
  if (cut === 'error')
    return `Only the first ${MAX_SHOWN.error} renumbered people are shown: from here on, nobody is compared`;
  return `Only the first ${MAX_SHOWN.other} of ${MAX_SHOWN.other + left} ids of other people are shown`;
}
