/**
 * Checks the form of a request: all that can be said of it without knowing the platform's state. Local validation
 * and the engine both ask here, so that they cannot disagree.
 */
import type * as z from 'zod';
import type { Field, Resource } from './field.ts';
import { kebabCase } from './field.ts';
import type { FieldProblem } from './field-problems.ts';
import { ownValue } from './own-value.ts';
import { formatPath, type Path, type Problem, problem } from './problem.ts';
import { closest } from './closest.ts';
import { schemaOf, type ViolationParams } from './schema.ts';

export type FormCheck<T> = { readonly problems: readonly []; readonly value: T } | FailedCheck;

export interface FailedCheck {
  readonly problems: readonly [Problem, ...Problem[]];
}

/**
 * Values that passed, each with the resource that it was checked against. What a check gives is never changed, by
 * nobody: a request may be checked where it is read and again where it is carried out, and the second time is free.
 */
const passed = new WeakMap<object, Resource>();

/**
 * Checks a value against a resource's fields. `T` is the resource's record type. The value that it gives is a copy of
 * its own, which must not be changed; checked again, that very object passes as it is.
 */
export function checkFields<T>(resource: Resource, value: unknown): FormCheck<T> {
  if (typeof value === 'object' && value !== null && passed.get(value) === resource) {
    return { problems: [], value: value as T };
  }
  const result = schemaOf(resource).safeParse(value);
  if (result.success) {
    passed.set(result.data as object, resource);
    return { problems: [], value: result.data as T };
  }
  const problems = result.error.issues.flatMap((issue) => toProblems(resource, value, issue));
  return failed(withoutRepeats(problems)) ?? failedBody(resource);
}

export function failed(problems: readonly Problem[]): FailedCheck | undefined {
  const [first, ...rest] = problems;
  return first === undefined ? undefined : { problems: [first, ...rest] };
}

/** What stands at the end of a path in a resource: the field, and whether the path leads to an entry of its list. */
export interface Place {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
  readonly isEntry: boolean;
}

/** Follows a path through a resource's fields; `undefined` where it leaves the contract. */
function placeOf(resource: Resource, path: Path): Place | undefined {
  let place: Place | undefined;
  let current: Resource | undefined = resource;
  for (const part of path) {
    if (typeof part === 'number') {
      if (place?.field.kind !== 'list') return undefined;
      place = { ...place, isEntry: true };
      current = place.field.kind === 'list' && place.field.of.kind === 'object' ? place.field.of.resource : undefined;
      continue;
    }
    const field: Field | undefined = current && Object.hasOwn(current.fields, part) ? current.fields[part] : undefined;
    if (current === undefined || field === undefined) return undefined;
    place = { resource: current, name: part, field, isEntry: false };
    current = field.kind === 'object' ? field.resource : undefined;
  }
  return place;
}

/** The name of a rule about a field: `user.email.invalid`, `user.labels.item-too-long`. */
export function fieldRule({ resource, name, isEntry }: Omit<Place, 'field'>, problemName: FieldProblem): string {
  const named = isEntry ? undefined : resource.fields[name]?.rules?.[problemName];
  if (named !== undefined) return named;
  const prefix = isEntry && problemName !== 'duplicates' ? 'item-' : '';
  return `${resource.name}.${kebabCase(name)}.${prefix}${problemName}`;
}

function toProblems(resource: Resource, value: unknown, issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(resource, path, key));
  }
  const emptyEntry = pathOfEmptyEntry(resource, value, path);
  return [describe(resource, emptyEntry ?? path, emptyEntry ? EMPTY_ENTRY : violationOf(resource, value, path, issue))];
}

interface FoundViolation {
  readonly problem: FieldProblem;
  readonly words: string;
  readonly suggestion?: string | undefined;
  readonly repeats?: Path;
}

const EMPTY_ENTRY: FoundViolation = { problem: 'empty', words: 'is null or empty' };

function violationOf(resource: Resource, value: unknown, path: Path, issue: z.core.$ZodIssue): FoundViolation {
  if (issue.code === 'custom') {
    const { problem: name, suggestion, first } = issue.params as unknown as ViolationParams;
    const found = { problem: name, words: issue.message, suggestion };
    return first === undefined ? found : { ...found, ...repeatOf(path, first) };
  }
  const place = placeOf(resource, path);
  const found = valueAt(value, path);
  if (found === undefined || found === null) return missing(place);
  if (place?.field.kind === 'choice') {
    return { problem: 'choice', words: `must be one of ${place.field.values.join(', ')}` };
  }
  return { problem: 'type', words: `must be ${typeWords(place)}` };
}

/** Says which entry of its list the value repeats, in the words of paths. */
function repeatOf(path: Path, first: number): Pick<FoundViolation, 'words' | 'repeats'> {
  const list = path.slice(
    0,
    path.findLastIndex((part) => typeof part === 'number'),
  );
  const repeats = [...list, first];
  const preposition = typeof path.at(-1) === 'number' ? '' : 'in ';
  return { words: `is the same as ${preposition}${formatPath(repeats)}`, repeats };
}

function missing(place: Place | undefined): FoundViolation {
  if (place?.isEntry) return EMPTY_ENTRY;
  if (place?.field.required) return { problem: 'required', words: 'is required' };
  return { problem: 'empty', words: 'must not be null' };
}

function typeWords(place: Place | undefined): string {
  const field = place?.isEntry && place.field.kind === 'list' ? place.field.of : place?.field;
  switch (field?.kind) {
    case 'boolean':
      return field.asText ? 'the text "true" or "false"' : 'true or false';
    case 'integer':
      return 'a whole number';
    case 'decimal':
      return 'a number';
    case 'list':
      return 'a list';
    case 'text':
    case 'date-time':
      return 'a text';
    default:
      return 'an object';
  }
}

/** An entry of a list that is an empty object is told so once, instead of once for each field that it lacks. */
function pathOfEmptyEntry(resource: Resource, value: unknown, path: Path): Path | undefined {
  const entry = path.slice(0, -1);
  if (typeof entry.at(-1) !== 'number' || placeOf(resource, entry)?.field.kind !== 'list') return undefined;
  const found = valueAt(value, entry);
  return typeof found === 'object' && found !== null && Object.keys(found).length === 0 ? entry : undefined;
}

function describe(resource: Resource, path: Path, found: FoundViolation): Problem {
  const { problem: name, words, suggestion, repeats } = found;
  const place = placeOf(resource, path);
  const rule = place === undefined ? `${resource.name}.body.${name}` : fieldRule(place, name);
  const subject = place === undefined ? 'The request' : formatPath(path.slice(path.lastIndexOf(place.name)));
  return problem({
    path,
    rule,
    message: `${subject} ${words}`,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(repeats === undefined ? {} : { repeats }),
  });
}

function unknownField(resource: Resource, path: Path, key: string): Problem {
  const parent = path.length === 0 ? resource : nestedResource(resource, path);
  const meant = closest(key, Object.keys(parent.fields));
  return problem({
    path: [...path, key],
    rule: `${parent.name}.field.unknown`,
    message: `The field ${JSON.stringify(key.slice(0, 80))} is not known here`,
    ...(meant === undefined ? {} : { suggestion: `did you mean ${meant}?` }),
  });
}

function nestedResource(resource: Resource, path: Path): Resource {
  const place = placeOf(resource, path);
  const field = place?.field.kind === 'list' ? place.field.of : place?.field;
  return field?.kind === 'object' ? field.resource : resource;
}

function failedBody(resource: Resource): FailedCheck {
  const rule = `${resource.name}.body.type`;
  return { problems: [problem({ path: [], rule, message: 'The request must be an object' })] };
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(ownValue, value);
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ rule, path }) => {
    const key = `${rule} ${formatPath(path)}`;
    return !seen.has(key) && seen.add(key);
  });
}
