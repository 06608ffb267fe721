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
import type { CleanRecord, RecordRows, RowCheck, TableHead } from './piece-check.ts';

type Rows = RecordRows['rows'];

/** All rows of a schedule follow each other. */
export function createScheduleCheck(
  checks: KindChecks<unknown>,
  table: TableHead,
  options: ScheduleDraftOptions,
): RowCheck {
  const rules = flatColumns(options);
  const columns = matchColumns(table, rules);
  const crossChecks = checks.createRepeatChecks();
  const clean = createCleanCells(columns, rules.required, options);
  const draftOf = (rows: Rows) => draftGroup(columns, options, rows);
  const readCandidate = clean?.readerOf(fieldsOf(candidateResource)) ?? (() => ({}));
  const cleanOf = createGroupTest(columns, checks, options, readCandidate);
  const position = columns.fields.findIndex((column) => column?.name === 'ScheduleExtId');
  return {
    columns,
    checks,
    crossChecks,
    draftOf,
    group: function* (rows) {
      let run: Run = { key: '', groups: new Map(), others: [] };
      for (const row of rows) {
        const isValid = row.lines === 1 && clean?.isClean(row.cells) === true;
        const id = isValid ? idOf(row.cells[position] ?? '', options) : idOfRow(columns, row, options);
        const key = id === undefined ? run.key : keyOfId(id);
        if (key !== run.key) {
          yield* finishRun(run, cleanOf);
          run = { key, groups: new Map(), others: [] };
        }
        if (id === undefined) run.others.push(row);
        else enter(run, id, row, isValid);
      }
      yield* finishRun(run, cleanOf);
    },
  };
}

/** Rows whose ids differ by nothing but characters that ids do not have. */
interface Run {
  readonly key: string;
  readonly groups: Map<string, { rows: [TableRow, ...TableRow[]]; isValid: boolean }>;
  /** Rows that seem to hold other rows, or are left out: they belong to no schedule. */
  readonly others: TableRow[];
}

function idOf(cell: string, { fix }: ScheduleDraftOptions): string {
  return fix ? cell.trim() : cell;
}

function idOfRow(columns: Columns, row: TableRow, options: ScheduleDraftOptions): string | undefined {
  const read = readRow(columns, row, options);
  return isApart(read) ? undefined : groupId(read.values, options);
}

function enter({ groups }: Run, id: string, row: TableRow, isValid: boolean): void {
  const group = groups.get(id);
  if (group === undefined) groups.set(id, { rows: [row], isValid });
  else {
    group.rows.push(row);
    group.isValid &&= isValid;
  }
}

function* finishRun({ groups, others }: Run, cleanOf: (rows: Rows) => CleanRecord | undefined): Generator<RecordRows> {
  for (const { rows, isValid } of groups.values()) yield { rows, clean: () => (isValid ? cleanOf(rows) : undefined) };
  for (const row of others) yield { rows: [row], clean: () => undefined };
}

/**
 * Rows whose cells are valid make a valid schedule if their first one does, if they say the same of the schedule, and
 * if their candidates are different ones.
 */
function createGroupTest(
  columns: Columns,
  checks: KindChecks<unknown>,
  options: ScheduleDraftOptions,
  readCandidate: (cells: readonly string[]) => object,
): (rows: Rows) => CleanRecord | undefined {
  const common = columns.fields.flatMap((column, index) =>
    column !== undefined && column.resource !== candidateResource ? [index] : [],
  );
  const saysTheSame = ({ cells }: TableRow, first: TableRow) => common.every((at) => cells[at] === first.cells[at]);
  return (rows) => {
    const [first] = rows;
    if (!rows.every((row) => saysTheSame(row, first))) return undefined;
    const draft = draftGroup(columns, options, [first]);
    const { findings, request } = checkDraft(draft, checks, NONE);
    if (findings.length > 0 || request === undefined) return undefined;
    const workflow = expectedWorkflow(draft.request);
    const Candidates = rows.map(({ cells }) => readCandidate(cells));
    if (Candidates.some((candidate) => checkCandidateRules(candidate, [], workflow).length > 0)) return undefined;
    const ids = new Set(Candidates.map((candidate) => ownValue(candidate, 'CandidateExtId')));
    if (ids.size < rows.length || rows.length > MOST) return undefined;
    const compared = { ...request, Candidates };
    if (checkAlikeCandidates({ ...draft, request: compared }).length > 0) return undefined;
    // A row need not name a candidate.
    const whole = () => ({ ...request, Candidates: Candidates.filter((one) => Object.keys(one).length > 0) });
    return { key: draft.key, request: compared, locate: ([, index]) => rows[Number(index)] ?? first, whole };
  };
}

const NONE: ReadonlySet<string> = new Set();
const CANDIDATES: ListField = scheduleRequestResource.fields.Candidates;
const MOST = CANDIDATES.max ?? Number.POSITIVE_INFINITY;
