/** Groups rows into schedule requests: flat rows by their schedule, and rows of candidates by their ScheduleExtId. */

import { textOrNull } from '../../base/json-value.ts';
import type { Draft } from '../../model/draft.ts';
import { describePlace, sameAs } from '../../model/place.ts';
import { scheduleResource } from '../../platform/resources/schedule.ts';
import type { CompiledMapping } from '../mapping/compile-mapping.ts';
import type { Input, TableInput } from '../port.ts';
import type { Columns, MatchedTable } from '../table/header/match-columns.ts';
import { fixFindings, type PlacedRow, type RowValue, rowFinding } from '../table/row-values.ts';
import { type ReadRow, readRows } from '../table/rows.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { findDisagreements } from './disagreements.ts';
import {
  addCandidate,
  addScheduleValues,
  createGroup,
  finishGroup,
  type Group,
  type JoinCells,
  recordOf,
} from './group.ts';
import { joinCells } from './joined-list.ts';
import { createOrphanFaults } from './orphan-faults.ts';
import { idOf, type SchedulePreset } from './preset.ts';

/** The options for making schedule requests of rows and of JSON. */
export interface ScheduleDraftOptions extends ConversionOptions {
  readonly preset: SchedulePreset;
  readonly mapping?: ReadonlyMap<string, string> | undefined;
  readonly described?: CompiledMapping | undefined;
  readonly ignore?: readonly string[] | undefined;
  /** A file of candidates to join by ScheduleExtId. Each row of the first file is then a schedule. */
  readonly candidates?: Input | undefined;
}

/**
 * Returns the requests in the order in which their schedules first appear. Keeps the whole file in memory, because the
 * rows of a schedule may be anywhere. `candidates` is the separate table of candidates, if there is one.
 */
export async function groupRows(
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
  candidates?: MatchedTable,
): Promise<Draft[]> {
  const grouping = createGrouping(options, candidates !== undefined);
  for await (const read of readRows(input, columns, options)) grouping.add(read);
  const orphans = candidates === undefined ? [] : await joinCandidates(grouping.groups, input, candidates, options);
  const join = candidates === undefined ? ownCells : joinCells(columns, candidates.columns);
  return [...grouping.take(), ...orphans].map((group) => finish(group, options, join));
}

const ownCells: JoinCells = (schedule) => schedule?.row ?? { cells: [] };

function finish(group: Group, options: ScheduleDraftOptions, join: JoinCells): Draft {
  for (const finding of findDisagreements(group)) group.findings.push(finding);
  return finishGroup(group, options, join);
}

/** Groups rows by their schedule. With `isJoined`, each row is a schedule, and candidates have a table of their own. */
function createGrouping(options: ScheduleDraftOptions, isJoined = false) {
  const groups = new Map<string, Group>();
  let lone: Group[] = [];
  const add = (read: ReadRow): void => {
    const place = placeOf(read);
    if (hasNoSchedule(read)) {
      lone.push(createLoneGroup(read));
      return;
    }
    const isNamed = !isJoined || hasIds(read.columns, options);
    const group = isNamed ? enter(groups, groupId(read, options), place) : createGroup(null, place);
    if (!isNamed) lone.push(group);
    if (read.swallowFinding !== undefined) group.findings.push(read.swallowFinding);
    if (isJoined && group.places.length > 1) reportRepeat(group, place);
    if (!addRowFindings(group, read, place)) return;
    group.wasRead = true;
    addScheduleValues(group, read, place);
    if (!isJoined) addCandidate(group, read, place, { mayLack: true });
  };
  const take = (): Group[] => {
    const all = [...groups.values(), ...lone];
    groups.clear();
    lone = [];
    return all;
  };
  return { groups, add, take };
}

/** Whether schedules have ids. A missing column is reported once: rows without an id are no repeats of each other. */
function hasIds({ fields }: Columns, { preset }: ScheduleDraftOptions): boolean {
  return fields.some((column) => column?.name === 'ScheduleExtId') || Object.hasOwn(preset.Schedule, 'ScheduleExtId');
}

/** Returns the row without its values, because a group keeps each value only once. */
function placeOf({ columns, row }: ReadRow): PlacedRow {
  return { columns, row };
}

/** Returns the id of a row's schedule. */
function groupId(read: ReadRow, { preset }: ScheduleDraftOptions): string {
  return String(idOf({ ...recordOf(read, scheduleResource), ...preset.Schedule }));
}

function enter<Id>(
  groups: Map<Id, Group>,
  id: Id & (string | null),
  place: PlacedRow,
  flags: Pick<Partial<Group>, 'isOrphan'> = {},
): Group {
  const known = groups.get(id);
  known?.places.push(place);
  const group = known ?? createGroup(id, place, flags);
  groups.set(id, group);
  return group;
}

/** Adds the findings of a row, and returns whether its values may be used: not with the wrong number of cells. */
function addRowFindings(group: Group, { rowFault, said }: ReadRow, place: PlacedRow): boolean {
  if (rowFault === undefined) {
    group.findings.push(...fixFindings(place, said, group.id));
    return true;
  }
  group.findings.push({ ...rowFault, key: group.id });
  group.unread.add(place);
  return false;
}

async function joinCandidates(
  groups: ReadonlyMap<string, Group>,
  schedules: TableInput,
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
): Promise<Group[]> {
  const faultOf = createOrphanFaults(groups.keys(), nameSource(schedules, input));
  const orphans = new Map<string | null | PlacedRow, Group>();
  for await (const read of readRows(input, columns, options)) {
    const place = placeOf(read);
    if (hasNoSchedule(read)) {
      orphans.set(place, createLoneGroup(read, { isOrphan: true }));
      continue;
    }
    const named = read.said.find(({ column }) => column.name === 'ScheduleExtId');
    const id = textOrNull(recordOf(read, scheduleResource)['ScheduleExtId']);
    const group = (id === null ? undefined : groups.get(id)) ?? enterOrphan(orphans, { id, faultOf }, read, named);
    if (read.swallowFinding !== undefined) group.findings.push(read.swallowFinding);
    if (addRowFindings(group, read, place)) addCandidate(group, read, place);
    else group.unreadCandidates.push(place);
  }
  return [...orphans.values()];
}

/** Whether a row belongs to no schedule, even if it names one: it seems to contain other rows, or is not a record. */
function hasNoSchedule({ isSwallowing, dropped }: ReadRow): boolean {
  return isSwallowing || dropped !== undefined;
}

function createLoneGroup(read: ReadRow, { isOrphan = false } = {}): Group {
  const { isSwallowing, swallowFinding, dropped } = read;
  const group = createGroup(null, placeOf(read), { isOrphan, isSwallowing, isDropped: dropped !== undefined });
  group.findings.push(...[swallowFinding, dropped].filter((finding) => finding !== undefined));
  return group;
}

/** Candidates whose schedule has no row are one record for each schedule that they name. */
function enterOrphan(
  orphans: Map<string | null | PlacedRow, Group>,
  { id, faultOf }: { readonly id: string | null; readonly faultOf: ReturnType<typeof createOrphanFaults> },
  read: ReadRow,
  named: RowValue | undefined,
): Group {
  const place = placeOf(read);
  const group = enter(orphans, id, place, { isOrphan: true });
  // A row that is no record, such as a total, names no schedule.
  if (read.rowFault !== undefined) return group;
  const { rule, message, suggestion = null } = named?.problems[0] ?? faultOf(id);
  group.findings.push(rowFinding(place, rule, { key: id, message, suggestion }, ['ScheduleExtId']));
  return group;
}

/** Names the table of the schedules as seen from that of the candidates, which may be another sheet of one workbook. */
function nameSource(schedules: TableInput, candidates: TableInput): string {
  const isOneFile = schedules.file === candidates.file && schedules.sheet !== undefined;
  return isOneFile ? `the sheet ${JSON.stringify(schedules.sheet)}` : 'the other file';
}

/** Reports a second row with the same id in a file of schedules, in which each row is a schedule. */
function reportRepeat({ id: key, places: [first], findings }: Group, place: PlacedRow): void {
  const message = `ScheduleExtId ${sameAs(describePlace(first.row, place.row))}`;
  const suggestion = 'give each schedule an id of its own';
  const repeated = { key, message, suggestion };
  findings.push(rowFinding(place, 'schedule.schedule-ext-id.repeated', repeated, ['ScheduleExtId']));
}
