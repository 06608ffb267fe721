/** Collects the rows of one schedule request: each value with the first row that has it, and the rows that differ. */

import { textOrNull } from '../../base/json-value.ts';
import type { Draft, SourceRow } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { ValuePlace } from '../../model/place.ts';
import { fieldsPasser } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { Path, Problem } from '../../platform/problem.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { ColumnField } from '../column-field.ts';
import type { Columns } from '../table/header/match-columns.ts';
import { rowOf } from '../table/origin.ts';
import { locateCell, type PlacedRow, type RowValue } from '../table/row-values.ts';
import type { ReadRow } from '../table/rows.ts';
import type { Defaults } from '../values/conversion.ts';
import { applyDefaults, applyPreset, findOverridden, type SchedulePreset } from './preset.ts';

/** A value of a field, with the row that has it. */
interface PlacedValue {
  /** Whether the value has no problems. */
  readonly isReadable: boolean;
  readonly column: ColumnField;
  readonly value: unknown;
  readonly place: PlacedRow;
}

/** The rows of one schedule, or a row that belongs to no schedule. */
export interface Group {
  readonly id: string | null;
  /** The rows of the group. The first one begins the record. */
  readonly places: [PlacedRow, ...PlacedRow[]];
  /** Values of the schedule and of the top level of the request, each from the first row that has it. */
  readonly values: Map<string, PlacedValue>;
  /** Values of later rows that differ from the first one. */
  readonly deviations: PlacedValue[];
  readonly candidates: { readonly fields: Record<string, unknown>; readonly place: PlacedRow }[];
  readonly problems: Problem[];
  readonly warnings: Problem[];
  readonly findings: Finding[];
  /** Rows of a separate table of candidates that have the wrong number of cells. */
  readonly unreadCandidates: PlacedRow[];
  /** Rows that have the wrong number of cells. Their values are not used. */
  readonly unread: Set<PlacedRow>;
  /** Whether a row of the schedule could be read. Otherwise there is nothing to check. */
  wasRead: boolean;
  /** Whether nothing is to be said about any value of the rows. */
  isClean: boolean;
  /** Whether these are candidates whose schedule has no row. */
  readonly isOrphan: boolean;
  /** Whether this is a row that seems to contain other rows. */
  readonly isSwallowing: boolean;
  /** Whether this is a row that is not a record. */
  readonly isDropped: boolean;
}

export function createGroup(
  id: string | null,
  first: PlacedRow,
  flags: Pick<Group, 'isOrphan' | 'isSwallowing' | 'isDropped'>,
): Group {
  const lists = { candidates: [], deviations: [], problems: [], warnings: [], findings: [], unreadCandidates: [] };
  return {
    id,
    places: [first],
    values: new Map(),
    unread: new Set(),
    ...lists,
    wasRead: false,
    isClean: true,
    ...flags,
  };
}

/** Adds the values of a row for the schedule. The first value of a field is kept; different ones become deviations. */
export function addScheduleValues(group: Group, read: ReadRow, place: PlacedRow): void {
  group.isClean &&= read.isClean;
  for (const { column, at } of scheduleColumns(read.columns)) {
    const value = read.records[at]?.[column.name];
    const found = read.said.filter((one) => one.column === column);
    if (value === undefined && found.length === 0) continue;
    const known = group.values.get(column.name);
    if (known !== undefined && known.value === value) continue;
    const placed = { column, value, place, isReadable: found.every(({ problems }) => problems.length === 0) };
    if (known !== undefined) group.deviations.push(placed);
    else {
      group.values.set(column.name, placed);
      for (const one of found) addProblems(group, one, column.resource === scheduleResource ? ['Schedule'] : []);
    }
  }
}

/** The columns that are not those of candidates, by their tables. */
const byTable = new WeakMap<Columns, readonly { readonly column: ColumnField; readonly at: number }[]>();

function scheduleColumns(columns: Columns) {
  const known = byTable.get(columns);
  if (known !== undefined) return known;
  const all = [...columns.fields, ...columns.mapped.map(({ column }) => column)].flatMap((column) =>
    column === undefined || column.resource === candidateResource
      ? []
      : [{ column, at: columns.resources.indexOf(column.resource) }],
  );
  byTable.set(columns, all);
  return all;
}

const passCandidate = fieldsPasser(candidateResource);

/** Returns the values of a resource in a row. */
export function recordOf({ columns, records }: ReadRow, resource: Resource): Record<string, unknown> {
  return records[columns.resources.indexOf(resource)] ?? {};
}

/** Adds the candidate of a row. With `mayLack`, for tables of schedules, a row may be without a candidate. */
export function addCandidate(group: Group, read: ReadRow, place: PlacedRow, { mayLack = false } = {}): void {
  const fields = recordOf(read, candidateResource);
  if (mayLack && Object.keys(fields).length === 0) return;
  group.isClean &&= read.isClean;
  if (read.isClean) passCandidate(fields);
  for (const found of read.said) {
    if (found.column.resource === candidateResource) addProblems(group, found, ['Candidates', group.candidates.length]);
  }
  group.candidates.push({ fields, place });
}

/** Adds the problems and warnings of a value; `parent` is the path of its part of the request. */
function addProblems(group: Group, { problems, warnings }: RowValue, parent: Path): void {
  for (const problem of problems) group.problems.push({ ...problem, path: [...parent, ...problem.path] });
  if (warnings === undefined) return;
  for (const warning of warnings) group.warnings.push({ ...warning, path: [...parent, ...warning.path] });
}

/** The values of a request that do not come from its rows. */
interface FinishOptions {
  readonly preset: SchedulePreset;
  readonly defaults?: Defaults | undefined;
}

/** Joins the cells of a schedule and of a candidate into one row. */
export type JoinCells = (
  schedule: PlacedRow | undefined,
  candidate: PlacedRow | undefined,
) => { readonly cells: readonly string[] };

export function finishGroup(group: Group, { preset, defaults }: FinishOptions, joinCells: JoinCells): Draft {
  const values = [...group.values.values()];
  const top = values.filter(({ column }) => column.resource !== scheduleResource);
  const schedule = values.filter(({ column }) => column.resource === scheduleResource);
  const Candidates = group.candidates.map(({ fields }) => fields);
  const own = { ...toRecord(top), Schedule: toRecord(schedule), Candidates };
  const request = applyPreset(applyDefaults(own, defaults), preset);
  const { Schedule } = request as { Schedule?: Record<string, unknown> };
  return {
    key: textOrNull(Schedule?.['ScheduleExtId']) ?? group.id,
    request,
    isClean: group.isClean && defaults === undefined && Object.keys(preset.Schedule).length === 0,
    rows: rowsOf(group, joinCells),
    unusable: !group.wasRead || undefined,
    mayContainRows: group.isSwallowing || undefined,
    dropped: group.isDropped || undefined,
    isPart: isPart(group) || undefined,
    findings: group.findings,
    problems: group.problems,
    warnings: [...findOverridden(own, preset), ...group.warnings],
    locate: (path) => locate(group, path),
  };
}

/** Whether a group is candidates whose schedule has no row. */
export function isPart({ isOrphan, isDropped }: Group): boolean {
  return isOrphan && !isDropped;
}

function toRecord(values: readonly PlacedValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ column, value }) => [column.name, value]));
}

function locate({ candidates, values, places: [first] }: Group, path: Path): ValuePlace {
  const [part, index, name = 'CandidateExtId', ...rest] = path;
  if (part === 'Candidates' && typeof index === 'number') {
    return locateCell(candidates[index]?.place ?? first, [name, ...rest]);
  }
  const field = String((part === 'Schedule' ? index : part) ?? 'ScheduleExtId');
  return locateCell(values.get(field)?.place ?? first, [field]);
}

/** Returns the rows for a rejects file. Rows of separate tables of schedules and candidates are joined. */
function rowsOf(
  { places, candidates, unreadCandidates, isOrphan }: Group,
  joinCells: JoinCells,
): [SourceRow, ...SourceRow[]] {
  const [first, ...others] = places;
  const joined = (schedule?: PlacedRow, candidate?: PlacedRow): SourceRow =>
    rowOf((candidate ?? schedule ?? first).row, joinCells(schedule, candidate));
  if (isOrphan) return [joined(undefined, first), ...others.map((place) => joined(undefined, place))];
  const rest = others.map((place) => joined(place));
  const separate = [...candidates.map(({ place }) => place), ...unreadCandidates].filter(
    ({ columns }) => columns !== first.columns,
  );
  const { file, line, lines, record, sheet } = first.row;
  const [head, ...tail] = separate.map((place) => ({
    ...joined(first, place),
    with: { file, line, lines, record, sheet },
  }));
  return head === undefined ? [joined(first), ...rest] : [head, ...tail, ...rest];
}
