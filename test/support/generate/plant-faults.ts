/** Writes faults into a valid sitting list. Returns the findings that a check must have, with their places. */

import type { Severity } from '../../../src/model/finding.ts';
import { codeOf } from '../../../src/platform/conditions/index.ts';
import { countLines } from './csv-text.ts';
import type { Fault } from './fault.ts';
import { FaultBeds } from './fault-beds.ts';
import { createRandom } from './random.ts';
import { CANDIDATE_COLUMNS, columnIndex, EXPORT_HEADERS, rowReader, type SittingColumn } from './sittings.ts';

export interface ExpectedFinding {
  /** The line on which the record begins. The header is line 1. */
  readonly line: number;
  /** The header of the column; null if the finding is about the whole row. */
  readonly column: string | null;
  readonly code: number | null;
  readonly rule: string;
  readonly severity: Severity;
}

export interface FaultyList {
  readonly rows: readonly (readonly string[])[];
  readonly expected: readonly ExpectedFinding[];
}

interface Planted {
  readonly row: number;
  readonly fault: Fault;
}

export function plantFaults(clean: readonly string[][], faults: readonly Fault[], seed: number): FaultyList {
  const rows = clean.map((cells) => [...cells]);
  const beds = new FaultBeds(clean, createRandom(seed));
  const wholeSchedules = faults.filter(({ on }) => on === 'schedule');
  const planted = [
    ...wholeSchedules.map((fault) => ({ fault, row: plantInSchedule(rows, beds.takeSchedule(), fault) })),
    ...faults.filter(({ on }) => on !== 'schedule').map((fault) => ({ fault, row: plantInRow(rows, beds, fault) })),
  ];
  return { rows, expected: expectedOf(rows, planted) };
}

/** Writes the fault into all rows of a schedule, since different rows would conflict. The finding is only at the first row. */
function plantInSchedule(rows: readonly string[][], schedule: readonly number[], fault: Fault): number {
  for (const row of schedule) write(rows[row] ?? [], fault);
  return schedule[0] ?? 0;
}

function plantInRow(rows: readonly string[][], beds: FaultBeds, fault: Fault): number {
  const row = beds.takeRow(fault);
  const cells = rows[row] ?? [];
  write(cells, fault);
  if (fault.on === 'copy') {
    const source = rows[beds.takeEarlierOf(row)] ?? [];
    for (const column of CANDIDATE_COLUMNS) cells[columnIndex(column)] = source[columnIndex(column)] ?? '';
  }
  const { surplus = 0 } = fault;
  if (surplus < 0) cells.splice(surplus);
  for (let stray = 0; stray < surplus; stray++) cells.push('stray');
  return row;
}

function write(cells: string[], fault: Fault): void {
  const original = rowReader([...cells]);
  for (const [column, text] of Object.entries(fault.cells(original)))
    cells[columnIndex(column as SittingColumn)] = text;
}

function expectedOf(rows: readonly string[][], planted: readonly Planted[]): ExpectedFinding[] {
  let line = 2;
  const lines = rows.map((cells) => {
    const begin = line;
    line += countLines(cells);
    return begin;
  });
  const position = ({ column }: Fault) => (column === null ? -1 : columnIndex(column));
  return planted
    .toSorted((a, b) => a.row - b.row || position(a.fault) - position(b.fault))
    .map(({ row, fault: { column, rule, severity } }) => ({
      line: lines[row] ?? 0,
      column: column === null ? null : (EXPORT_HEADERS[columnIndex(column)] ?? null),
      code: codeOf(rule),
      rule,
      severity,
    }));
}
