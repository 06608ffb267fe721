/** Ids that are shorter than nearly all others: most likely a spreadsheet has dropped their leading zeros. */

import { hash64 } from '../../base/text-hash.ts';
import type { Finding } from '../../model/finding.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { problem } from '../../platform/problem.ts';
import { toFinding } from './findings.ts';
import { type PeopleOf, pathTo, recordsIn } from './identity/people.ts';
import type { CrossCheck } from './repeats.ts';

/** So many ids of each width are remembered with their places. */
const MAX_TOLD = 50;
const MAX_PREFIXES = 64;
const WIDTHS = 32;

/** From so many digits on, numbers are no longer counted through. */
const SHORTEST = 3;
const FEWEST = 5;
/** This share has one width. */
const MOST = 0.8;
/** Where so many of all numbers of a width are there, they are counted through. */
const DENSE = 0.5;

interface Width {
  count: number;
  readonly told: { readonly finding: Finding; readonly digits: string; readonly prefix: string }[];
}

/** Ids are one group where the same letters stand before their digits. */
export function createLostZerosCheck(people: PeopleOf): CrossCheck {
  const groups = new Map<number, Map<number, Width>>();
  const widthOf = (mark: number): Width | undefined => {
    const [prefix, width] = [Math.floor(mark / WIDTHS), mark % WIDTHS];
    const widths = groups.get(prefix) ?? new Map<number, Width>();
    if (widths.size === 0 && groups.size >= MAX_PREFIXES) return undefined;
    groups.set(prefix, widths);
    const known = widths.get(width) ?? { count: 0, told: [] };
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
        if (width.told.length >= MAX_TOLD || mark % WIDTHS < SHORTEST) continue;
        const path = pathTo(people, index, people.idField);
        const whole = draft();
        const person = recordsIn(whole.request, people).find((one) => one.index === index);
        const [, prefix = '', digits = ''] = NUMBERED.exec(person?.id ?? '') ?? [];
        const rule = `${people.resource}.${kebabCase(people.idField)}.lost-zeros`;
        const finding = toFinding(whole, problem({ path, rule, message: '' }), 'warning');
        width.told.push({ finding, digits, prefix });
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
  return all.flatMap(([width, { count, told }]) => {
    const isDense = count > DENSE * 9 * 10 ** (width - 1);
    if (width >= usual || width < SHORTEST || isDense) return [];
    const others = count > told.length ? ` (and ${count - told.length} more of this length)` : '';
    return told.map(({ finding, digits, prefix }, at) => ({
      ...finding,
      message: `${finding.message}The id has ${width} digits, and nearly all others have ${usual}${at === 0 ? others : ''}`,
      suggestion: `write ${prefix}${digits.padStart(usual, '0')} if leading zeros were lost`,
    }));
  });
}
