/** Drafts of files in which each record is one request: users, candidates, collections, invigilators. */
import { kebabCase, type Resource } from '../../platform/fields/field.ts';
import { REASON_COLUMNS } from '../../bulk/model/reject-columns.ts';
import { ownValue } from '../../base/own-value.ts';
import { formatPath, type Path, type Problem, problem } from '../../platform/problem.ts';
import { type ColumnRules, matchColumns } from './columns.ts';
import { convertRecord } from '../values/convert.ts';
import type { Draft, DraftSource, SourceRow } from '../../bulk/model/draft.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import type { Input, JsonRecord, ReadRecord, RecordsInput, TableInput } from '../port.ts';
import { collectRecord, locateCell, type RowValue } from './row-values.ts';
import { type ReadRow, readRows } from './rows.ts';

export interface RecordDraftOptions extends ConversionOptions {
  /** What a record is. */
  readonly resource: Resource;
  /** The fields that a record is known by; together where there are several. */
  readonly keyFields: readonly string[];
  /** Values for every record. A record with another value is wrong. */
  readonly preset: Readonly<Record<string, unknown>>;
  readonly columns: ColumnRules;
  /** Defaults for a record. */
  readonly withId?: ((request: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

/** Streams: a draft is made when it is asked for, and nothing is kept of it here. */
export function draftRecords(input: Input, options: RecordDraftOptions): DraftSource {
  return input.kind === 'table' ? draftRows(input, options) : draftJson(input, options);
}

function draftRows(input: TableInput, options: RecordDraftOptions): DraftSource {
  const columns = matchColumns(input, options.columns);
  return {
    findings: columns.findings,
    missing: columns.missing,
    layout: { format: 'csv', header: input.header.names, delimiter: input.delimiter },
    accounts: [input.account],
    drafts: mapAsync(readRows(input, columns, options), (row) => draftRow(row, options)),
  };
}

function draftRow(
  { columns, row, values, swallowed, isSwallowing, misfit }: ReadRow,
  options: RecordDraftOptions,
): Draft {
  const { request, conflicts } = complete(collectRecord(values), options);
  // Whose cells those of swallowed rows are is not known: not even the key is said.
  const key = isSwallowing ? null : keyOf(request, options.keyFields);
  return {
    key,
    request,
    rows: [rowOf(row, { cells: row.cells })],
    unusable: isSwallowing || misfit !== undefined || undefined,
    swallowed: isSwallowing || undefined,
    findings: [...(swallowed ? [swallowed] : NONE), ...(misfit ? [{ ...misfit, key }] : NONE)],
    problems: [...problemsOf(values), ...conflicts],
    locate: (path) => locateCell({ columns, row }, path),
  };
}

const NONE: readonly never[] = [];

/** Nearly every row has none. */
function problemsOf(values: readonly RowValue[]): readonly Problem[] {
  return values.some(({ problems }) => problems.length > 0) ? values.flatMap(({ problems }) => problems) : NONE;
}

function draftJson(input: RecordsInput, options: RecordDraftOptions): DraftSource {
  return {
    findings: [],
    layout: { format: 'json' },
    accounts: [input.account],
    drafts: mapAsync(input.records, (record) => draftJsonRecord(record, options)),
  };
}

function draftJsonRecord(record: JsonRecord, options: RecordDraftOptions): Draft {
  const { value, problems } = convertRecord(options.resource, withoutOwnKeys(record.value), [], options);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { request, conflicts } = isObject ? complete({ ...value }, options) : { request: value, conflicts: NONE };
  return {
    key: keyOf(request, options.keyFields),
    request,
    problems: [...problems, ...conflicts],
    ...jsonOrigin(record),
  };
}

/** Adds the values for every record. If the record has another value, one of the two is wrong: a problem. */
function complete(
  record: Record<string, unknown>,
  { resource, preset, withId }: RecordDraftOptions,
): { request: Record<string, unknown>; conflicts: Problem[] } {
  const conflicts: Problem[] = [];
  for (const [name, value] of Object.entries(preset)) {
    const own = ownValue(record, name);
    if (own === undefined || own === null || own === '') record[name] = value;
    else if (own !== value) conflicts.push(conflict(resource, name, own, value));
  }
  return { request: withId?.(record) ?? record, conflicts };
}

function conflict(resource: Resource, name: string, own: unknown, given: unknown): Problem {
  return problem({
    path: [name],
    rule: `${resource.name}.${kebabCase(name)}.differs`,
    message: `${name} is ${JSON.stringify(own)} here, but ${JSON.stringify(given)} on the command line`,
  });
}

/** A record that lacks a part of its key has none. */
function keyOf(request: unknown, fields: readonly string[]): string | null {
  const parts = fields.map((name) => textOrNull(ownValue(request, name)));
  return parts.includes(null) ? null : parts.join('/');
}

/** The origin of a draft from a JSON record. */
export function jsonOrigin(record: JsonRecord): Pick<Draft, 'rows' | 'findings' | 'locate'> {
  const { file, line, record: number } = record;
  return {
    rows: [rowOf(record, { value: record.value })],
    findings: [],
    locate: (path: Path) => ({ file, line, record: number, column: null, field: formatPath(path) || null }),
  };
}

/** The record without what a rejects file of ours added to it. */
export function withoutOwnKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !OWN_KEYS.has(name)));
}

const OWN_KEYS: ReadonlySet<string> = new Set(REASON_COLUMNS);

export function rowOf({ file, line, record, lines }: ReadRecord, content: SourceRow['content']): SourceRow {
  return { file, line, record, lines, content };
}

/** A key is shown and compared; what is no text is none. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

async function* mapAsync<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
