/** Names of people: a prefix beside the last name, and both names in one cell. */
import { nameOrderOf } from './contents.ts';
import type { Proposals } from './proposals.ts';

export function proposeNames(proposals: Proposals): void {
  if (proposals.field('LastName') === undefined) return;
  if (!proposals.has('LastName') && !proposals.has('FirstName')) {
    proposeFullName(proposals);
    return;
  }
  for (const part of JOINED) joinPart(proposals, part);
}

/** Parts of a name with columns of their own, and where they stand in the name of the platform. */
const JOINED = [
  { part: 'prefix', field: 'LastName', isFirst: true, why: 'stands before the last name' },
  { part: 'second-last-name', field: 'LastName', isFirst: false, why: 'stands after the first of two last names' },
  { part: 'middle-name', field: 'FirstName', isFirst: false, why: 'stands after the first name' },
] as const;

function proposeFullName(proposals: Proposals): void {
  const [column, other] = proposals.openPart('full-name').filter(({ texts }) => texts.length > 0);
  if (column === undefined || other !== undefined) return;
  const order = nameOrderOf(column.texts);
  if (order === undefined) {
    proposals.explain(column, 'both names in one cell, but not all as "Last, First": write a pattern for each');
    return;
  }
  const from = column.header;
  const isLastFirst = order === 'last-first';
  const why = isLastFirst
    ? 'both names in one cell, as "Last, First"'
    : 'two words in each cell, read as "First Last": check the order';
  const [last, first] = isLastFirst ? ['([^,]+), ?[^,]+', '[^,]+, ?([^,]+)'] : ['\\S+ (\\S+)', '(\\S+) \\S+'];
  proposals.set('LastName', { from, pattern: last }, [column], why);
  proposals.set('FirstName', { from, pattern: first }, [column], why);
}

/** Adds the part to the template of its field. Nothing is proposed where two columns can be the part. */
function joinPart(proposals: Proposals, { part, field, isFirst, why }: (typeof JOINED)[number]): void {
  const [column, other] = proposals.openPart(part);
  const steps = proposals.fields()[field];
  if (column === undefined || other !== undefined || typeof steps !== 'string') return;
  const whole = /[{}]/.test(steps) ? steps : `{${steps}}`;
  const added = `{${column.header}}`;
  proposals.set(field, isFirst ? `${added} ${whole}` : `${whole} ${added}`, [column], why);
}
