/** Groups rows into schedule requests: flat rows by the schedule that they repeat, or candidates by the id they name. */
import { candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import type { Columns } from '../table/columns.ts';
import type { Draft } from '../../bulk/model/draft.ts';
import { type Finding, isError } from '../../bulk/model/finding.ts';
import type { Problem } from '../../platform/problem.ts';
import { filledRows } from '../table/filled-rows.ts';
import type { CsvInput } from '../port.ts';
import { textOrNull } from '../table/record-drafts.ts';
import { collectValues, locateCell, type RowValue, readRow, rowFinding } from '../table/row-values.ts';
import { checkWidth } from '../table/row-width.ts';
import type { ScheduleDraftOptions } from './draft-options.ts';
import { findDisagreements } from './disagreements.ts';
import {
  addCandidate,
  addScheduleValues,
  createGroup,
  finishGroup,
  type Group,
  type JoinCells,
  type Place,
  pathIn,
} from './group.ts';
import { joinCells } from '../table/joined-cells.ts';
import { findSwallowed } from '../csv/swallowed-rows.ts';
import { idOf } from './preset.ts';

/** A file of candidates that stand apart from their schedules. */
export interface CandidatePart {
  readonly input: CsvInput;
  readonly columns: Columns;
}

interface GroupingInput {
  readonly input: CsvInput;
  readonly columns: Columns;
  readonly options: ScheduleDraftOptions;
  readonly candidates?: CandidatePart | undefined;
}

/** The requests in the order in which their schedules first appear. Holds the whole file: rows come in any order. */
export async function groupRows({ input, columns, options, candidates }: GroupingInput): Promise<Draft[]> {
  const groups = new Map<string, Group>();
  const swallowing: Group[] = [];
  for await (const row of filledRows(input, columns)) {
    const place = { columns, row };
    const swallowed = findSwallowed(columns, row);
    if (swallowed !== undefined && isError(swallowed)) {
      swallowing.push(createSwallowing(place, swallowed));
      continue;
    }
    const values = readRow(columns, row, ({ name }) => [name], options);
    const group = enter(groups, groupId(values, options), place);
    if (swallowed !== undefined) group.findings.push(swallowed);
    if (candidates !== undefined && group.places.length > 1) reportRepeat(group, place);
    take(group, place, options, (own) => {
      group.wasRead = true;
      addScheduleValues(group, own, place);
      if (candidates === undefined) addCandidate(group, own, place, { mayLack: true });
    });
  }
  const orphans = candidates === undefined ? [] : await joinCandidates(groups, candidates, options);
  const join = createJoin(columns, candidates);
  for (const group of groups.values()) {
    for (const finding of findDisagreements(group)) group.findings.push(finding);
  }
  return [...groups.values(), ...swallowing, ...orphans].map((group) => finishGroup(group, options.preset, join));
}

/** Positions of the candidates' columns that a joined row adds to the schedule's. */
export function joinedColumns({ columns }: CandidatePart): number[] {
  return columns.fields.flatMap((column, index) => (column?.resource === candidateResource ? [index] : []));
}

function groupId(values: readonly RowValue[], { preset }: ScheduleDraftOptions): string {
  return String(idOf({ ...collectValues(values, scheduleResource), ...preset.Schedule }));
}

function enter(groups: Map<string, Group>, id: string, place: Place): Group {
  const known = groups.get(id);
  known?.places.push(place);
  const group = known ?? createGroup(id, place);
  groups.set(id, group);
  return group;
}

/** Reads a row into its group, unless it has the wrong number of cells; tells whether it was read. */
function take(group: Group, place: Place, options: ScheduleDraftOptions, use: (values: RowValue[]) => void): boolean {
  const width = checkWidth(place.columns, place.row, group.id);
  if (width !== undefined) {
    group.findings.push(width);
    group.unread.add(place);
  } else use(readRow(place.columns, place.row, (column) => pathIn(group, column), options));
  return width === undefined;
}

async function joinCandidates(
  groups: ReadonlyMap<string, Group>,
  { input, columns }: CandidatePart,
  options: ScheduleDraftOptions,
): Promise<Group[]> {
  const orphans: Group[] = [];
  for await (const row of filledRows(input, columns)) {
    const place = { columns, row };
    const swallowed = findSwallowed(columns, row);
    if (swallowed !== undefined && isError(swallowed)) {
      orphans.push(createSwallowing(place, swallowed, { isOrphan: true }));
      continue;
    }
    const values = readRow(columns, row, ({ name }) => [name], options);
    const named = values.find(({ column }) => column.name === 'ScheduleExtId');
    const id = textOrNull(named?.value);
    const group = (id === null ? undefined : groups.get(id)) ?? createOrphan(orphans, id, place, named?.problems);
    if (swallowed !== undefined) group.findings.push(swallowed);
    const isRead = take(group, place, options, (own) => addCandidate(group, own, place));
    if (!isRead && group.places[0] !== place) group.misfits.push(place);
  }
  return orphans;
}

/** A row that seems to hold other rows belongs to no schedule that it names. */
function createSwallowing(place: Place, finding: Finding, { isOrphan = false } = {}): Group {
  const group = createGroup(null, place, { isOrphan, isSwallowing: true });
  group.findings.push(finding);
  return group;
}

function createOrphan(orphans: Group[], id: string | null, place: Place, [fault]: readonly Problem[] = []): Group {
  const group = createGroup(id, place, { isOrphan: true });
  const { rule, message } =
    fault ??
    (id === null
      ? {
          rule: 'candidate.schedule-ext-id.required',
          message: 'ScheduleExtId is required to join the candidate with a schedule',
        }
      : {
          rule: 'candidate.schedule-ext-id.unknown',
          message: `No schedule of the other file has the ScheduleExtId ${id}`,
        });
  const where = locateCell(place.columns, place.row, 'ScheduleExtId');
  group.findings.push({ ...rowFinding(place.row, 'error', rule), ...where, key: id, message });
  orphans.push(group);
  return group;
}

/** In a file of schedules each row is one: an id that comes again would be two schedules in one. */
function reportRepeat({ id, places: [first], findings }: Group, { columns, row }: Place): void {
  findings.push({
    ...rowFinding(row, 'error', 'schedule.schedule-ext-id.repeated'),
    ...locateCell(columns, row, 'ScheduleExtId'),
    key: id,
    message: `ScheduleExtId is the same as in line ${first.row.line}`,
    suggestion: 'give each schedule an id of its own',
  });
}

/** A candidate without a schedule keeps at least the id that it names. */
function createJoin(columns: Columns, part: CandidatePart | undefined): JoinCells {
  if (part === undefined) return (schedule) => schedule?.row.cells ?? [];
  const positions = joinedColumns(part);
  const idPosition = part.columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  return (schedule, candidate) => {
    const id = candidate?.row.cells[idPosition] ?? '';
    const blank = columns.fields.map((column) => (column?.name === 'ScheduleExtId' ? id : ''));
    const nobody = part.columns.header.map(() => '');
    return joinCells(
      { cells: schedule?.row.cells ?? blank, width: columns.header.length },
      { cells: candidate?.row.cells ?? nobody, width: part.columns.header.length },
      positions,
    );
  };
}
