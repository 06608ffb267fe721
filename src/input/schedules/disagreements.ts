/** Finds rows of one schedule with different values for a field. The value of most rows counts as right. */

import { counted } from '../../base/text/counted.ts';
import type { Finding } from '../../model/finding.ts';
import { describePlace } from '../../model/place.ts';
import { isMark } from '../../model/reject-columns.ts';
import { fieldRule } from '../../platform/fields/field-path.ts';
import type { ColumnField } from '../column-field.ts';
import { type PlacedRow, rowFinding } from '../table/row-values.ts';
import type { Group } from './group.ts';
import type { SchedulePreset } from './preset.ts';

/**
 * Returns a finding for each cell that differs from the value of most rows, in the order of the rows. Where a flag decides,
 * no cell counts.
 */
export function findDisagreements(group: Group, { Schedule, ...top }: SchedulePreset): Finding[] {
  const decided = { ...Schedule, ...top };
  const deviating = group.deviations.filter(({ column }) => !Object.hasOwn(decided, column.name));
  const columns = new Set(deviating.map(({ column }) => column));
  const found = [...columns].flatMap((column) => disagreementsIn(group, column));
  return found.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}

function disagreementsIn(group: Group, column: ColumnField): Finding[] {
  const parties = partiesOf(group, column);
  const [first] = parties;
  // If two parties have the same size, the earlier one counts as right. An unreadable value never does.
  const right = parties.filter(({ isReadable }) => isReadable).reduce(larger, { isReadable: false, places: [] });
  const most = right.places.length > 0 ? right : first;
  const [example, ...others] = most?.places ?? [];
  if (example === undefined) return [];
  return parties
    .filter((party) => party !== most)
    .flatMap(({ places }) => places)
    .map((place) => disagreement(group, column, place, { right: example, others: others.length }));
}

/** Rows with the same value. */
interface Party {
  readonly isReadable: boolean;
  readonly places: PlacedRow[];
}

function larger(best: Party, party: Party): Party {
  return party.places.length > best.places.length ? party : best;
}

/** Returns the party of the first value, and then the others. Rows without a value belong to none. */
function partiesOf({ deviations, places, unread, values }: Group, column: ColumnField): Party[] {
  const deviating = new Set<PlacedRow>();
  const byValue = new Map<unknown, Party>();
  for (const { column: other, place, value, isReadable } of deviations) {
    if (other !== column) continue;
    deviating.add(place);
    const party = byValue.get(value) ?? { isReadable, places: [] };
    party.places.push(place);
    byValue.set(value, party);
  }
  const first = places.filter((place) => !deviating.has(place) && !unread.has(place) && hasValue(place, column));
  return [{ isReadable: values.get(column.name)?.isReadable !== false, places: first }, ...byValue.values()];
}

/** A value that a mapping makes of no cell at all is in every row. */
function hasValue({ columns, row }: PlacedRow, column: ColumnField): boolean {
  const mapped = columns.mapped.find((one) => one.column === column);
  const indexes = mapped?.indexes ?? [columns.fields.indexOf(column)];
  const cells = indexes.map((index) => row.cells[index] ?? '');
  return mapped?.indexes.length === 0 || cells.some((cell) => cell.trim() !== '' && !isMark(cell));
}

interface Majority {
  readonly right: PlacedRow;
  readonly others: number;
}

function disagreement({ id }: Group, column: ColumnField, place: PlacedRow, { right, others }: Majority): Finding {
  const where = others === 0 ? ', which is' : ` and ${counted(others, 'more row', 'more rows')}`;
  const example = describePlace(right.row, place.row);
  const message = `${column.name} is not the same as in ${example}${where} of the same schedule`;
  const suggestion = 'write the same in all rows of a schedule, or give the schedule an id of its own';
  const rule = fieldRule({ ...column, isEntry: false }, 'disagrees');
  return rowFinding(place, rule, { key: id, message, suggestion }, [column.name]);
}
