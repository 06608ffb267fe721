/** Rows of one schedule that do not say the same of it: those that most others contradict are the ones to mend. */
import { fieldRule } from '../contract/check.ts';
import type { Finding } from '../contract/finding.ts';
import { MISSING_CELL } from '../contract/missing-cell.ts';
import type { ColumnField } from './column-field.ts';
import { locateCell, rowFinding } from './row-values.ts';
import type { Group, Place } from './schedule-group.ts';

/** One finding for each cell that does not hold what most rows do, in the order of the rows. */
export function findDisagreements(group: Group): Finding[] {
  const columns = new Set(group.deviations.map(({ column }) => column));
  const found = [...columns].flatMap((column) => disagreementsIn(group, column));
  return found.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function disagreementsIn(group: Group, column: ColumnField): Finding[] {
  const parties = partiesOf(group, column);
  // Of parties of one size the earlier one is held for right.
  const most = parties.reduce((best, party) => (party.length > best.length ? party : best));
  const [right, ...others] = most;
  if (right === undefined) return [];
  return parties
    .filter((party) => party !== most)
    .flat()
    .map((place) => disagreement(group, column, place, { right, others: others.length }));
}

/** The rows that say the same, those first that say what the first row does. Silent ones are of no party. */
function partiesOf({ deviations, places, unread }: Group, column: ColumnField): Place[][] {
  const deviating = new Map<Place, unknown>();
  for (const { column: other, place, value } of deviations) if (other === column) deviating.set(place, value);
  const first = places.filter((place) => !deviating.has(place) && !unread.has(place) && speaks(place, column));
  const byValue = new Map<unknown, Place[]>();
  for (const [place, value] of deviating) {
    const party = byValue.get(value) ?? [];
    party.push(place);
    byValue.set(value, party);
  }
  return [first, ...byValue.values()];
}

function speaks({ columns, row }: Place, column: ColumnField): boolean {
  const cell = row.cells[columns.fields.indexOf(column)] ?? '';
  return cell.trim() !== '' && cell !== MISSING_CELL;
}

interface Majority {
  readonly right: Place;
  readonly others: number;
}

function disagreement({ id }: Group, column: ColumnField, place: Place, { right, others }: Majority): Finding {
  const where = others === 0 ? ', which is' : ` and ${others} more ${others === 1 ? 'row' : 'rows'}`;
  return {
    ...rowFinding(place.row, 'error', fieldRule({ ...column, isEntry: false }, 'disagrees')),
    ...locateCell(place.columns, place.row, column.name),
    key: id,
    message: `${column.name} is not the same as in line ${right.row.line}${where} of the same schedule`,
    suggestion: 'write the same in all rows of a schedule, or give the schedule an id of its own',
  };
}
