/** Makes drafts from files in which each record is one request: users, candidates, collections, invigilators. */

import { isObject, textOrNull } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import type { Draft, DraftSource } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { isReasonColumn, MESSAGE_COLUMN, REPEATED_WORDS, repeatedValuesIn } from '../../model/reject-columns.ts';
import { fieldsPasser } from '../../platform/fields/check.ts';
import { kebabCase, type Resource } from '../../platform/fields/field.ts';
import { type Path, type Problem, parsePath, problem } from '../../platform/problem.ts';
import type { Input, JsonRecord, RecordsInput, TableInput } from '../port.ts';
import type { ConversionOptions } from '../values/conversion.ts';
import { convertRecord } from '../values/convert.ts';
import { fillEmpty } from '../values/defaults.ts';
import { fixRecord } from '../values/fix.ts';
import { isNamed } from './header/mapped-columns.ts';
import { type ColumnRules, matchColumns, type TableDrafts } from './header/match-columns.ts';
import { fileFindings, jsonOrigin, rowOf, tableLayout } from './origin.ts';
import { fixFindings, locateCell, type PlacedRow } from './row-values.ts';
import { type ReadRow, readRows } from './rows.ts';

export interface RecordDraftOptions extends ConversionOptions {
  /** The resource of the records. */
  readonly resource: Resource;
  /** The fields that together identify a record. */
  readonly keyFields: readonly string[];
  /** Values for every record. A different value in a record is a problem. */
  readonly preset: Readonly<Record<string, unknown>>;
  readonly columns: ColumnRules;
  /** Adds an id to a request without one. */
  readonly withId?: ((request: Record<string, unknown>) => Record<string, unknown>) | undefined;
}

/** Makes the drafts of an input as a stream. Each draft is made on demand, and none is kept here. */
export function draftRecords(input: Input, options: RecordDraftOptions): TableDrafts {
  return input.kind === 'table' ? draftRows(input, options) : draftJson(input, options);
}

function draftRows(input: TableInput, options: RecordDraftOptions): TableDrafts {
  const columns = matchColumns(input, options.columns);
  return {
    findings: columns.findings,
    missing: columns.missing,
    layout: tableLayout(input),
    lineCounts: [input.lineCounts, ...(input.partLineCounts ?? [])],
    isDelta: input.isDelta,
    isWhole: (input.leavesOut && !input.isDelta) || undefined,
    listed: new Set(
      [...columns.fields, ...columns.mapped.map(({ column }) => column)].flatMap((one) => one?.name ?? []),
    ),
    tables: [{ input, columns }],
    drafts: mapAsync(readRows(input, columns, options), rowDrafter(options)),
  };
}

function rowDrafter(options: RecordDraftOptions): (read: ReadRow) => Draft {
  const adds = addsValues(options);
  const markChecked = fieldsPasser(options.resource);
  return (read) => {
    const { columns, row, said, records, swallowFinding, isSwallowing, rowFault, dropped } = read;
    if (dropped !== undefined) return droppedDraft({ columns, row }, dropped);
    const [only = {}, ...others] = records;
    const own = others.length === 0 ? only : Object.assign({}, ...records);
    const { request, conflicts } = adds ? fillFromFlags(own, options) : { request: own, conflicts: NONE };
    const isClean = read.isClean && !adds;
    if (isClean && others.length === 0) markChecked(request);
    // This row may contain the rows below it. Its cells may be theirs, so even the key is not shown.
    const key = isSwallowing ? null : keyOf(request, options.keyFields);
    const unusable = isSwallowing || rowFault !== undefined || undefined;
    // A list of a million users is to need no empty lists of its own.
    const isSilent = said.length + conflicts.length === 0;
    const fixes = unusable || said.length === 0 ? NONE : fixFindings({ columns, row }, said, key);
    return {
      key,
      request,
      isClean,
      rows: [rowOf(row, row)],
      locate: (path: Path) => locateCell({ columns, row }, path),
      unusable,
      mayContainRows: isSwallowing || undefined,
      findings: read.isClean
        ? NONE
        : [...(swallowFinding ? [swallowFinding] : NONE), ...(rowFault ? [{ ...rowFault, key }] : NONE), ...fixes],
      problems: isSilent ? NONE : [...said.flatMap(({ problems }) => problems), ...conflicts],
      warnings: isSilent ? NONE : said.flatMap(({ warnings = NONE }) => warnings),
    };
  };
}

/** Whether values of the command line or of the settings are put into records. They have not been read with their row. */
function addsValues({ preset, withId, defaults }: Pick<RecordDraftOptions, 'preset' | 'withId' | 'defaults'>): boolean {
  return withId !== undefined || defaults !== undefined || Object.keys(preset).length > 0;
}

/** Returns the draft of a row that is no record. */
function droppedDraft(at: PlacedRow, finding: Finding): Draft {
  return {
    key: null,
    request: null,
    unusable: true,
    dropped: true,
    findings: [finding],
    problems: NONE,
    rows: [rowOf(at.row, at.row)],
    locate: (path) => locateCell(at, path),
  };
}

const NONE: readonly never[] = [];

function draftJson(input: RecordsInput, options: RecordDraftOptions): DraftSource {
  return {
    findings: fileFindings(input),
    layout: { format: 'records' },
    lineCounts: [input.lineCounts],
    drafts: mapAsync(input.records, (record) => draftJsonRecord(record, options)),
  };
}

function draftJsonRecord(record: JsonRecord, options: RecordDraftOptions): Draft {
  const { value, problems, fixes } = readRecord(options.resource, record, {
    ...options,
    ignore: options.columns.ignore,
  });
  const { request, conflicts } = isObject(value)
    ? fillFromFlags({ ...value }, options)
    : { request: value, conflicts: NONE };
  return {
    key: keyOf(request, options.keyFields),
    request,
    problems: [...problems, ...conflicts],
    fixes,
    ...jsonOrigin(record),
  };
}

/**
 * Returns the value of a JSON record, without the fields that rejects files add, and the changes by `--fix`. The problems
 * include values of a rejects file that are still repeated.
 */
export function readRecord(
  resource: Resource,
  { value: read }: JsonRecord,
  options: ConversionOptions & Pick<ColumnRules, 'ignore'>,
): ReturnType<typeof convertRecord> & { readonly fixes: readonly Problem[] } {
  const own = withoutReasonColumns(read);
  const record = options.ignore === undefined ? own : withoutIgnored(resource, own, options.ignore);
  const { value, fixed } = options.fix ? fixRecord(resource, record) : { value: record, fixed: NONE };
  const converted = convertRecord(resource, value, [], options);
  const repeats = repeatsIn(read);
  return { ...converted, ...(repeats.length > 0 && { problems: [...converted.problems, ...repeats] }), fixes: fixed };
}

/** Returns the record without the unknown names that are to be ignored, at any level. */
function withoutIgnored({ fields }: Resource, value: unknown, ignore: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return isNamed(ignore, name) ? [] : [[name, item]];
    const of = field.kind === 'list' ? field.of : field;
    if (of.kind !== 'object') return [[name, item]];
    const strip = (one: unknown) => withoutIgnored(of.resource, one, ignore);
    return [[name, Array.isArray(item) ? item.map(strip) : strip(item)]];
  });
  return Object.fromEntries(kept);
}

/**
 * A record of a rejects file may have been rejected for repeated values. Returns a problem for each of these values that
 * the user has not changed.
 */
function repeatsIn(read: unknown): readonly Problem[] {
  const messages = ownValue(read, MESSAGE_COLUMN);
  if (typeof messages !== 'string') return NONE;
  return repeatedValuesIn(messages).flatMap(({ rule, column, value }) => {
    const path = parsePath(column);
    return path.reduce(ownValue, read) === value ? [problem({ path, rule, ...REPEATED_WORDS })] : [];
  });
}

/** Changes `record`: adds the values for every record, and the defaults. A different value in the record is a problem. */
function fillFromFlags(
  record: Record<string, unknown>,
  { resource, preset, withId, defaults }: RecordDraftOptions,
): { request: Record<string, unknown>; conflicts: Problem[] } {
  const conflicts: Problem[] = [];
  for (const [name, value] of Object.entries(preset)) {
    const own = ownValue(record, name);
    if (own === undefined || own === null || own === '') record[name] = value;
    else if (own !== value) conflicts.push(conflict(resource, name, own, value));
  }
  fillEmpty(record, resource, defaults);
  return { request: withId?.(record) ?? record, conflicts };
}

function conflict(resource: Resource, name: string, own: unknown, given: unknown): Problem {
  return problem({
    path: [name],
    rule: `${resource.name}.${kebabCase(name)}.differs`,
    message: `${name} is ${JSON.stringify(own)} here, but ${JSON.stringify(given)} on the command line`,
    suggestion: 'remove one of them',
  });
}

/** Returns the key of a record, or null if a part of the key is missing. */
function keyOf(request: unknown, fields: readonly string[]): string | null {
  const parts = fields.map((name) => textOrNull(ownValue(request, name)));
  return parts.includes(null) ? null : parts.join('/');
}

/** Returns the record without the fields that rejects files add. */
function withoutReasonColumns(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isReasonColumn(name)));
}

async function* mapAsync<T, U>(items: AsyncIterable<T>, map: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield map(item);
}
