/** Checks tables in which each row has a candidate and repeats the schedule. */

import { ownValue } from '../../base/own-value.ts';
import type { TableRow } from '../../input/port.ts';
import { flatColumns } from '../../input/schedules/drafts.ts';
import { draftGroup, groupId, hasNoSchedule, type ScheduleDraftOptions } from '../../input/schedules/groups.ts';
import { keyOfId } from '../../input/schedules/row-blocks.ts';
import { fieldsOf } from '../../input/table/column-field.ts';
import { type Columns, matchColumns } from '../../input/table/header/match-columns.ts';
import { readRow } from '../../input/table/rows.ts';
import type { ListField } from '../../platform/fields/field.ts';
import { checkCandidateRules, expectedWorkflow } from '../../platform/request-rules.ts';
import { candidateResource, scheduleRequestResource } from '../../platform/resources/schedule.ts';
import { checkDraft } from '../check/check-draft.ts';
import { checkAlikeCandidates } from '../check/repeats/alike-ids.ts';
import type { KindChecks } from '../check/validate.ts';
import { createCleanCells } from './clean-cells.ts';
import { type CheckedRecord, NO_FINDINGS, type RecordRows, type RowCheck, type TableHead } from './piece-check.ts';
import { packable } from './valid-records.ts';

type Rows = RecordRows['rows'];

/** Creates the check. All rows of a schedule must follow each other. */
export function createScheduleCheck(
  checks: KindChecks<unknown>,
  table: TableHead,
  options: ScheduleDraftOptions,
): RowCheck {
  const rules = flatColumns(options);
  const columns = matchColumns(table, rules);
  const crossChecks = checks.createCrossChecks();
  const clean = createCleanCells(columns, rules.required, options);
  const draftOf = (rows: Rows) => draftGroup(columns, options, rows);
  const candidateOf = clean?.recordOf(fieldsOf(candidateResource));
  const checkCleanGroup = createCleanGroupCheck(columns, checks, options);
  const position = columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  return {
    columns,
    checks,
    crossChecks,
    draftOf,
    group: (onRecord) => {
      let run: IdRun = { key: '', groups: new Map(), others: [] };
      const finishRun = () => {
        const { groups, others } = run;
        for (const group of groups.values()) onRecord({ rows: group.rows, check: () => checkCleanGroup(group) });
        for (const row of others) onRecord({ rows: [row], check: () => undefined });
      };
      const add = (row: TableRow) => {
        const values = clean?.read(row);
        const id = values === undefined ? idOfRow(columns, row, options) : String(values[position] ?? '');
        const key = id === undefined ? run.key : keyOfId(id);
        if (key !== run.key) {
          finishRun();
          run = { key, groups: new Map(), others: [] };
        }
        if (id === undefined) run.others.push(row);
        else addToGroup(run, id, row, values && candidateOf?.(values));
      };
      return { add, end: finishRun };
    },
  };
}

/** Consecutive rows whose ids differ only in characters that ids do not have. They may be several schedules. */
interface IdRun {
  readonly key: string;
  readonly groups: Map<string, RunGroup>;
  /** Rows without a schedule: they seem to contain other rows, or are left out. */
  readonly others: TableRow[];
}

/** The rows of one schedule. */
interface RunGroup {
  readonly rows: [TableRow, ...TableRow[]];
  /** The candidates of all rows; `undefined` once a row is not clean. */
  candidates: object[] | undefined;
}

function idOfRow(columns: Columns, row: TableRow, options: ScheduleDraftOptions): string | undefined {
  const read = readRow(columns, row, options);
  return hasNoSchedule(read) ? undefined : groupId(read.values, options);
}

function addToGroup({ groups }: IdRun, id: string, row: TableRow, candidate: object | undefined): void {
  const group = groups.get(id);
  if (group === undefined) groups.set(id, { rows: [row], candidates: candidate && [candidate] });
  else {
    group.rows.push(row);
    if (candidate === undefined) group.candidates = undefined;
    else group.candidates?.push(candidate);
  }
}

/**
 * Returns a function that checks the rows of one schedule, and returns the record if it is valid without any finding. Rows
 * with valid cells are such a record if the first row makes a valid schedule, all rows repeat its cells, and all
 * candidates differ.
 */
function createCleanGroupCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: ScheduleDraftOptions,
): (group: RunGroup) => CheckedRecord | undefined {
  const scheduleColumns = columns.fields.flatMap((column, index) =>
    column !== undefined && column.resource !== candidateResource ? [index] : [],
  );
  const repeatsSchedule = ({ cells }: TableRow, first: TableRow) =>
    scheduleColumns.every((at) => cells[at] === first.cells[at]);
  return ({ rows, candidates: Candidates }) => {
    const [first] = rows;
    if (Candidates === undefined || !rows.every((row) => repeatsSchedule(row, first))) return undefined;
    const draft = draftGroup(columns, options, [first]);
    const { findings, request } = checkDraft(draft, checks, NONE);
    if (findings.length > 0 || request === undefined) return undefined;
    const workflow = expectedWorkflow(draft.request);
    if (Candidates.some((candidate) => checkCandidateRules(candidate, [], workflow).length > 0)) return undefined;
    const ids = new Set(Candidates.map((candidate) => ownValue(candidate, 'CandidateExtId')));
    if (ids.size < rows.length || rows.length > MAX_CANDIDATES) return undefined;
    const compared = { ...request, Candidates };
    if (checkAlikeCandidates({ ...draft, request: compared }).length > 0) return undefined;
    // A row may have no candidate.
    const toPack = () => packable({ ...request, Candidates: Candidates.filter((one) => Object.keys(one).length > 0) });
    return {
      key: draft.key,
      request: compared,
      locate: ([, index]) => rows[Number(index)] ?? first,
      toPack,
      ...NO_FINDINGS,
    };
  };
}

const NONE: ReadonlySet<string> = new Set();
const CANDIDATES: ListField = scheduleRequestResource.fields.Candidates;
const MAX_CANDIDATES = CANDIDATES.max ?? Number.POSITIVE_INFINITY;
