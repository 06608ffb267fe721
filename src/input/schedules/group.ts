/** One schedule request in the making: what its rows say, and who said it first. */

import type { Draft, SourceRow } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import type { ValuePlace } from '../../model/place.ts';
import type { Path, Problem } from '../../platform/problem.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { ColumnField } from '../table/column-field.ts';
import { rowOf } from '../table/origin.ts';
import { textOrNull } from '../table/record-drafts.ts';
import { collectValues, locateCell, type PlacedRow, type RowValue } from '../table/row-values.ts';
import type { Defaults } from '../values/conversion.ts';
import { applyDefaults, applyPreset, findOverridden, type SchedulePreset } from './preset.ts';

interface SaidValue {
  /** Whether nothing is wrong with it as it stands. */
  readonly isReadable: boolean;
  readonly column: ColumnField;
  readonly value: unknown;
  readonly place: PlacedRow;
}

export interface Group {
  readonly id: string | null;
  /** The rows that it is made of. The first of them begins the record. */
  readonly places: [PlacedRow, ...PlacedRow[]];
  /** Values of the schedule and of the request's top level, each from the row that said it first. */
  readonly said: Map<string, SaidValue>;
  /** The values of other rows for the same field. */
  readonly deviations: SaidValue[];
  readonly candidates: { readonly fields: Record<string, unknown>; readonly place: PlacedRow }[];
  readonly problems: Problem[];
  readonly findings: Finding[];
  /** Rows of candidates that have the wrong number of cells, where candidates stand apart. */
  readonly misfits: PlacedRow[];
  /** Rows that have the wrong number of cells: they say nothing. */
  readonly unread: Set<PlacedRow>;
  /** Whether any row of the schedule could be read: without one there is nothing to check. */
  wasRead: boolean;
  /** Candidates of a schedule that no row describes. */
  readonly isOrphan: boolean;
  /** A row that seems to hold other rows: whose cells its cells are is not known. */
  readonly isSwallowing: boolean;
  /** A row that is no record. */
  readonly isDropped: boolean;
}

export function createGroup(
  id: string | null,
  first: PlacedRow,
  flags: Partial<Pick<Group, 'isOrphan' | 'isSwallowing' | 'isDropped'>> = {},
): Group {
  const lists = { candidates: [], deviations: [], problems: [], findings: [], misfits: [] };
  const none = { isOrphan: false, isSwallowing: false, isDropped: false };
  return { id, places: [first], said: new Map(), unread: new Set(), ...lists, wasRead: false, ...none, ...flags };
}

/** Takes over what a row says of the schedule. The first one is right until others contradict it. */
export function addScheduleValues(group: Group, values: readonly RowValue[], place: PlacedRow): void {
  for (const { column, value, problems } of values) {
    if (column.resource === candidateResource) continue;
    const said = { column, value, place, isReadable: problems.length === 0 };
    const known = group.said.get(column.name);
    if (known === undefined) {
      group.said.set(column.name, said);
      addProblems(group, problems, column.resource === scheduleResource ? ['Schedule'] : []);
    } else if (known.value !== value) {
      group.deviations.push(said);
    }
  }
}

/** Takes over the row's candidate. In a table of schedules a row need not name one; in one of candidates it must. */
export function addCandidate(
  group: Group,
  values: readonly RowValue[],
  place: PlacedRow,
  { mayLack = false } = {},
): void {
  const own = values.filter(({ column }) => column.resource === candidateResource);
  if (own.length === 0 && mayLack) return;
  for (const { problems } of own) addProblems(group, problems, ['Candidates', group.candidates.length]);
  group.candidates.push({ fields: collectValues(own, candidateResource), place });
}

/** Adds what was found in a record of the request; `parent` is the path of that record. */
function addProblems(group: Group, problems: readonly Problem[], parent: Path): void {
  for (const problem of problems) group.problems.push({ ...problem, path: [...parent, ...problem.path] });
}

/** What a request has beside what its rows say. */
interface FinishOptions {
  readonly preset: SchedulePreset;
  readonly defaults?: Defaults | undefined;
}

/** How a candidate's cells and those of its schedule stand in one row. */
export type JoinCells = (schedule: PlacedRow | undefined, candidate: PlacedRow | undefined) => readonly string[];

export function finishGroup(group: Group, { preset, defaults }: FinishOptions, joinCells: JoinCells): Draft {
  const said = [...group.said.values()];
  const top = said.filter(({ column }) => column.resource !== scheduleResource);
  const schedule = said.filter(({ column }) => column.resource === scheduleResource);
  const Candidates = group.candidates.map(({ fields }) => fields);
  const own = { ...toRecord(top), Schedule: toRecord(schedule), Candidates };
  const request = applyPreset(applyDefaults(own, defaults), preset);
  const { Schedule } = request as { Schedule?: Record<string, unknown> };
  return {
    key: textOrNull(Schedule?.['ScheduleExtId']) ?? group.id,
    request,
    rows: rowsOf(group, joinCells),
    unusable: !group.wasRead || undefined,
    swallowed: group.isSwallowing || undefined,
    dropped: group.isDropped || undefined,
    findings: group.findings,
    problems: group.problems,
    warnings: findOverridden(own, preset),
    locate: (path) => locate(group, path),
  };
}

function toRecord(values: readonly SaidValue[]): Record<string, unknown> {
  return Object.fromEntries(values.map(({ column, value }) => [column.name, value]));
}

function locate({ candidates, said, places: [first] }: Group, path: Path): ValuePlace {
  const [part, index, name = 'CandidateExtId', ...rest] = path;
  if (part === 'Candidates' && typeof index === 'number') {
    return locateCell(candidates[index]?.place ?? first, [name, ...rest]);
  }
  const field = String((part === 'Schedule' ? index : part) ?? 'ScheduleExtId');
  return locateCell(said.get(field)?.place ?? first, [field]);
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
    with: { file: first.row.file, line: first.row.line, lines: first.row.lines, sheet: first.row.sheet },
  }));
  return head === undefined ? [toRow(first, joinCells(first, undefined)), ...rest] : [head, ...tail, ...rest];
}

function toRow({ row }: PlacedRow, cells: readonly string[]): SourceRow {
  return rowOf(row, { cells });
}
