/** The check of tables in which each row has a candidate and repeats the schedule. */

import { ownValue } from '../../../base/own-value.ts';
import type { TableRow } from '../../../input/port.ts';
import { flatColumns } from '../../../input/schedules/drafts.ts';
import { draftGroup, groupId, isApart, type ScheduleDraftOptions } from '../../../input/schedules/groups.ts';
import { keyOfId } from '../../../input/schedules/runs.ts';
import { fieldsOf } from '../../../input/table/column-field.ts';
import { type Columns, matchColumns } from '../../../input/table/columns.ts';
import { readRow } from '../../../input/table/rows.ts';
import type { ListField } from '../../../platform/fields/field.ts';
import { checkCandidateRules, expectedWorkflow } from '../../../platform/requests.ts';
import { candidateResource, scheduleRequestResource } from '../../../platform/resources/schedule.ts';
import { checkAlikeCandidates } from '../../check/alike-ids.ts';
import { checkDraft } from '../../check/check-draft.ts';
import type { KindChecks } from '../../check/validate.ts';
import { createCleanCells } from './clean-cells.ts';
import { type CheckedRecord, CLEAN, type RecordRows, type RowCheck, type TableHead } from './piece-check.ts';
import { packable } from './valid-records.ts';

type Rows = RecordRows['rows'];

/** All rows of a schedule follow each other. */
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
    group: (take) => {
      let run: Run = { key: '', groups: new Map(), others: [] };
      const finishRun = () => {
        const { groups, others } = run;
        for (const group of groups.values()) take({ rows: group.rows, check: () => checkCleanGroup(group) });
        for (const row of others) take({ rows: [row], check: () => undefined });
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
        else enter(run, id, row, values && candidateOf?.(values));
      };
      return { add, end: finishRun };
    },
  };
}

/** Rows whose ids differ by nothing but characters that ids do not have. */
interface Run {
  readonly key: string;
  readonly groups: Map<string, RunGroup>;
  /** Rows that seem to hold other rows, or are left out: they belong to no schedule. */
  readonly others: TableRow[];
}

interface RunGroup {
  readonly rows: [TableRow, ...TableRow[]];
  /** Those of all rows, as long as each row is clean. */
  candidates: object[] | undefined;
}

function idOfRow(columns: Columns, row: TableRow, options: ScheduleDraftOptions): string | undefined {
  const read = readRow(columns, row, options);
  return isApart(read) ? undefined : groupId(read.values, options);
}

function enter({ groups }: Run, id: string, row: TableRow, candidate: object | undefined): void {
  const group = groups.get(id);
  if (group === undefined) groups.set(id, { rows: [row], candidates: candidate && [candidate] });
  else {
    group.rows.push(row);
    if (candidate === undefined) group.candidates = undefined;
    else group.candidates?.push(candidate);
  }
}

/**
 * Rows whose cells are valid make a valid schedule if their first one does, if they say the same of the schedule, and
 * if their candidates are different ones.
 */
function createCleanGroupCheck(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: ScheduleDraftOptions,
): (group: RunGroup) => CheckedRecord | undefined {
  const common = columns.fields.flatMap((column, index) =>
    column !== undefined && column.resource !== candidateResource ? [index] : [],
  );
  const saysTheSame = ({ cells }: TableRow, first: TableRow) => common.every((at) => cells[at] === first.cells[at]);
  return ({ rows, candidates: Candidates }) => {
    const [first] = rows;
    if (Candidates === undefined || !rows.every((row) => saysTheSame(row, first))) return undefined;
    const draft = draftGroup(columns, options, [first]);
    const { findings, request } = checkDraft(draft, checks, NONE);
    if (findings.length > 0 || request === undefined) return undefined;
    const workflow = expectedWorkflow(draft.request);
    if (Candidates.some((candidate) => checkCandidateRules(candidate, [], workflow).length > 0)) return undefined;
    const ids = new Set(Candidates.map((candidate) => ownValue(candidate, 'CandidateExtId')));
    if (ids.size < rows.length || rows.length > MOST) return undefined;
    const compared = { ...request, Candidates };
    if (checkAlikeCandidates({ ...draft, request: compared }).length > 0) return undefined;
    // A row need not name a candidate.
    const whole = () => packable({ ...request, Candidates: Candidates.filter((one) => Object.keys(one).length > 0) });
    return { key: draft.key, request: compared, locate: ([, index]) => rows[Number(index)] ?? first, whole, ...CLEAN };
  };
}

const NONE: ReadonlySet<string> = new Set();
const CANDIDATES: ListField = scheduleRequestResource.fields.Candidates;
const MOST = CANDIDATES.max ?? Number.POSITIVE_INFINITY;
