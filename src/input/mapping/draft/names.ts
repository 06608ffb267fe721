/** Names of people: a prefix beside the last name, and both names in one cell. */
import { nameOrderOf } from './contents.ts';
import type { DraftColumn, Proposals } from './proposals.ts';

export function proposeNames(proposals: Proposals): void {
  if (proposals.field('LastName') === undefined) return;
  if (!proposals.has('LastName') && !proposals.has('FirstName')) proposeFullName(proposals);
  else joinPrefix(proposals);
}

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

/** A column with values that belong before the last name. */
function joinPrefix(proposals: Proposals): void {
  const [prefix, other] = proposals.openPart('prefix');
  const last = proposals.columns.find((column) => proposals.fieldsOf(column).includes('LastName'));
  if (prefix === undefined || other !== undefined || last === undefined) return;
  const columns: readonly DraftColumn[] = [prefix, last];
  const why = `belongs before the last name: ${prefix.texts[0] ?? ''} ${last.texts[0] ?? ''}`;
  proposals.set('LastName', columns.map(({ header }) => `{${header}}`).join(' '), [prefix], why);
}
