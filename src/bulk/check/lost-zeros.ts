/** Warns of ids that are shorter than nearly all others: a spreadsheet has probably dropped their leading zeros. */

import type { Finding } from '../../model/finding.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { problem } from '../../platform/problem.ts';
import { toFinding } from './findings.ts';
import { type PeopleOf, pathTo, recordsIn } from './identity/people.ts';
import type { CrossCheck } from './validate.ts';

/** The number of findings for ids of the same length. */
const MAX_SHOWN = 50;
/** The number of prefixes that are compared. */
const MAX_PREFIXES = 64;

/** Shorter numbers are not reported: they are often consecutive, such as 1 to 99. */
const SHORTEST = 3;
/** In a group of fewer ids nothing is reported. */
const FEWEST = 5;
/** The share of ids of a group that must have the same length. */
const MOST = 0.8;
/** If a group has a larger share of all numbers of a length, they are consecutive numbers and have lost no zeros. */
const DENSE = 0.5;

interface Width {
  count: number;
  readonly shown: { readonly finding: Finding; readonly digits: string; readonly prefix: string }[];
}

/** Ids with the same prefix before their digits form a group. */
export function createLostZerosCheck(people: PeopleOf): CrossCheck {
  const groups = new Map<string, Map<number, Width>>();
  const widthOf = (prefix: string, length: number): Width | undefined => {
    const widths = groups.get(prefix) ?? new Map<number, Width>();
    if (widths.size === 0 && groups.size >= MAX_PREFIXES) return undefined;
    groups.set(prefix, widths);
    const known = widths.get(length) ?? { count: 0, shown: [] };
    widths.set(length, known);
    return known;
  };
  return {
    see: (draft) => {
      for (const { id, index } of recordsIn(draft.request, people)) {
        const [, prefix = '', digits = ''] = NUMBERED.exec(id) ?? [];
        const width = digits === '' ? undefined : widthOf(prefix, digits.length);
        if (width === undefined) continue;
        width.count += 1;
        if (width.shown.length >= MAX_SHOWN || digits.length < SHORTEST) continue;
        const path = pathTo(people, index, people.idField);
        const rule = `${people.resource}.${kebabCase(people.idField)}.lost-zeros`;
        const finding = toFinding(draft, problem({ path, rule, message: '' }), 'warning');
        width.shown.push({ finding, digits, prefix });
      }
      return [];
    },
    finish: () => [...groups.values()].flatMap(findShort),
  };
}

const NUMBERED = /^(\D*)(\d+)$/;

function findShort(widths: ReadonlyMap<number, Width>): Finding[] {
  const all = [...widths].toSorted(([, a], [, b]) => b.count - a.count);
  const total = all.reduce((sum, [, { count }]) => sum + count, 0);
  const [usual, most] = all[0] ?? [0, { count: 0 }];
  if (total < FEWEST || most.count < total * MOST) return [];
  return all.flatMap(([width, { count, shown }]) => {
    const isDense = count > DENSE * 9 * 10 ** (width - 1);
    if (width >= usual || width < SHORTEST || isDense) return [];
    const others = count > shown.length ? ` (and ${count - shown.length} more of this length)` : '';
    return shown.map(({ finding, digits, prefix }, at) => ({
      ...finding,
      message: `${finding.message}The id has ${width} digits, and nearly all others have ${usual}${at === 0 ? others : ''}`,
      suggestion: `write ${prefix}${digits.padStart(usual, '0')} if leading zeros were lost`,
    }));
  });
}
