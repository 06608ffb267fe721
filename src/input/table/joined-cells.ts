/** The cells of a candidate and those of its schedule as one row, for the file of rejects. */
import { MISSING_CELL } from '../../bulk/model/reject-columns.ts';

/** A row, and how many cells its header has. */
interface RowPart {
  readonly cells: readonly string[];
  readonly width: number;
}

/**
 * All cells of the schedule and those of the candidate at `positions`, under their columns. What has no column of its
 * own stands at the end: the row is then too long, and so it cannot pass for right.
 */
export function joinCells(schedule: RowPart, candidate: RowPart, positions: readonly number[]): string[] {
  const joined = [...fitted(schedule), ...positions.map((index) => candidate.cells[index] ?? MISSING_CELL)];
  const surplus = [...schedule.cells.slice(schedule.width), ...candidate.cells.slice(candidate.width)];
  const isShort = candidate.cells.length < candidate.width && !joined.includes(MISSING_CELL);
  return [...joined, ...surplus, ...(isShort ? [MISSING_CELL] : [])];
}

function fitted({ cells, width }: RowPart): string[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? MISSING_CELL);
}
