/** Warns of ids that are shorter than nearly all others: a spreadsheet has probably dropped their leading zeros. */

import { hash64 } from '../../base/text-hash.ts';
import type { Finding } from '../../model/finding.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { problem } from '../../platform/problem.ts';
import type { CrossCheck } from './across-records.ts';
import { toFinding } from './findings.ts';
import { type PeopleOf, pathTo, recordsIn } from './identity/people.ts';

/** The number of findings for ids of the same length. */
const MAX_SHOWN = 50;
/** The number of prefixes that are compared. */
const MAX_PREFIXES = 64;
/** Ids with this many digits or more are not compared. */
const WIDTHS = 32;

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
  const groups = new Map<number, Map<number, Width>>();
  const widthOf = (mark: number): Width | undefined => {
    const [prefix, width] = [Math.floor(mark / WIDTHS), mark % WIDTHS];
    const widths = groups.get(prefix) ?? new Map<number, Width>();
    if (widths.size === 0 && groups.size >= MAX_PREFIXES) return undefined;
    groups.set(prefix, widths);
    const known = widths.get(width) ?? { count: 0, shown: [] };
    widths.set(width, known);
    return known;
  };
  return {
    note: ({ request }, notes) => {
      const count = notes.length;
      notes.push(0);
      for (const { id, index } of recordsIn(request, people)) {
        const [, prefix = '', digits = ''] = NUMBERED.exec(id) ?? [];
        if (digits === '' || digits.length >= WIDTHS) continue;
        notes.push(index).push((hash64(prefix)[1] % 2 ** 26) * WIDTHS + digits.length);
      }
      notes.set(count, (notes.length - count - 1) / 2);
    },
    compare: (notes, _place, draft) => {
      for (let left = notes(); left > 0; left -= 1) {
        const [index, mark] = [notes(), notes()];
        const width = widthOf(mark);
        if (width === undefined) continue;
        width.count += 1;
        if (width.shown.length >= MAX_SHOWN || mark % WIDTHS < SHORTEST) continue;
        const path = pathTo(people, index, people.idField);
        const current = draft();
        const person = recordsIn(current.request, people).find((one) => one.index === index);
        const [, prefix = '', digits = ''] = NUMBERED.exec(person?.id ?? '') ?? [];
        const rule = `${people.resource}.${kebabCase(people.idField)}.lost-zeros`;
        const finding = toFinding(current, problem({ path, rule, message: '' }), 'warning');
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
