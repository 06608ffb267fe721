/**
 * Converts values of a file to values of a request. A value that cannot be converted stays as it is: the contract's
 * check then reports it. Only problems that the check cannot see are reported here.
 */
import type { Field, ListField, Resource } from '../../platform/fields/field.ts';
import { fieldRule } from '../../platform/fields/field-path.ts';
import { formatPath, type Path, type Problem, problem } from '../../platform/problem.ts';
import { readYesNo } from '../words/meaning.ts';
import { parseObjectList, parseTextList } from './cell-lists.ts';
import { isDateField, noteAdviceText } from './column-advice.ts';
import { type ConversionOptions, type FieldPlace, isPlain, type LocalTimeZone, type PlainField } from './conversion.ts';
import { toIsoDate, toIsoDateTime } from './date-format.ts';
import { formatFault, toUtcDateTime } from './date-time.ts';

export interface Converted {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** Converts a cell of a table. The caller leaves out empty cells: they have no value. */
export function convertCell(field: Field, cell: string, place: FieldPlace, options: ConversionOptions): Converted {
  if (isPlain(field)) {
    const value = plainConverter(field, options)(cell);
    return { value, problems: findPlainFault(field, value, () => place) };
  }
  const text = options.fix ? cell.trim() : cell;
  return field.kind === 'list' ? convertList(field, text, place, options) : convertValue(field, text, place, options);
}

/** Returns the function that converts the cells of a plain field. */
export function plainConverter(field: PlainField, options: ConversionOptions): (cell: string) => unknown {
  const { fix } = options;
  if (field.kind === 'integer' || field.kind === 'decimal') {
    const form = field.kind === 'integer' ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}(\.\d{1,15})?$/;
    return (cell) => {
      const text = fix ? cell.trim() : cell;
      return form.test(text) ? Number(text) : text;
    };
  }
  return (cell) => convertPlain(field, cell, options);
}

/** Converts a value of a JSON file, which may already have its type. */
export function convertValue(field: Field, value: unknown, place: FieldPlace, options: ConversionOptions): Converted {
  if (isPlain(field)) return converted(convertPlain(field, value, options));
  if (field.kind === 'object') return convertRecord(field.resource, value, place.path, options);
  if (field.kind === 'list' && Array.isArray(value)) return convertEntries(field.of, value, place, options);
  if (typeof value !== 'string') return converted(value);
  const text = options.fix ? value.trim() : value;
  return field.kind === 'date-time' ? convertDateTime(text, place, options) : converted(text);
}

function convertPlain(field: PlainField, value: unknown, options: ConversionOptions): unknown {
  if (typeof value === 'boolean') return field.kind === 'boolean' && field.asText ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = options.fix ? value.trim() : value;
  if (field.kind === 'boolean') return toBoolean(text, field.asText === true);
  const isDate = options.dateFormat !== undefined && isDateField(field);
  return (isDate ? toIsoDate(options.dateFormat, text) : undefined) ?? text;
}

/** Converts the fields of a JSON object. Unknown fields stay: the check reports them. */
export function convertRecord(resource: Resource, value: unknown, path: Path, options: ConversionOptions): Converted {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return converted(value);
  const problems: Problem[] = [];
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field === undefined) return [name, item];
    noteAdviceText(field, () => formatPath([...path, name]).replace(/\[\d+\]/g, '[]'), item, options);
    if (isPlain(field)) {
      const plain = convertPlain(field, item, options);
      const placeOf = () => ({ resource, name, path: [...path, name] });
      problems.push(...findPlainFault(field, plain, placeOf, { isJson: true }));
      return [name, plain];
    }
    const result = convertValue(field, item, { resource, name, path: [...path, name] }, options);
    problems.push(...result.problems);
    return [name, result.value];
  });
  return { value: Object.fromEntries(entries), problems: problems.length === 0 ? NO_PROBLEMS : problems };
}

function toBoolean(text: string, asText: boolean): unknown {
  const value = readYesNo(text);
  if (value === undefined) return text;
  return asText ? String(value) : value;
}

function convertList(field: ListField, text: string, place: FieldPlace, options: ConversionOptions): Converted {
  const { of } = field;
  const list = of.kind === 'object' ? parseObjectList(of, text) : parseTextList(text);
  if (!Array.isArray(list)) return converted(list);
  return convertEntries(of, list, place, options);
}

function convertDateTime(text: string, place: FieldPlace, options: ConversionOptions): Converted {
  // The contract decides whether the field may be empty.
  if (text.trim() === '') return converted(text);
  const { zone, onDateTime, dateFormat } = options;
  const iso = (dateFormat && toIsoDateTime(dateFormat, text)) ?? text;
  const result = toUtcDateTime(iso, zone);
  if ('value' in result) {
    onDateTime?.(result.value, localDay(iso, result.value, zone));
    return converted(result.value);
  }
  // A text in no form that is known is to be written in the form that the user has named.
  const isMisfit = result.problem.problem === 'invalid' && iso === text && !/^\d{4}-/.test(text);
  const { words, suggestion } = dateFormat !== undefined && isMisfit ? formatFault(dateFormat) : result.problem;
  const rule = fieldRule({ ...place, isEntry: false }, result.problem.problem);
  return {
    value: text,
    problems: [problem({ path: place.path, rule, message: `${place.name} ${words}`, suggestion })],
  };
}

/** Returns the day as in the file; for a time in UTC, the day in the zone of the input, if it has one. */
function localDay(text: string, utc: string, zone: LocalTimeZone | undefined): string {
  const isUtc = /z$/i.test(text);
  return isUtc && zone !== undefined ? zone.dayOf(utc) : text.slice(0, 'yyyy-mm-dd'.length);
}

function convertEntries(field: Field, entries: unknown[], place: FieldPlace, options: ConversionOptions): Converted {
  if (isPlain(field)) return converted(entries.map((entry) => convertPlain(field, entry, options)));
  const results = entries.map((entry, index) =>
    convertValue(field, entry, { ...place, path: [...place.path, index] }, options),
  );
  return { value: results.map(({ value }) => value), problems: results.flatMap(({ problems }) => problems) };
}

const NO_PROBLEMS: readonly Problem[] = [];

function converted(value: unknown): Converted {
  return { value, problems: NO_PROBLEMS };
}

/** Finds a text in a field for yes or no, or for a number, that could not be converted. */
export function findPlainFault(
  field: PlainField,
  value: unknown,
  placeOf: () => FieldPlace,
  { isJson = false } = {},
): readonly Problem[] {
  if (typeof value !== 'string') return NO_PROBLEMS;
  const fault = faultOf(field, value);
  if (fault === undefined) return NO_PROBLEMS;
  const { resource, name, path } = placeOf();
  const rule = fieldRule({ resource, name, isEntry: false }, 'type');
  // In JSON, a number in quotes is a text, even if it consists of digits.
  const suggestion = isJson && fault !== BOOLEAN ? 'write a number without quotes' : fault.suggestion;
  return [problem({ path, rule, message: `${name} ${fault.words}`, suggestion })];
}

function faultOf(field: PlainField, value: string): typeof BOOLEAN | undefined {
  switch (field.kind) {
    case 'boolean':
      return field.asText && (value === 'true' || value === 'false') ? undefined : BOOLEAN;
    case 'integer':
      return INTEGER;
    case 'decimal':
      return DECIMAL;
    default:
      return undefined;
  }
}

const BOOLEAN = { words: 'must be true or false', suggestion: 'write true, false, yes, no, 1 or 0' };
const INTEGER = { words: 'must be a whole number', suggestion: 'write digits only, like 25' };
const DECIMAL = { words: 'must be a number', suggestion: 'write it with a full stop, like 12.5, and without a unit' };
