/** Makes drafts of schedule requests: from JSON, from flat rows, or from schedules joined with their candidates. */
import { isObject, textOrNull } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import { UsageError } from '../../errors.ts';
import type { Draft, DraftSource } from '../../model/draft.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { type ColumnField, fieldsOf } from '../column-field.ts';
import type { Input, JsonRecord, RecordsInput, TableInput } from '../port.ts';
import { type ColumnRules, matchColumns, type TableDrafts } from '../table/header/match-columns.ts';
import { fileFindings, jsonOrigin, tableLayout } from '../table/origin.ts';
import { readRecord } from '../table/record-drafts.ts';
import { groupRows, type ScheduleDraftOptions } from './groups.ts';
import { joinedHeader } from './joined-list.ts';
import { applyDefaults, applyPreset, findOverridden, type SchedulePreset } from './preset.ts';

export async function draftSchedules(input: Input, options: ScheduleDraftOptions): Promise<TableDrafts> {
  if (input.kind !== 'table') {
    if (options.candidates) {
      throw new UsageError(`--candidates joins two tables, but ${input.file} is JSON`, {
        hint: 'Give the schedules as a table too, or leave out --candidates: a request in JSON has its candidates.',
      });
    }
    return draftRequests(input, options);
  }
  return options.candidates === undefined ? draftFlat(input, options) : draftJoined(input, options.candidates, options);
}

function draftRequests(input: RecordsInput, options: ScheduleDraftOptions): DraftSource {
  async function* drafts(): AsyncGenerator<Draft> {
    for await (const record of input.records) yield draftRequest(record, options);
  }
  return {
    findings: fileFindings(input),
    layout: { format: 'records' },
    lineCounts: [input.lineCounts],
    drafts: drafts(),
  };
}

function draftRequest(record: JsonRecord, options: ScheduleDraftOptions): Draft {
  const { value, problems, fixes } = readRecord(scheduleRequestResource, record, options);
  const request = isObject(value) ? applyPreset(applyDefaults(value, options.defaults), options.preset) : value;
  const key = textOrNull(ownValue(ownValue(request, 'Schedule'), 'ScheduleExtId'));
  const warnings = findOverridden(value, options.preset);
  return { key, request, problems, warnings, fixes, ...jsonOrigin(record) };
}

async function draftFlat(input: TableInput, options: ScheduleDraftOptions): Promise<TableDrafts> {
  const columns = matchColumns(input, flatColumns(options));
  const table = { input, columns };
  const { findings, missing } = columns;
  const { drafts } = await groupRows(table, options);
  return { findings, missing, layout: tableLayout(input), lineCounts: [input.lineCounts], drafts, tables: [table] };
}

type ColumnOptions = Pick<ScheduleDraftOptions, 'preset' | 'mapping' | 'described' | 'ignore' | 'defaults'>;

/** Returns the columns of a table in which each row has a candidate and its schedule. */
export function flatColumns(options: ColumnOptions): ColumnRules {
  return {
    ...rulesOf(options),
    known: [...SCHEDULE_COLUMNS, ...CANDIDATE_COLUMNS],
    required: [...requiredBeyond(options.preset), ...requiredOf(CANDIDATE_COLUMNS)],
  };
}

function rulesOf({ mapping, described, ignore, defaults }: ColumnOptions): Omit<ColumnRules, 'known' | 'required'> {
  return { mapping, described, ignore, defaults };
}

async function draftJoined(input: TableInput, candidates: Input, options: ScheduleDraftOptions): Promise<TableDrafts> {
  const columns = matchColumns(input, {
    ...rulesOf(options),
    known: SCHEDULE_COLUMNS,
    elsewhere: CANDIDATE_COLUMNS,
    required: [...requiredBeyond(options.preset), EXT_ID_COLUMN],
  });
  if (candidates.kind !== 'table') {
    throw new UsageError(`--candidates must be a table (a CSV file or a workbook), but ${candidates.file} is JSON`);
  }
  const ofCandidates = matchColumns(candidates, {
    ...rulesOf({ ...options, described: options.describedCandidates ?? options.described }),
    known: [EXT_ID_COLUMN, ...CANDIDATE_COLUMNS],
    elsewhere: SCHEDULE_COLUMNS,
    required: [EXT_ID_COLUMN, ...requiredOf(CANDIDATE_COLUMNS)],
  });
  const tables = [
    { input, columns },
    { input: candidates, columns: ofCandidates },
  ] as const;
  const { drafts, hasParts } = await groupRows(tables[0], options, tables[1]);
  return {
    findings: [...columns.findings, ...ofCandidates.findings],
    missing: [...columns.missing, ...ofCandidates.missing],
    layout: {
      ...tableLayout(input),
      header: joinedHeader(columns, ofCandidates),
      // A joined row has cells of two sheets, so no sheet can be copied with the rejects marked in it.
      sheet: undefined,
      isOfSeveral: input.file !== candidates.file,
      // A mapping for candidates cannot read the list of both.
      hasParts: hasParts || options.describedCandidates !== undefined,
    },
    lineCounts: [input.lineCounts, candidates.lineCounts],
    tables,
    drafts,
  };
}

/** The fields beside the schedule and the list of candidates. */
const REQUEST_COLUMNS = fieldsOf(scheduleRequestResource).filter(
  ({ name }) => name === 'Workflow' || name === 'Upsert',
);
const SCHEDULE_COLUMNS = [...REQUEST_COLUMNS, ...fieldsOf(scheduleResource)];
const CANDIDATE_COLUMNS = fieldsOf(candidateResource);
const EXT_ID_COLUMN: ColumnField = {
  resource: scheduleResource,
  name: 'ScheduleExtId',
  field: { ...scheduleResource.fields.ScheduleExtId, required: true },
};

function requiredOf(columns: readonly ColumnField[]): ColumnField[] {
  return columns.filter(({ field }) => field.required);
}

function requiredBeyond(preset: SchedulePreset): ColumnField[] {
  return requiredOf(SCHEDULE_COLUMNS).filter(({ name }) => !Object.hasOwn(preset.Schedule, name));
}
