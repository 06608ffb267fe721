/** Drafts of files in which each record is one request: users, candidates, collections, invigilators. */
import type { Resource } from '../contract/field.ts';
import { ownValue } from '../contract/own-value.ts';
import { formatPath, type Path } from '../contract/problem.ts';
import { type ColumnRules, type Columns, matchColumns } from './columns.ts';
import { convertRecord } from './convert.ts';
import type { Draft, DraftSource, SourceRow } from '../contract/draft.ts';
import type { ConversionOptions } from './conversion.ts';
import type { CsvInput, CsvRow, Input, JsonInput, JsonRecord, Origin } from './port.ts';
import { checkWidth, locateCell, readRow } from './row-values.ts';

export interface RecordDraftOptions extends ConversionOptions {
  /** What a record is. */
  readonly resource: Resource;
  /** The field that a record is known by. */
  readonly keyField: string;
  readonly columns: ColumnRules;
}

/** Streams: a draft is made when it is asked for, and nothing is kept of it here. */
export function draftRecords(input: Input, options: RecordDraftOptions): DraftSource {
  return input.format === 'csv' ? draftRows(input, options) : draftJson(input, options);
}

function draftRows(input: CsvInput, options: RecordDraftOptions): DraftSource {
  const columns = matchColumns(input.file, input.header, options.columns);
  return {
    findings: columns.findings,
    layout: { format: 'csv', header: input.header.names, delimiter: input.delimiter },
    drafts: mapAsync(input.rows, (row) => draftRow(columns, row, options)),
  };
}

function draftRow(columns: Columns, row: CsvRow, options: RecordDraftOptions): Draft {
  const values = readRow(columns, row, ({ name }) => [name], options);
  const request = Object.fromEntries(values.map(({ column, value }) => [column.name, value]));
  const key = textOrNull(request[options.keyField]);
  const width = checkWidth(columns, row, key);
  return {
    key,
    request,
    rows: [{ ...placeOf(row), content: { cells: row.cells } }],
    ...(width === undefined ? {} : { unusable: true }),
    findings: width === undefined ? [] : [width],
    problems: values.flatMap(({ problems }) => problems),
    locate: (path) => locateCell(columns, row, typeof path[0] === 'string' ? path[0] : ''),
  };
}

function draftJson(input: JsonInput, options: RecordDraftOptions): DraftSource {
  return {
    findings: [],
    layout: { format: 'json' },
    drafts: mapAsync(input.records, (record) => draftJsonRecord(record, options)),
  };
}

function draftJsonRecord(record: JsonRecord, { resource, keyField, ...conversion }: RecordDraftOptions): Draft {
  const { value, problems } = convertRecord(resource, withoutOwnKeys(record.value), [], conversion);
  return { key: textOrNull(ownValue(value, keyField)), request: value, problems, ...jsonOrigin(record) };
}

/** What a draft of a JSON record knows about where it comes from. */
export function jsonOrigin(record: JsonRecord): Pick<Draft, 'rows' | 'findings' | 'locate'> {
  const row: SourceRow = { ...placeOf(record), content: { value: record.value } };
  return {
    rows: [row],
    findings: [],
    locate: (path: Path) => ({ ...placeOf(record), column: null, field: path.length > 0 ? formatPath(path) : null }),
  };
}

/** The record without what a rejects file of ours added to it. */
export function withoutOwnKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !OWN_KEYS.has(name)));
}

const OWN_KEYS = new Set(['_line', '_code', '_field', '_message', '_suggestion']);

export function placeOf({ file, line, record }: Origin): Origin {
  return { file, line, record };
}

/** A key is shown and compared; what is no text is none. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

async function* mapAsync<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
