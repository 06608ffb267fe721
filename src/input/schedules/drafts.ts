/** Drafts of schedule requests: from JSON requests, from flat rows, or from schedules joined with their candidates. */
import { ownValue } from '../../base/own-value.ts';
import { candidateResource, scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { UsageError } from '../../errors.ts';
import { type ColumnField, fieldsOf } from '../table/column-field.ts';
import { matchColumns } from '../table/columns.ts';
import { convertRecord } from '../values/convert.ts';
import type { Draft, DraftSource, SourceLayout } from '../../bulk/model/draft.ts';
import type { TableInput, Input, RecordsInput, JsonRecord } from '../port.ts';
import { jsonOrigin, textOrNull, withoutOwnKeys } from '../table/record-drafts.ts';
import { listOf } from '../table/typed-draft.ts';
import { groupRows, joinedColumns, type MatchedTable, type ScheduleDraftOptions } from './groups.ts';
import { applyPreset, findOverridden, isRecord, type SchedulePreset } from './preset.ts';

export async function draftSchedules(input: Input, options: ScheduleDraftOptions): Promise<DraftSource> {
  if (input.kind !== 'table') {
    if (options.candidates) throw new UsageError(`--candidates joins two tables, but ${input.file} is JSON`);
    return draftRequests(input, options);
  }
  return options.candidates === undefined ? draftFlat(input, options) : draftJoined(input, options.candidates, options);
}

function draftRequests(input: RecordsInput, options: ScheduleDraftOptions): DraftSource {
  return { findings: [], layout: { format: 'json' }, accounts: [input.account], drafts: readRequests(input, options) };
}

async function* readRequests(input: RecordsInput, options: ScheduleDraftOptions): AsyncGenerator<Draft> {
  for await (const record of input.records) yield draftRequest(record, options);
}

function draftRequest(record: JsonRecord, options: ScheduleDraftOptions): Draft {
  const { value, problems } = convertRecord(scheduleRequestResource, withoutOwnKeys(record.value), [], options);
  const request = isRecord(value) ? applyPreset(value, options.preset) : value;
  const key = textOrNull(ownValue(ownValue(request, 'Schedule'), 'ScheduleExtId'));
  return { key, request, problems, warnings: findOverridden(value, options.preset), ...jsonOrigin(record) };
}

async function draftFlat(input: TableInput, options: ScheduleDraftOptions): Promise<DraftSource> {
  const columns = matchColumns(input, {
    known: [...SCHEDULE_COLUMNS, ...CANDIDATE_COLUMNS],
    required: [...missingFrom(options.preset), ...requiredOf(CANDIDATE_COLUMNS)],
    mapping: options.mapping,
  });
  const drafts = await groupRows({ input, columns }, options);
  const { findings, missing } = columns;
  return { findings, missing, layout: layoutOf(input), accounts: [input.account], drafts: listOf(drafts) };
}

async function draftJoined(input: TableInput, candidates: Input, options: ScheduleDraftOptions): Promise<DraftSource> {
  const columns = matchColumns(input, {
    known: SCHEDULE_COLUMNS,
    required: [...missingFrom(options.preset), EXT_ID_COLUMN],
    mapping: options.mapping,
  });
  if (candidates.kind !== 'table') {
    throw new UsageError(`--candidates must be a CSV file, but ${candidates.file} is JSON`);
  }
  const part = readCandidates(candidates, options);
  const drafts = await groupRows({ input, columns }, options, part);
  const header = [...input.header.names, ...joinedColumns(part).map((index) => candidates.header.names[index] ?? '')];
  return {
    findings: [...columns.findings, ...part.columns.findings],
    missing: [...columns.missing, ...part.columns.missing],
    layout: { ...layoutOf(input), header },
    accounts: [input.account, candidates.account],
    drafts: listOf(drafts),
  };
}

function readCandidates(input: TableInput, options: ScheduleDraftOptions): MatchedTable {
  const columns = matchColumns(input, {
    known: [EXT_ID_COLUMN, ...CANDIDATE_COLUMNS],
    required: [EXT_ID_COLUMN, ...requiredOf(CANDIDATE_COLUMNS)],
    mapping: options.mapping,
  });
  return { input, columns };
}

const TOP_COLUMNS = fieldsOf(scheduleRequestResource).filter(({ name }) => name === 'Workflow' || name === 'Upsert');
const SCHEDULE_COLUMNS = [...TOP_COLUMNS, ...fieldsOf(scheduleResource)];
const CANDIDATE_COLUMNS = fieldsOf(candidateResource);
const EXT_ID_COLUMN: ColumnField = {
  resource: scheduleResource,
  name: 'ScheduleExtId',
  field: { ...scheduleResource.fields.ScheduleExtId, required: true },
};

function requiredOf(columns: readonly ColumnField[]): ColumnField[] {
  return columns.filter(({ field }) => field.required);
}

function missingFrom(preset: SchedulePreset): ColumnField[] {
  return requiredOf(SCHEDULE_COLUMNS).filter(({ name }) => !Object.hasOwn(preset.Schedule, name));
}

function layoutOf({ header, delimiter }: TableInput): Extract<SourceLayout, { format: 'csv' }> {
  return { format: 'csv', header: header.names, delimiter };
}
