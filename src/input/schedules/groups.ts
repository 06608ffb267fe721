/** Groups rows into schedule requests: flat rows by their schedule, and rows of candidates by their ScheduleExtId. */

import { foldName } from '../../base/closest.ts';
import { textOrNull } from '../../base/json-value.ts';
import { groupBy } from '../../base/lists/group-by.ts';
import type { Draft } from '../../model/draft.ts';
import { describePlace, sameAs } from '../../model/place.ts';
import { scheduleResource } from '../../platform/resources/schedule.ts';
import type { CompiledMapping } from '../mapping/compile-mapping.ts';
import type { Input, TableInput } from '../port.ts';
import type { Columns, MatchedTable } from '../table/header/match-columns.ts';
import { fixFindings, type PlacedRow, rowFinding } from '../table/row-values.ts';
import { type ReadRow, readRows } from '../table/rows.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { findDisagreements } from './disagreements.ts';
import {
  addCandidate,
  addScheduleValues,
  createGroup,
  finishGroup,
  type Group,
  isPart,
  type JoinCells,
  recordOf,
} from './group.ts';
import { joinCells } from './joined-list.ts';
import { idOf, type SchedulePreset } from './preset.ts';

/** The options for making schedule requests of rows and of JSON. */
export interface ScheduleDraftOptions extends ConversionOptions {
  readonly preset: SchedulePreset;
  readonly mapping?: ReadonlyMap<string, string> | undefined;
  readonly described?: CompiledMapping | undefined;
  /** Of the table of candidates alone. */
  readonly describedCandidates?: CompiledMapping | undefined;
  readonly ignore?: readonly string[] | undefined;
  /** A file of candidates to join by ScheduleExtId. Each row of the first file is then a schedule. */
  readonly candidates?: Input | undefined;
}

/** The requests of a table of schedules. */
export interface GroupedRequests {
  readonly drafts: AsyncIterable<Draft>;
  /** Whether some are candidates whose schedule has no row. */
  readonly hasParts: boolean;
}

/**
 * Groups all rows, because the rows of a schedule may be anywhere, and then makes the requests in the order in which their
 * schedules first appear. `candidates` is the separate table of candidates, if there is one.
 */
export async function groupRows(
  { input, columns }: MatchedTable,
  options: ScheduleDraftOptions,
  candidates?: MatchedTable,
): Promise<GroupedRequests> {
  const groups: Groups = new Map();
  const role = candidates === undefined ? 'both' : 'schedule';
  for await (const read of readRows(input, columns, options)) addRow(groups, read, { role, options });
  if (candidates !== undefined) {
    const source = nameSource(input, candidates.input);
    const ids = [...groups.keys()].filter((key) => typeof key === 'string');
    // Most lists have no candidate without a schedule.
    let alike: ReadonlyMap<string, readonly string[]> | undefined;
    const unknown = (id: string | null) => {
      alike ??= groupBy(ids, foldId);
      return orphanFault(id, alike, source);
    };
    for await (const read of readRows(candidates.input, candidates.columns, options))
      addCandidateRow(groups, read, unknown);
  }
  const join = candidates === undefined ? ownCells : joinCells(columns, candidates.columns);
  const all = [...groups.values()];
  groups.clear();
  return { drafts: finishEach(all, options, join), hasParts: all.some(isPart) };
}

/** Groups by the id of their schedule. A row that belongs to no schedule is a group of its own. */
type Groups = Map<string | null | PlacedRow, Group>;

const ownCells: JoinCells = (schedule) => schedule?.row ?? { cells: [] };

/** Makes each request on demand, and takes its group from the list: all requests together are as large as the file. */
async function* finishEach(groups: Group[], options: ScheduleDraftOptions, join: JoinCells): AsyncGenerator<Draft> {
  groups.reverse();
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    for (const finding of findDisagreements(group, options.preset)) group.findings.push(finding);
    yield finishGroup(group, options, join);
  }
}

interface RowRole {
  /** Whether a row is a schedule with a candidate, or a schedule whose candidates have a table of their own. */
  readonly role: 'both' | 'schedule';
  readonly options: ScheduleDraftOptions;
}

/** Adds a row of the table of schedules. */
function addRow(groups: Groups, read: ReadRow, { role, options }: RowRole): void {
  const place = placeOf(read);
  // Without a column of ids, which is reported once, schedules are no repeats of each other.
  const hasId = role === 'both' || hasIds(read.columns, options);
  const group = enter(groups, read, place, { id: hasId ? groupId(read, options) : place });
  if (hasNoSchedule(read)) return;
  if (role === 'schedule' && group.places.length > 1) reportRepeat(group, place);
  if (!addRowFindings(group, read, place)) return;
  group.wasRead = true;
  addScheduleValues(group, read, place);
  if (role === 'both') addCandidate(group, read, place, { mayLack: true });
}

/** Adds a row of the table of candidates. Those whose schedule has no row are one record for each id that they name. */
function addCandidateRow(groups: Groups, read: ReadRow, unknown: (id: string | null) => OrphanFault): void {
  const place = placeOf(read);
  const id = textOrNull(recordOf(read, scheduleResource)['ScheduleExtId']);
  const group = enter(groups, read, place, { id, isOrphan: true });
  if (hasNoSchedule(read)) return;
  // A row that is no record, such as a total, names no schedule.
  if (group.isOrphan && read.rowFault === undefined) {
    const named = read.said.find(({ column }) => column.name === 'ScheduleExtId');
    const { rule, message, suggestion = null } = named?.problems[0] ?? unknown(id);
    group.findings.push(rowFinding(place, rule, { key: id, message, suggestion }, ['ScheduleExtId']));
  }
  if (addRowFindings(group, read, place)) addCandidate(group, read, place);
  else group.unreadCandidates.push(place);
}

/** Whether a row belongs to no schedule, even if it names one: it seems to contain other rows, or is not a record. */
function hasNoSchedule({ isSwallowing, dropped }: ReadRow): boolean {
  return isSwallowing || dropped !== undefined;
}

/** Whether schedules have ids. */
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

/** Returns the group of a row, which is new if the row has no schedule or an id that no group has. */
function enter(
  groups: Groups,
  read: ReadRow,
  place: PlacedRow,
  { id, isOrphan = false }: { readonly id: string | null | PlacedRow; readonly isOrphan?: boolean },
): Group {
  const { isSwallowing, swallowFinding, dropped } = read;
  const isLone = hasNoSchedule(read);
  const key = isLone ? place : id;
  const known = groups.get(key);
  // Candidates join the rows of schedules, and only those without a schedule are the rows of their group.
  if (known !== undefined && known.isOrphan === isOrphan) known.places.push(place);
  const named = typeof key === 'string' ? key : null;
  const group = known ?? createGroup(named, place, { isOrphan, isSwallowing, isDropped: dropped !== undefined });
  groups.set(key, group);
  group.findings.push(...[swallowFinding, isLone ? dropped : undefined].filter((finding) => finding !== undefined));
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

interface OrphanFault {
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** Returns the fault of a row by its ScheduleExtId. `alike` has the ids of the table of schedules, which `source` names. */
function orphanFault(id: string | null, alike: ReadonlyMap<string, readonly string[]>, source: string): OrphanFault {
  if (id === null) return NO_SCHEDULE;
  const likely = alike.get(foldId(id)) ?? [];
  const same = likely.filter((known) => known.trim() === id.trim());
  const [known, ...others] = same.length > 0 ? same : likely;
  const isSure = known !== undefined && others.length === 0;
  return {
    rule: 'candidate.schedule-ext-id.unknown',
    message: `No schedule of ${source} has the ScheduleExtId ${JSON.stringify(id)}`,
    suggestion: isSure
      ? `write ${JSON.stringify(known)}`
      : `write the id of a schedule of ${source}, or add its row there`,
  };
}

const NO_SCHEDULE: OrphanFault = {
  rule: 'candidate.schedule-ext-id.required',
  message: 'ScheduleExtId is required to join the candidate with a schedule',
  suggestion: 'write the ScheduleExtId of its schedule',
};

/** Ids that are equal in this form differ by case, white space, dashes or leading zeros. */
function foldId(id: string): string {
  return foldName(id).replace(/(?<!\d)0+(?=\d)/g, '');
}
