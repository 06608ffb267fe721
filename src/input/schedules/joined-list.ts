/**
 * The rejects of a table of schedules and a table of candidates are one list with the columns of both. It must be read as
 * the two tables are. But a column that one table does not read may have the name of a field of the other table.
 */
import { foldName } from '../../base/closest.ts';
import { isReasonColumn, MISSING_CELL } from '../../model/reject-columns.ts';
import { pathsOf } from '../table/header/field-names.ts';
import { type Columns, isOwnHeader } from '../table/header/match-columns.ts';
import type { JoinCells } from './group.ts';

export function joinedHeader(schedules: Columns, candidates: Columns): string[] {
  const added = addedPositions(candidates);
  const others = readHeaders(candidates, added);
  const twins = new Set(readHeaders(schedules, [...schedules.header.keys()]).filter((name) => others.includes(name)));
  return [...schedules.header.keys()]
    .map((index) => headerOf(schedules, index, twins))
    .concat(added.map((index) => headerOf(candidates, index, twins)));
}

function readHeaders({ header, fields }: Columns, positions: readonly number[]): string[] {
  return positions.filter((index) => fields[index] !== undefined).map((index) => foldName(header[index] ?? ''));
}

/**
 * Puts `_` before the header of a column that is not read. A header with an error stays as it is: it must be found again.
 * If both tables have a header, and one of them is mapped, both columns get the names of their fields.
 */
function headerOf({ header, ignored, fields }: Columns, index: number, twins: ReadonlySet<string>): string {
  const [name, field] = [header[index] ?? '', fields[index]];
  if (field !== undefined && twins.has(foldName(name))) return pathsOf(field).at(-1) ?? name;
  if (!ignored.has(index) || isOwnHeader(name)) return name;
  const own = `_${name}`;
  return isReasonColumn(own) ? `_${own}` : own;
}

/** Returns the positions of the columns of candidates that the list adds to those of schedules: all except the id. */
function addedPositions({ fields }: Columns): number[] {
  return [...fields.keys()].filter((index) => !isIdColumn(fields[index]));
}

function isIdColumn(column: Columns['fields'][number]): boolean {
  return column?.name === 'ScheduleExtId';
}

/** Without a schedule, a row has the ScheduleExtId of its candidate. */
export function joinCells(schedules: Columns, candidates: Columns): JoinCells {
  const [added, idPosition] = [addedPositions(candidates), candidates.fields.findIndex(isIdColumn)];
  const none = candidates.header.map(() => '');
  return (schedule, candidate) => {
    const part = candidate?.row.cells ?? none;
    const id = idPosition === -1 ? '' : (part[idPosition] ?? MISSING_CELL);
    const own = schedule?.row.cells ?? schedules.fields.map((column) => (isIdColumn(column) ? id : ''));
    const fitted = Array.from({ length: schedules.header.length }, (_, index) => own[index] ?? MISSING_CELL);
    const fittedPart = added.map((index) => part[index] ?? MISSING_CELL);
    // Cells without a column stand behind their row. The joined row is then too long, and rejected until it is fixed.
    return { cells: [...fitted, ...own.slice(fitted.length), ...fittedPart, ...part.slice(none.length)] };
  };
}
