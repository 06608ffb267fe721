/**
 * Checks the form of a request: everything that does not depend on the platform's state. Local validation and the
 * engine both use it, so their results are always the same.
 */
import { closest } from '../../base/closest.ts';
import { isObject, type JsonObject } from '../../base/json-value.ts';
import { formatPath, type Path, type Problem, problem } from '../problem.ts';
import {
  type DateTimeField,
  type Field,
  identityPath,
  type ListField,
  type ObjectField,
  type Resource,
} from './field.ts';
import { fieldRule, findField, nestedResource } from './field-path.ts';
import { toUtcForm } from './formats.ts';
import { checkDateTime, checkNumber, checkText, findDuplicates, type ValueFault } from './value-faults.ts';

export type FormCheck<T> = { readonly problems: readonly []; readonly value: T } | FailedCheck;

export interface FailedCheck {
  readonly problems: readonly [Problem, ...Problem[]];
}

/**
 * Marks records that passed the check of a resource. They never change, so a second check takes no time. No copy of a
 * record has the mark, which is not enumerable. It takes less time than a WeakMap.
 */
const PASSED = Symbol('passed');

function markPassed(record: object, resource: Resource): void {
  Object.defineProperty(record, PASSED, { value: resource, configurable: true });
}

function hasPassed(record: object, resource: Resource): boolean {
  return (record as { readonly [PASSED]?: Resource })[PASSED] === resource;
}

/**
 * Checks a value against a resource's fields. `T` is the resource's record type. It returns a copy with the fields in
 * the order of the contract. Nobody may change the copy; a second check returns the same object.
 */
export function checkFields<T>(resource: Resource, value: unknown): FormCheck<T> {
  if (isObject(value) && hasPassed(value, resource)) return { problems: [], value: value as T };
  const failure = failed(findProblems(resource, value));
  if (failure !== undefined) return failure;
  const copy = copyRecord(resource, value as JsonObject);
  markPassed(copy, resource);
  return { problems: [], value: copy as T };
}

/** Checks the value of one field by itself. `value` of the result is what `checkFields` would put into its copy. */
export function checkField(resource: Resource, name: string, value: unknown): FormCheck<unknown> {
  const field = resource.fields[name];
  const check: Check = { resource, path: [name], problems: undefined };
  if (field === undefined) reportUnknown({ ...check, path: [] }, name);
  else checkMember(check, field, value);
  return failed(check.problems ?? NO_PROBLEMS) ?? { problems: [], value: field && copyValue(field, value) };
}

/**
 * Returns the function that marks a record as checked, if it has all required fields. Each of its values must have passed
 * `checkField`, here or on another thread, and they must be in the order of the contract.
 */
export function fieldsPasser(resource: Resource): (record: object) => void {
  const required = Object.keys(resource.fields).filter((name) => resource.fields[name]?.required);
  return (record) => {
    for (const name of required) if (!Object.hasOwn(record, name)) return;
    markPassed(record, resource);
  };
}

export function failed(problems: readonly Problem[]): FailedCheck | undefined {
  const [first, ...rest] = problems;
  return first === undefined ? undefined : { problems: [first, ...rest] };
}

/** Returns all problems of a value in the order of the contract's fields, with unknown fields last. */
function findProblems(resource: Resource, value: unknown): readonly Problem[] {
  const check: Check = { resource, path: [], problems: undefined };
  checkRecord(check, resource, value);
  return check.problems ?? NO_PROBLEMS;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** The state of a check. The path changes in place, so that a value without problems needs no memory. */
interface Check {
  readonly resource: Resource;
  readonly path: (string | number)[];
  problems: Problem[] | undefined;
}

const NOT_AN_OBJECT: ValueFault = { problem: 'type', words: 'must be an object' };
const NULL: ValueFault = { problem: 'empty', words: 'must not be null' };
const REQUIRED: ValueFault = { problem: 'required', words: 'is required' };
const EMPTY_ENTRY: ValueFault = { problem: 'empty', words: 'is null or empty' };

function checkRecord(check: Check, resource: Resource, value: unknown): void {
  const { fields } = resource;
  if (!isObject(value)) {
    report(check, value === null || value === undefined ? NULL : NOT_AN_OBJECT);
    return;
  }
  if (hasPassed(value, resource)) return;
  for (const name in fields) {
    const field = fields[name];
    if (field === undefined) continue;
    check.path.push(name);
    checkMember(check, field, Object.hasOwn(value, name) ? value[name] : undefined);
    check.path.pop();
  }
  for (const name in value) {
    if (!Object.hasOwn(fields, name) && Object.hasOwn(value, name)) reportUnknown(check, name);
  }
}

function checkMember(check: Check, field: Field, value: unknown): void {
  if (value !== undefined && value !== null) checkValue(check, field, value);
  else if (field.required) report(check, REQUIRED);
  else if (value === null && field.kind === 'text' && field.nonEmpty) report(check, NULL);
}

function checkValue(check: Check, field: Field, value: unknown): void {
  if (field.kind === 'list') checkList(check, field, value);
  else if (field.kind === 'object') checkRecord(check, field.resource, asObject(field, value));
  else {
    const fault = checkScalar(field, value);
    if (fault !== undefined) report(check, fault);
    if (fault?.also !== undefined) report(check, fault.also);
  }
}

/** Some objects may be written as a text, which is the value of one field. */
function asObject({ orTextFor }: ObjectField, value: unknown): unknown {
  return typeof value === 'string' && orTextFor !== undefined ? { [orTextFor]: value } : value;
}

/** A field whose value has no parts. */
export type ScalarField = Exclude<Field, ListField | ObjectField>;

/** Returns the fault of a value without parts; `undefined` if it is valid. */
export function checkScalar(field: ScalarField, value: unknown): ValueFault | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? checkText(field, value) : typeFault('a text');
    case 'choice':
      if (typeof value === 'string' && field.values.includes(value)) return undefined;
      return { problem: 'choice', words: `must be one of ${field.values.join(', ')}` };
    case 'boolean':
      if (field.asText) {
        return value === 'true' || value === 'false' ? undefined : typeFault('the text "true" or "false"');
      }
      return typeof value === 'boolean' ? undefined : typeFault('true or false');
    case 'date-time':
      return typeof value === 'string' ? checkDateTime(field, utcForm(field, value)) : typeFault('a text');
    default:
      if (typeof value === 'number' && Number.isFinite(value)) return checkNumber(field, value);
      return typeFault(field.kind === 'integer' ? 'a whole number' : 'a number');
  }
}

/** Converts a date and time to UTC if the field accepts any offset. */
function utcForm({ anyOffset }: DateTimeField, text: string): string {
  return anyOffset ? toUtcForm(text) : text;
}

function typeFault(words: string): ValueFault {
  return { problem: 'type', words: `must be ${words}` };
}

function checkList(check: Check, field: ListField, value: unknown): void {
  if (!Array.isArray(value)) {
    report(check, typeFault('a list'));
    return;
  }
  const { path } = check;
  for (const [index, entry] of value.entries()) {
    path.push(index);
    if (isEmptyEntry(field.of, entry)) report(check, EMPTY_ENTRY);
    else checkValue(check, field.of, entry);
    path.pop();
  }
  if (field.max !== undefined && value.length > field.max) {
    report(check, { problem: 'too-many', words: `has more than ${field.max} entries (${value.length})` });
  }
  for (const repeat of findDuplicates(field, value)) reportRepeat(check, field, repeat);
}

/** Whether an entry is null or an empty object, which is one problem instead of one for each missing field. */
function isEmptyEntry({ kind }: Field, entry: unknown): boolean {
  if (entry === null || entry === undefined) return true;
  return kind === 'object' && isObject(entry) && Object.keys(entry).length === 0;
}

function reportRepeat(
  check: Check,
  { unique }: ListField,
  { index, first }: { readonly index: number; readonly first: number },
): void {
  const repeats = [...check.path, first];
  const preposition = typeof unique === 'string' ? 'in ' : '';
  const words = `is the same as ${preposition}${formatPath(repeats)}`;
  const entry = typeof unique === 'string' ? [index, ...identityPath(unique)] : [index];
  report(check, { problem: 'duplicates', words }, { path: [...check.path, ...entry], repeats });
}

function report(
  check: Check,
  { problem: name, words, suggestion }: ValueFault,
  { path = [...check.path], repeats }: { readonly path?: Path; readonly repeats?: Path } = {},
): void {
  const found = findField(check.resource, path);
  const rule = found === undefined ? `${check.resource.name}.body.${name}` : fieldRule(found, name);
  const subject = found === undefined ? 'The request' : formatPath(path.slice(path.lastIndexOf(found.name)));
  add(check, {
    path,
    rule,
    message: `${subject} ${words}`,
    suggestion,
    repeats,
  });
}

function reportUnknown(check: Check, name: string): void {
  const parent = nestedResource(check.resource, check.path);
  const meant = closest(name, Object.keys(parent.fields));
  add(check, {
    path: [...check.path, name],
    rule: `${parent.name}.field.unknown`,
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known here`,
    suggestion: meant && `did you mean ${meant}?`,
  });
}

function add(check: Check, detail: Parameters<typeof problem>[0]): void {
  check.problems ??= [];
  check.problems.push(problem(detail));
}

/** Copies a valid value, with the fields of each object in the order of the contract. */
function copyRecord(resource: Resource, value: JsonObject): JsonObject {
  if (hasPassed(value, resource)) return value;
  const { fields } = resource;
  const copy: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name];
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field !== undefined && member !== undefined) copy[name] = copyValue(field, member);
  }
  return copy;
}

function copyValue(field: Field, value: unknown): unknown {
  if (Array.isArray(value) && field.kind === 'list') return value.map((entry) => copyValue(field.of, entry));
  if (field.kind === 'date-time' && typeof value === 'string') return utcForm(field, value);
  if (value === null || field.kind !== 'object') return value;
  return copyRecord(field.resource, asObject(field, value) as JsonObject);
}
