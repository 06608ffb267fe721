/** Reads JSON that does not have the form of requests: a list within an object, or flat rows like those of a table. */

import { isObject } from '../../base/json-value.ts';
import { InputError } from '../../errors.ts';
import { hasReasonColumns } from '../../model/reject-columns.ts';
import { jsonAsWritten, placeOfNumber } from '../../model/written-numbers.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { Input, JsonRecord, RecordsInput, SheetValue, TableInput, TableRow, TableWarning } from '../port.ts';

/** The usual shape of records. */
export interface RecordShape {
  readonly resource: Resource;
  /** The parts of a record. A flat row has the fields of all of them. */
  readonly parts?: readonly Resource[] | undefined;
  /** Whether a name is a header that a table of these records can have. */
  readonly isColumn: (name: string) => boolean;
}

/**
 * Returns the input as it is, or the records of the lists within its objects, or its flat records as a table. The first
 * record decides. Throws an InputError if it shows that the file has no list of records.
 */
export async function inUsualShape(input: Input, shape: RecordShape): Promise<Input> {
  if (input.kind === 'table') return input;
  const { first, records } = await peek(input.records);
  const same = { ...input, records };
  if (first === undefined) return same;
  if (Array.isArray(first.value)) throw otherShape(first, shape, 'the first entry is a list, not a record');
  // A rejects file has the records of its list in their own shape.
  if (!isObject(first.value) || hasReasonColumns(Object.keys(first.value))) return same;
  if (hasUsualShape(first.value, shape)) return same;
  const list = listIn(first.value);
  if (list !== undefined && !isValueOfRow(first.value, list, shape)) {
    return inFlatShape(unwrapped(same, first, list), shape);
  }
  const lists = listsIn(first.value);
  if (lists.length > 1) throw severalLists(first, shape, lists);
  if (isFlat(first.value, shape)) return tableOf(same, shape);
  const isDeep = Object.values(first.value).some((member) => isObject(member) && listIn(member) !== undefined);
  if (isDeep) throw otherShape(first, shape, 'the records are in an object within another one');
  return same;
}

/** The records of a list within objects, or these as a table if they are flat. Again, the first record decides. */
async function inFlatShape(input: RecordsInput, shape: RecordShape): Promise<Input> {
  const { first, records } = await peek(input.records);
  const same = { ...input, records };
  if (!isObject(first?.value) || hasReasonColumns(Object.keys(first.value))) return same;
  return !hasUsualShape(first.value, shape) && isFlat(first.value, shape) ? tableOf(same, shape) : same;
}

function otherShape({ file, line }: JsonRecord, { resource }: RecordShape, message: string): InputError {
  const [name = ''] = Object.keys(resource.fields);
  return new InputError({ file, line }, message, { hint: `Give a list of objects: [{ ${quoted(name)}: … }, …]` });
}

function severalLists(first: JsonRecord, shape: RecordShape, lists: readonly string[]): InputError {
  const names = lists.slice(0, MAX_NAMED).map(quoted).join(', ');
  const all = lists.length > MAX_NAMED ? `${names}, …` : names;
  return otherShape(first, shape, `an object with several lists (${all}) stands where one list of records is meant`);
}

const MAX_NAMED = 5;

/** Returns the first record, and all records with it. A fault in the first one is thrown when the records are read. */
async function peek(
  records: AsyncIterable<JsonRecord>,
): Promise<{ readonly first: JsonRecord | undefined; readonly records: AsyncIterable<JsonRecord> }> {
  const iterator = records[Symbol.asyncIterator]();
  const head: Promise<IteratorResult<JsonRecord>> = iterator.next();
  const first = await head.catch(() => undefined);
  let isNext = true;
  const next = () => {
    if (!isNext) return iterator.next();
    isNext = false;
    return head;
  };
  const stop = async () => (await iterator.return?.()) ?? { done: true as const, value: undefined };
  const all = { [Symbol.asyncIterator]: () => ({ next, return: stop }) };
  return { first: first === undefined || first.done ? undefined : first.value, records: all };
}

/**
 * Whether an object has the usual shape. If records have parts, only these count: a flat row can have other fields too.
 */
function hasUsualShape(value: object, { resource, parts }: RecordShape): boolean {
  return Object.keys(value).some((key) => {
    const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
    return field !== undefined && (parts === undefined || field.kind === 'object' || field.kind === 'list');
  });
}

function isFlat(value: object, { isColumn }: RecordShape): boolean {
  return Object.keys(value).filter(isColumn).length > 1;
}

/** Whether a list is the value of a column, and not the records. */
function isValueOfRow(value: object, list: string, shape: RecordShape): boolean {
  return shape.isColumn(list) && isFlat(value, shape);
}

/** Returns the name of the only list of objects that is not empty, or of the only list. */
function listIn(value: object): string | undefined {
  const names = listsIn(value);
  const filled = names.filter((name) => (value as Record<string, readonly unknown[]>)[name]?.length !== 0);
  const [only, ...others] = filled.length === 0 ? names : filled;
  return others.length === 0 ? only : undefined;
}

/** Returns the names of the lists in which all entries are objects. */
function listsIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(member) && member.every(isObject) ? [name] : [],
  );
}

function unwrapped(input: RecordsInput, { line, value }: JsonRecord, list: string): RecordsInput {
  const others = Object.keys(value as object).filter((name) => name !== list);
  const rest = others.length === 0 ? '' : `; the rest of the object is not read: ${others.map(quoted).join(', ')}`;
  const message = `The records stand in the list ${quoted(list)} within an object${rest}`;
  return {
    ...input,
    warnings: [{ line, rule: 'input.json.wrapped', message, suggestion: null }],
    records: within(input),
  };
}

/** The longest part of a name that a message quotes. */
const MAX_QUOTED = 40;

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, MAX_QUOTED));
}

/**
 * Yields the records of the list in each object. Their line is the first line of the object, and their path leads to
 * the entry of the list. The lines of an object with an empty list count as blank.
 */
async function* within({ records, lineCounts }: RecordsInput): AsyncGenerator<JsonRecord> {
  let number = 0;
  for await (const record of records) {
    const { value, lines } = record;
    const list = isObject(value) ? listIn(value) : undefined;
    const members = list === undefined ? undefined : (value as Record<string, readonly unknown[]>)[list];
    if (list === undefined || members === undefined) yield { ...record, record: ++number };
    if (members?.length === 0) lineCounts.addBlank(lines);
    for (const [index, member] of members?.entries() ?? []) {
      yield { ...record, lines: index === 0 ? lines : 0, record: ++number, value: member, path: [list ?? '', index] };
    }
  }
}

/** Reads flat records as a table. Keeps the whole file in memory, because its columns are known only at its end. */
async function tableOf(input: RecordsInput, shape: RecordShape): Promise<TableInput> {
  const { file, form, lineCounts } = input;
  const all: JsonRecord[] = [];
  const names = new Set<string>();
  let fault: { readonly error: unknown } | undefined;
  try {
    for await (const record of input.records) {
      all.push(requireFlat(record, shape));
      for (const name of Object.keys(record.value as object)) names.add(name);
    }
  } catch (error) {
    fault = { error };
  }
  const line = all[0]?.line ?? 1;
  const header = { names: [...names], line };
  const rows = (async function* () {
    for (const record of all) yield rowOf(record, header.names);
    if (fault !== undefined) throw fault.error;
  })();
  return {
    kind: 'table',
    file,
    form: `${form}, rows`,
    delimiter: ',',
    header,
    warnings: [...(input.warnings ?? []), flatWarning(line)],
    rows,
    lineCounts,
  };
}

function flatWarning(line: number): TableWarning {
  const message = 'The records are flat: they are read like the rows of a table';
  return { line, rule: 'input.json.flat', message, suggestion: null };
}

function requireFlat(record: JsonRecord, shape: RecordShape): JsonRecord {
  const { file, line, value } = record;
  if (isObject(value) && (!hasUsualShape(value, shape) || isRow(value, shape))) return record;
  throw new InputError({ file, line }, 'the record has another shape than those before it, which are flat', {
    hint: 'Give all records of a file one shape.',
  });
}

/** Whether an object has a header that is not the exact name of a field. Exact names occur in records and in rows. */
function isRow(value: object, { resource, parts, isColumn }: RecordShape): boolean {
  return parts === undefined && Object.keys(value).some((key) => isColumn(key) && !Object.hasOwn(resource.fields, key));
}

/** Returns a record as a row, as a spreadsheet would write it. Lists and objects become JSON, which a cell may contain. */
function rowOf({ value, numbers, path = [], ...place }: JsonRecord, names: readonly string[]): TableRow {
  const record = value as Readonly<Record<string, unknown>>;
  const values = new Map<number, SheetValue>();
  const cells = names.map((name, index) => {
    const member = Object.hasOwn(record, name) ? record[name] : undefined;
    if (member === undefined || member === null) return '';
    const at = [...path, name];
    if (numbers?.[placeOfNumber(at)] !== undefined) values.set(index, { fault: 'digits-lost', source: 'json' });
    else if (typeof member === 'object') values.set(index, { nested: member, source: 'json' });
    else if (typeof member === 'boolean') values.set(index, { isYesNo: true, source: 'json' });
    return typeof member === 'string' ? member : jsonAsWritten(member, numbers, at);
  });
  return { ...place, cells, ...(values.size > 0 ? { values } : {}) };
}
