/** One schedule request in the making: what its rows say, and who said it first. */
import type { Finding } from '../../bulk/model/finding.ts';
import type { Path, Problem } from '../../platform/problem.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { ColumnField } from '../table/column-field.ts';
import type { Columns } from '../table/columns.ts';
import type { Coordinates, Draft, SourceRow } from '../../bulk/model/draft.ts';
import type { CsvRow } from '../port.ts';
import { rowOf, textOrNull } from '../table/record-drafts.ts';
import { collectValues, locateCell, type RowValue } from '../table/row-values.ts';
import { applyPreset, findOverridden, type SchedulePreset } from './preset.ts';

/** A row with the columns of its file. */
export interface Place {
  readonly columns: Columns;
  readonly row: CsvRow;
}

interface SaidValue {
  /** Whether nothing is wrong with it as it stands. */
  readonly isReadable: boolean;
  readonly column: ColumnField;
  readonly value: unknown;
  readonly place: Place;
}

export interface Group {
  readonly id: string | null;
  /** The rows that it is made of. The first of them begins the record. */
  readonly places: [Place, ...Place[]];
  /** Values of the schedule and of the request's top level, each from the row that said it first. */
  readonly said: Map<string, SaidValue>;
  /** The values of other rows for the same field. */
  readonly deviations: SaidValue[];
  readonly candidates: { readonly fields: Record<string, unknown>; readonly place: Place }[];
  readonly problems: Problem[];
  readonly findings: Finding[];
  /** Rows of candidates that have the wrong number of cells, where candidates stand apart. */
  readonly misfits: Place[];
  /** Rows that have the wrong number of cells: they say nothing. */
  readonly unread: Set<Place>;
  /** Whether any row of the schedule could be read: without one there is nothing to check. */
  wasRead: boolean;
  /** Candidates of a schedule that no row describes. */
  readonly isOrphan: boolean;
  /** A row that seems to hold other rows: whose cells its cells are is not known. */
  readonly isSwallowing: boolean;
}

export function createGroup(
  id: string | null,
  first: Place,
  { isOrphan = false, isSwallowing = false }: Partial<Pick<Group, 'isOrphan' | 'isSwallowing'>> = {},
): Group {
  const lists = { candidates: [], deviations: [], problems: [], findings: [], misfits: [] };
  return { id, places: [first], said: new Map(), unread: new Set(), ...lists, wasRead: false, isOrphan, isSwallowing };
}

/** The path of a column's value in the request that the group becomes. */
export function pathIn(group: Group, { resource, name }: ColumnField): Path {
  if (resource === scheduleResource) return ['Schedule', name];
  return resource === candidateResource ? ['Candidates', group.candidates.length, name] : [name];
}

/** Takes over what a row says of the schedule. The first one is right until others contradict it. */
export function addScheduleValues(group: Group, values: readonly RowValue[], place: Place): void {
  for (const { column, value, problems } of values) {
    if (column.resource === candidateResource) continue;
    const said = { column, value, place, isReadable: problems.length === 0 };
    const known = group.said.get(column.name);
    if (known === undefined) {
      group.said.set(column.name, said);
      group.problems.push(...problems);
    } else if (known.value !== value) {
      group.deviations.push(said);
    }
  }
}

/** Takes over the row's candidate. In a table of schedules a row need not name one; in one of candidates it must. */
export function addCandidate(group: Group, values: readonly RowValue[], place: Place, { mayLack = false } = {}): void {
  const own = values.filter(({ column }) => column.resource === candidateResource);
  if (own.length === 0 && mayLack) return;
  group.problems.push(...own.flatMap(({ problems }) => problems));
  group.candidates.push({ fields: collectValues(own, candidateResource), place });
}

/** How a candidate's cells and those of its schedule stand in one row. */
export type JoinCells = (schedule: Place | undefined, candidate: Place | undefined) => readonly string[];

export function finishGroup(group: Group, preset: SchedulePreset, joinCells: JoinCells): Draft {
  const said = [...group.said.values()];
  const top = said.filter(({ column }) => column.resource !== scheduleResource);
  const schedule = said.filter(({ column }) => column.resource === scheduleResource);
  const Candidates = group.candidates.map(({ fields }) => fields);
  const own = { ...toRecord(top), Schedule: toRecord(schedule), Candidates };
  const request = applyPreset(own, preset);
  const { Schedule } = request as { Schedule?: Record<string, unknown> };
  return {
    key: textOrNull(Schedule?.['ScheduleExtId']) ?? group.id,
    request,
    rows: rowsOf(group, joinCells),
    ...(group.wasRead ? {} : { unusable: true }),
    ...(group.isSwallowing ? { swallowed: true } : {}),
    findings: group.findings,
    problems: group.problems,
    warnings: findOverridden(own, preset),
    locate: (path) => locate(group, path),
  };
}

function toRecord(values: readonly SaidValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ column, value }) => [column.name, value]));
}

function locate({ candidates, said, places: [first] }: Group, path: Path): Coordinates {
  const [part, index, name, ...rest] = path;
  if (part === 'Candidates' && typeof index === 'number') {
    const { columns, row } = candidates[index]?.place ?? first;
    return locateCell(columns, row, typeof name === 'string' ? name : 'CandidateExtId', rest);
  }
  const field = String((part === 'Schedule' ? index : part) ?? 'ScheduleExtId');
  const { columns, row } = said.get(field)?.place ?? first;
  return locateCell(columns, row, field);
}

/** The rows as they can be returned: if schedules and candidates have separate tables, joined into one. */
function rowsOf({ places, candidates, misfits, isOrphan }: Group, joinCells: JoinCells): [SourceRow, ...SourceRow[]] {
  const [first, ...others] = places;
  if (isOrphan) return [toRow(first, joinCells(undefined, first))];
  const rest = others.map((place) => toRow(place, joinCells(place, undefined)));
  const apart = [...candidates.map(({ place }) => place), ...misfits].filter(
    ({ columns }) => columns !== first.columns,
  );
  const [head, ...tail] = apart.map((place) => ({
    ...toRow(place, joinCells(first, place)),
    with: { file: first.row.file, line: first.row.line, lines: first.row.lines },
  }));
  return head === undefined ? [toRow(first, joinCells(first, undefined)), ...rest] : [head, ...tail, ...rest];
}

function toRow({ row }: Place, cells: readonly string[]): SourceRow {
  return rowOf(row, { cells });
}
