/**
 * Makes wire values of what a file says. What cannot be made stays as it is: the contract's check then says what is
 * wrong with it. Only what the check could no longer see is reported from here.
 */
import { fieldRule } from '../contract/check.ts';
import type { Field, ListField, Resource } from '../contract/field.ts';
import { type Path, type Problem, problem } from '../contract/problem.ts';
import { LIST_SEPARATOR, parseObjectList } from './cell-lists.ts';
import { toUtcDateTime } from './date-time.ts';
import type { ConversionOptions } from './conversion.ts';
import { findPlainFault } from './plain-faults.ts';

/** Where a value belongs: for the rule's name, and for the path in the request. */
export interface Target {
  readonly resource: Resource;
  readonly name: string;
  readonly path: Path;
}

export interface Converted {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** A field that is neither made of parts nor can be wrong in a way of its own: its value needs no place to be made. */
export type PlainField = Exclude<Field, { kind: 'list' | 'object' | 'date-time' }>;

export function isPlain(field: Field): field is PlainField {
  return field.kind !== 'list' && field.kind !== 'object' && field.kind !== 'date-time';
}

/** A cell of a table. The caller leaves empty cells out: they say nothing. */
export function convertCell(field: Field, cell: string, target: Target, options: ConversionOptions): Converted {
  if (isPlain(field)) {
    const value = convertPlainCell(field, cell, options);
    return { value, problems: findPlainFault(field, value, () => target) };
  }
  const text = options.fix ? cell.trim() : cell;
  return field.kind === 'list' ? convertList(field, text, target, options) : convertValue(field, text, target, options);
}

/** The same of a plain field, which is most cells of most tables: nothing is allocated but the value. */
export function convertPlainCell(field: PlainField, cell: string, options: ConversionOptions): unknown {
  const text = options.fix ? cell.trim() : cell;
  switch (field.kind) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'decimal':
      return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
    default:
      return convertPlain(field, text, options);
  }
}

/** A value of a JSON file, which has types of its own. */
export function convertValue(field: Field, value: unknown, target: Target, options: ConversionOptions): Converted {
  if (isPlain(field)) return converted(convertPlain(field, value, options));
  if (field.kind === 'object') return convertRecord(field.resource, value, target.path, options);
  if (field.kind === 'list' && Array.isArray(value)) return convertEntries(field.of, value, target, options);
  if (typeof value !== 'string') return converted(value);
  const text = options.fix ? value.trim() : value;
  return field.kind === 'date-time' ? convertDateTime(text, target, options) : converted(text);
}

function convertPlain(field: PlainField, value: unknown, options: ConversionOptions): unknown {
  if (typeof value === 'boolean') return field.kind === 'boolean' && field.asText ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = options.fix ? value.trim() : value;
  return field.kind === 'boolean' ? toBoolean(text, field.asText === true) : text;
}

/** A JSON object by the fields of its resource; unknown fields stay, for the check to name them. */
export function convertRecord(resource: Resource, value: unknown, path: Path, options: ConversionOptions): Converted {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return converted(value);
  const problems: Problem[] = [];
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field === undefined) return [name, item];
    if (isPlain(field)) {
      const plain = convertPlain(field, item, options);
      const targetOf = () => ({ resource, name, path: [...path, name] });
      problems.push(...findPlainFault(field, plain, targetOf, { isJson: true }));
      return [name, plain];
    }
    const result = convertValue(field, item, { resource, name, path: [...path, name] }, options);
    problems.push(...result.problems);
    return [name, result.value];
  });
  return { value: Object.fromEntries(entries), problems: problems.length === 0 ? NO_PROBLEMS : problems };
}

const TRUE_WORDS = new Set(['true', 'yes', '1']);
const FALSE_WORDS = new Set(['false', 'no', '0']);

function toBoolean(text: string, asText: boolean): unknown {
  const word = text.toLowerCase();
  const value = TRUE_WORDS.has(word) ? true : FALSE_WORDS.has(word) ? false : undefined;
  if (value === undefined) return text;
  return asText ? String(value) : value;
}

function convertList(field: ListField, text: string, target: Target, options: ConversionOptions): Converted {
  const list = field.of.kind === 'object' ? parseObjectList(field.of, text) : text.split(LIST_SEPARATOR);
  return Array.isArray(list) ? convertEntries(field.of, list, target, options) : converted(list);
}

function convertDateTime(text: string, target: Target, { zone }: ConversionOptions): Converted {
  const result = toUtcDateTime(text, zone);
  if ('value' in result) return converted(result.value);
  const { problem: name, words, suggestion } = result.problem;
  const rule = fieldRule({ ...target, isEntry: false }, name);
  return {
    value: text,
    problems: [problem({ path: target.path, rule, message: `${target.name} ${words}`, suggestion })],
  };
}

function convertEntries(field: Field, entries: unknown[], target: Target, options: ConversionOptions): Converted {
  if (isPlain(field)) return converted(entries.map((entry) => convertPlain(field, entry, options)));
  const results = entries.map((entry, index) =>
    convertValue(field, entry, { ...target, path: [...target.path, index] }, options),
  );
  return { value: results.map(({ value }) => value), problems: results.flatMap(({ problems }) => problems) };
}

const NO_PROBLEMS: readonly Problem[] = [];

function converted(value: unknown): Converted {
  return { value, problems: NO_PROBLEMS };
}
