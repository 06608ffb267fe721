import { isObject } from '../../base/json-value.ts';
import { InputError } from '../../errors.ts';
import { hasReasonColumns } from '../../model/reject-columns.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { stoppable } from '../batch.ts';
import type { Input, JsonRecord } from '../port.ts';

/** The shape of the records of a kind. */
export interface RecordShape {
  readonly resource: Resource;
  /** The parts of a record. A record with parts is recognised by these alone: rows of a table may have its other fields. */
  readonly parts?: readonly Resource[] | undefined;
}

/**
 * Returns the input. Its iterator throws an InputError if the first record is an object without any field of the kind, such
 * as an object around the list, or a row of a table. Other faults of records are findings.
 */
export function inRequestShape(input: Input, shape: RecordShape): Input {
  if (input.kind === 'table') return input;
  const { records } = input;
  const stop = () => records[Symbol.asyncIterator]().return?.();
  return { ...input, records: stoppable(checked(records, shape), stop) };
}

async function* checked(records: AsyncIterable<JsonRecord>, shape: RecordShape): AsyncGenerator<JsonRecord, undefined> {
  let isFirst = true;
  for await (const record of records) {
    if (isFirst && !hasShape(record, shape)) throw otherShape(record, shape);
    isFirst = false;
    yield record;
  }
  return undefined;
}

function hasShape({ value }: JsonRecord, { resource, parts }: RecordShape): boolean {
  if (Array.isArray(value)) return false;
  if (!isObject(value)) return true;
  const names = Object.keys(value);
  const isField = (name: string) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field !== undefined && (parts === undefined || field.kind === 'object' || field.kind === 'list');
  };
  return names.length === 0 || names.some(isField) || hasReasonColumns(names);
}

/** The names of the fields that the hint shows. */
const SHOWN_FIELDS = 3;

function otherShape({ file, line }: JsonRecord, { resource }: RecordShape): InputError {
  const names = Object.keys(resource.fields).slice(0, SHOWN_FIELDS);
  const form = names.map((name) => `${JSON.stringify(name)}: …`).join(', ');
  return new InputError({ file, line }, 'the first record has no field of a request', {
    hint: `Give a list of objects with the names of the fields: [{ ${form} }, …]. Rows of a table belong in a CSV file.`,
  });
}
