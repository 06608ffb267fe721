/** JSON in another shape than that of requests: a list within an object, and rows like those of a table. */

import { isObject } from '../../base/json-value.ts';
import { InputError } from '../../errors.ts';
import { jsonAsWritten, placeOfNumber } from '../../model/written-numbers.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { Input, JsonRecord, RecordsInput, SheetValue, TableInput, TableRow, TableWarning } from '../port.ts';

/** What records are in their usual shape. */
export interface Wanted {
  readonly resource: Resource;
  /** The parts that a record has, each of which may stand flat in a row. */
  readonly parts?: readonly Resource[] | undefined;
  readonly isColumn: (name: string) => boolean;
}

/**
 * The input as it is, or the records that stand within its first one, or its rows as a table. The first record decides.
 * An InputError where it shows that the file has no list of records.
 */
export async function inUsualShape(input: Input, wanted: Wanted): Promise<Input> {
  if (input.kind === 'table') return input;
  const { first, records } = await peek(input.records);
  const same = { ...input, records };
  if (first === undefined) return same;
  if (Array.isArray(first.value)) throw otherShape(first, wanted, 'a list stands where a record is meant');
  if (!isObject(first.value) || isUsual(first.value, wanted)) return same;
  const list = listIn(first.value);
  if (list !== undefined) return unwrapped(same, first, list);
  const lists = listsIn(first.value);
  if (lists.length > 1) throw severalLists(first, wanted, lists);
  if (isFlat(first.value, wanted)) return tableOf(same, wanted);
  const isDeep = Object.values(first.value).some((member) => isObject(member) && listIn(member) !== undefined);
  if (isDeep) throw otherShape(first, wanted, 'the records stand in an object within another one');
  return same;
}

function otherShape({ file, line }: JsonRecord, { resource }: Wanted, message: string): InputError {
  const [name = ''] = Object.keys(resource.fields);
  return new InputError({ file, line }, message, { hint: `Give a list of objects: [{ ${quoted(name)}: … }, …]` });
}

function severalLists(first: JsonRecord, wanted: Wanted, lists: readonly string[]): InputError {
  const names = lists.slice(0, MAX_NAMED).map(quoted).join(', ');
  const all = lists.length > MAX_NAMED ? `${names}, …` : names;
  return otherShape(first, wanted, `an object with several lists (${all}) stands where one list of records is meant`);
}

const MAX_NAMED = 5;

/** The first record, and all of them. A fault in it comes to the one who reads them. */
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

/** Of a record with parts, only the parts show that it is one: fields beside them may stand in a row as well. */
function isUsual(value: object, { resource, parts }: Wanted): boolean {
  return Object.keys(value).some((key) => {
    const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
    return field !== undefined && (parts === undefined || field.kind === 'object' || field.kind === 'list');
  });
}

function isFlat(value: object, { isColumn }: Wanted): boolean {
  return Object.keys(value).filter(isColumn).length > 1;
}

/** The name of the one list of objects, or of the only list where that is empty. */
function listIn(value: object): string | undefined {
  const names = listsIn(value);
  const filled = names.filter((name) => (value as Record<string, readonly unknown[]>)[name]?.length !== 0);
  const [only, ...others] = filled.length === 0 ? names : filled;
  return others.length === 0 ? only : undefined;
}

/** The names of the lists that hold nothing but objects. */
function listsIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(member) && member.every(isObject) ? [name] : [],
  );
}

function unwrapped(input: RecordsInput, { line, value }: JsonRecord, list: string): RecordsInput {
  const others = Object.keys(value as object).filter((name) => name !== list);
  const beside = others.length === 0 ? '' : `; what stands beside it is not read: ${others.map(quoted).join(', ')}`;
  const message = `The records stand in the list ${quoted(list)} within an object${beside}`;
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
 * The records of each list. They have the line on which their object begins, and their own path. The lines of an empty
 * list are no record's.
 */
async function* within({ records, account }: RecordsInput): AsyncGenerator<JsonRecord> {
  let number = 0;
  for await (const record of records) {
    const { value, lines } = record;
    const list = isObject(value) ? listIn(value) : undefined;
    const members = list === undefined ? undefined : (value as Record<string, readonly unknown[]>)[list];
    if (list === undefined || members === undefined) yield { ...record, record: ++number };
    if (members?.length === 0) account.addBlank(lines);
    for (const [index, member] of members?.entries() ?? []) {
      yield { ...record, lines: index === 0 ? lines : 0, record: ++number, value: member, path: [list ?? '', index] };
    }
  }
}

/** The whole file is held: which columns there are is known only at its end. */
async function tableOf(input: RecordsInput, wanted: Wanted): Promise<TableInput> {
  const { file, form, account } = input;
  const held: JsonRecord[] = [];
  const names = new Set<string>();
  let fault: { readonly error: unknown } | undefined;
  try {
    for await (const record of input.records) {
      held.push(requireFlat(record, wanted));
      for (const name of Object.keys(record.value as object)) names.add(name);
    }
  } catch (error) {
    fault = { error };
  }
  const line = held[0]?.line ?? 1;
  const header = { names: [...names], line };
  const rows = (async function* () {
    for (const record of held) yield rowOf(record, header.names);
    if (fault !== undefined) throw fault.error;
  })();
  return {
    kind: 'table',
    file,
    form: `${form}, rows`,
    delimiter: ',',
    header,
    warnings: [flatWarning(line)],
    rows,
    account,
  };
}

function flatWarning(line: number): TableWarning {
  const message = 'The records are flat: they are read like the rows of a table';
  return { line, rule: 'input.json.flat', message, suggestion: null };
}

function requireFlat(record: JsonRecord, wanted: Wanted): JsonRecord {
  const { file, line, value } = record;
  if (isObject(value) && (!isUsual(value, wanted) || isRow(value, wanted))) return record;
  throw new InputError({ file, line }, 'the record has another shape than those before it, which are flat', {
    hint: 'Give all records of a file one shape.',
  });
}

/** Whether a record without parts has a header beside its exact names, which are headers as well. */
function isRow(value: object, { resource, parts, isColumn }: Wanted): boolean {
  return parts === undefined && Object.keys(value).some((key) => isColumn(key) && !Object.hasOwn(resource.fields, key));
}

/** As a spreadsheet would write it; a list stays JSON, as it may stand in a cell. */
function rowOf({ value, numbers, path = [], ...place }: JsonRecord, names: readonly string[]): TableRow {
  const record = value as Readonly<Record<string, unknown>>;
  const values = new Map<number, SheetValue>();
  const cells = names.map((name, index) => {
    const member = Object.hasOwn(record, name) ? record[name] : undefined;
    if (member === undefined || member === null) return '';
    const at = [...path, name];
    if (numbers?.[placeOfNumber(at)] !== undefined) values.set(index, { fault: 'digits-lost', standsIn: 'json' });
    return typeof member === 'string' ? member : jsonAsWritten(member, numbers, at);
  });
  return { ...place, cells, ...(values.size > 0 ? { values } : {}) };
}
