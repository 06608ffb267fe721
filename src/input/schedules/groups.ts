/** Groups rows into schedule requests: flat rows by the schedule that they repeat, or candidates by the id they name. */

import type { Draft } from '../../model/draft.ts';
import { describePlace, sameAs } from '../../model/place.ts';
import { MISSING_CELL } from '../../model/reject-columns.ts';
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { Input, TableInput, TableRow } from '../port.ts';
import type { Columns } from '../table/columns.ts';
import { textOrNull } from '../table/record-drafts.ts';
import { collectValues, fixFindings, type PlacedRow, type RowValue, rowFinding } from '../table/row-values.ts';
import { type ReadRow, readRow, readRows } from '../table/rows.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { findDisagreements } from './disagreements.ts';
import { addCandidate, addScheduleValues, createGroup, finishGroup, type Group, type JoinCells } from './group.ts';
import { idOf, type SchedulePreset } from './preset.ts';
import { keyOfId } from './runs.ts';

/** How rows and requests become schedules. */
export interface ScheduleDraftOptions extends ConversionOptions {
  readonly preset: SchedulePreset;
  readonly mapping?: ReadonlyMap<string, string> | undefined;
  /** A file of candidates to join by ScheduleExtId. Rows of the first file are then one schedule each. */
  readonly candidates?: Input | undefined;
}

/** A table and what its columns hold. */
export interface MatchedTable {
  readonly input: TableInput;
  readonly columns: Columns;
}

/**
 * The requests in the order in which their schedules first appear. Holds the whole file: rows come in any order.
 * `candidates` is the table of candidates, where they stand apart.
 */
export async function groupRows(
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
  candidates?: MatchedTable,
): Promise<Draft[]> {
  const grouping = createGrouping(options, candidates !== undefined);
  for await (const read of readRows(input, columns, options)) grouping.add(read);
  const orphans = candidates === undefined ? [] : await joinCandidates(grouping.groups, candidates, options);
  const join = createJoin(columns, candidates);
  return [...grouping.take(), ...orphans].map((group) => finish(group, options, join));
}

/** The same where the rows of each schedule follow each other: it is let go once the next one begins. */
export async function* groupRuns(
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
): AsyncGenerator<Draft> {
  const join = createJoin(columns, undefined);
  const grouping = createGrouping(options);
  let last = '';
  for await (const read of readRows(input, columns, options)) {
    const key = isApart(read) ? last : keyOfId(groupId(read.values, options));
    if (key !== last) yield* grouping.take().map((group) => finish(group, options, join));
    last = key;
    grouping.add(read);
  }
  yield* grouping.take().map((group) => finish(group, options, join));
}

/** The request of rows that are one schedule. */
export function draftGroup(columns: Columns, options: ScheduleDraftOptions, rows: readonly TableRow[]): Draft {
  const grouping = createGrouping(options);
  for (const row of rows) grouping.add(readRow(columns, row, options));
  const [group] = grouping.take();
  if (group === undefined) throw new TypeError('a schedule without rows');
  return finish(group, options, createJoin(columns, undefined));
}

function finish(group: Group, options: ScheduleDraftOptions, join: JoinCells): Draft {
  for (const finding of findDisagreements(group)) group.findings.push(finding);
  return finishGroup(group, options, join);
}

/** `isJoined` where each row is a schedule, and candidates stand apart. */
function createGrouping(options: ScheduleDraftOptions, isJoined = false) {
  const groups = new Map<string, Group>();
  let apart: Group[] = [];
  const add = (read: ReadRow): void => {
    const place = placeOf(read);
    if (isApart(read)) {
      apart.push(createApart(read));
      return;
    }
    const group = enter(groups, groupId(read.values, options), place);
    if (read.swallowed !== undefined) group.findings.push(read.swallowed);
    if (isJoined && group.places.length > 1) reportRepeat(group, place);
    if (!isUsable(group, read, place)) return;
    group.wasRead = true;
    addScheduleValues(group, read.values, place);
    if (!isJoined) addCandidate(group, read.values, place, { mayLack: true });
  };
  const take = (): Group[] => {
    const all = [...groups.values(), ...apart];
    groups.clear();
    apart = [];
    return all;
  };
  return { groups, add, take };
}

/** Without the row's values: a group keeps its rows, and the values once. */
function placeOf({ columns, row }: ReadRow): PlacedRow {
  return { columns, row };
}

/** The schedule that a row is about. */
export function groupId(values: readonly RowValue[], { preset }: ScheduleDraftOptions): string {
  return String(idOf({ ...collectValues(values, scheduleResource), ...preset.Schedule }));
}

function enter(groups: Map<string, Group>, id: string, place: PlacedRow): Group {
  const known = groups.get(id);
  known?.places.push(place);
  const group = known ?? createGroup(id, place);
  groups.set(id, group);
  return group;
}

/** Whether the values of a row may be used: not where it has the wrong number of cells. Says what was changed in them. */
function isUsable(group: Group, { misfit, values }: ReadRow, place: PlacedRow): boolean {
  if (misfit === undefined) {
    group.findings.push(...fixFindings(place, values, group.id));
    return true;
  }
  group.findings.push({ ...misfit, key: group.id });
  group.unread.add(place);
  return false;
}

async function joinCandidates(
  groups: ReadonlyMap<string, Group>,
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
): Promise<Group[]> {
  const orphans: Group[] = [];
  for await (const read of readRows(input, columns, options)) {
    const place = placeOf(read);
    if (isApart(read)) {
      orphans.push(createApart(read, { isOrphan: true }));
      continue;
    }
    const named = read.values.find(({ column }) => column.name === 'ScheduleExtId');
    const id = textOrNull(named?.value);
    const group = (id === null ? undefined : groups.get(id)) ?? createOrphan(orphans, id, place, named);
    if (read.swallowed !== undefined) group.findings.push(read.swallowed);
    if (isUsable(group, read, place)) addCandidate(group, read.values, place);
    else if (group.places[0] !== place) group.misfits.push(place);
  }
  return orphans;
}

/** A row that seems to hold other rows, or that is no record, belongs to no schedule that it names. */
export function isApart({ isSwallowing, dropped }: ReadRow): boolean {
  return isSwallowing || dropped !== undefined;
}

function createApart(read: ReadRow, { isOrphan = false } = {}): Group {
  const { isSwallowing, swallowed, dropped } = read;
  const group = createGroup(null, placeOf(read), { isOrphan, isSwallowing, isDropped: dropped !== undefined });
  group.findings.push(...[swallowed, dropped].filter((finding) => finding !== undefined));
  return group;
}

function createOrphan(orphans: Group[], id: string | null, place: PlacedRow, named: RowValue | undefined): Group {
  const group = createGroup(id, place, { isOrphan: true });
  const { rule, message } = named?.problems[0] ?? (id === null ? NO_SCHEDULE : unknownSchedule(id));
  group.findings.push(rowFinding(place, rule, { key: id, message }, ['ScheduleExtId']));
  orphans.push(group);
  return group;
}

const NO_SCHEDULE = {
  rule: 'candidate.schedule-ext-id.required',
  message: 'ScheduleExtId is required to join the candidate with a schedule',
};

function unknownSchedule(id: string): typeof NO_SCHEDULE {
  const message = `No schedule of the other file has the ScheduleExtId ${id}`;
  return { rule: 'candidate.schedule-ext-id.unknown', message };
}

/** In a file of schedules each row is one: an id that comes again would be two schedules in one. */
function reportRepeat({ id: key, places: [first], findings }: Group, place: PlacedRow): void {
  const message = `ScheduleExtId ${sameAs(describePlace(first.row, place.row))}`;
  const suggestion = 'give each schedule an id of its own';
  const said = { key, message, suggestion };
  findings.push(rowFinding(place, 'schedule.schedule-ext-id.repeated', said, ['ScheduleExtId']));
}

/** Positions of the candidates' columns that a joined row adds to the schedule's. */
export function joinedColumns({ columns }: MatchedTable): number[] {
  return columns.fields.flatMap((column, index) => (column?.resource === candidateResource ? [index] : []));
}

/** The cells of a candidate and those of its schedule as one row. A candidate without a schedule keeps at least the id that it names. */
function createJoin(columns: Columns, part: MatchedTable | undefined): JoinCells {
  if (part === undefined) return (schedule) => schedule?.row.cells ?? [];
  const positions = joinedColumns(part);
  const [width, candidateWidth] = [columns.header.length, part.columns.header.length];
  const idPosition = part.columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  return (schedule, candidate) => {
    const id = candidate?.row.cells[idPosition] ?? '';
    const own = schedule?.row.cells ?? columns.fields.map((column) => (column?.name === 'ScheduleExtId' ? id : ''));
    const added = candidate?.row.cells ?? part.columns.header.map(() => '');
    const fitted = Array.from({ length: width }, (_, index) => own[index] ?? MISSING_CELL);
    const joined = [...fitted, ...positions.map((index) => added[index] ?? MISSING_CELL)];
    const isShort = added.length < candidateWidth && !joined.includes(MISSING_CELL);
    // What has no column of its own stands at the end: the row is then too long, and so it cannot pass for right.
    return [...joined, ...own.slice(width), ...added.slice(candidateWidth), ...(isShort ? [MISSING_CELL] : [])];
  };
}
