/** Reads the text of a mapping, checks it, and makes it ready to run. */
import type * as z from 'zod';
import { hintOfNames } from '../../base/closest.ts';
import { findRepeatedKey, scanJson } from '../../base/json-text.ts';
import { parseJson } from '../../base/json-value.ts';
import { UsageError } from '../../errors.ts';
import { formatPath } from '../../platform/problem.ts';
import { openTimeZone } from '../values/conversion.ts';
import { type DateFormat, parseDateFormat } from '../values/date-format.ts';
import { type CompiledSteps, compileSteps, foldText, type Matcher } from './field-steps.ts';
import { type FieldSteps, type Mapping, mappingSchema, type SkippedRows, stepsOf } from './mapping.ts';
import { parseTemplate, type Template } from './template.ts';

/** A mapping that was read, with the name by which the user knows it. */
export interface NamedMapping {
  /** The file, or the name of a preset. */
  readonly name: string;
  readonly mapping: Mapping;
}

/** Throws a UsageError about the first fault of the text, with file, path and remedy. */
export function parseMapping(name: string, text: string, kinds: readonly [string, ...string[]]): NamedMapping {
  const json = parseJson(text);
  if (json === undefined) throw faulty(name, '', 'is not JSON', WRITE_ONE);
  const repeated = findRepeatedKey(text, json, scanJson(text).keys);
  if (repeated !== undefined) throw faulty(name, repeated.key, 'stands there twice', 'Remove one of the two.');
  const { data, error } = mappingSchema(kinds).safeParse(json, { reportInput: true });
  if (data !== undefined) return { name, mapping: data };
  const issue = error.issues.map(innermost)[0];
  if (issue === undefined) throw faulty(name, '', 'is no mapping', WRITE_ONE);
  const path = formatPath(issue.path.map((part) => (typeof part === 'number' ? part : String(part))));
  if (issue.code === 'unrecognized_keys') {
    throw faulty(name, path, `has an unknown part ${JSON.stringify(issue.keys[0])}`, WRITE_ONE);
  }
  throw faulty(name, path, lowerIssue(issue.message), WRITE_ONE);
}

/** Of a value that can be a text or an object: the fault of the object, if it is one. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flat().find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

const WRITE_ONE = 'See docs/mappings.md for the form, or let "examctl mapping draft" write one.';

/** The messages of the schema begin with a capital letter; ours continue a sentence. */
function lowerIssue(message: string): string {
  return /^[A-Z]/.test(message) ? `is wrong: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message;
}

function faulty(name: string, path: string, problem: string, hint: string): UsageError {
  return new UsageError(`The mapping ${name}${path === '' ? '' : `: ${path}`} ${problem}`, { hint });
}

/** A mapping whose templates, patterns and formats are ready to run. */
export interface CompiledMapping extends NamedMapping {
  readonly fields: readonly CompiledField[];
  readonly skipRows: readonly CompiledSkip[];
}

interface CompiledField {
  /** The name of the field, or of an entry of a list: `Labels[0]`. */
  readonly name: string;
  readonly steps: CompiledSteps;
}

/** Rows that are no records, by the cell of one column. */
interface CompiledSkip {
  readonly column: string;
  readonly matches: (cell: string) => boolean;
}

/**
 * Makes a mapping ready. Throws a UsageError about a template, a pattern or a format that cannot be used, a field that
 * the kind does not have, and a draft with open columns. `isField` says which names are fields.
 */
export async function compileMapping(
  { name, mapping }: NamedMapping,
  { fields: known, isField }: { readonly fields: readonly string[]; readonly isField: (name: string) => boolean },
): Promise<CompiledMapping> {
  if ((mapping.unknown ?? []).length > 0) throw openColumns(name, mapping.unknown ?? []);
  const entries = Object.entries(mapping.fields).map(([field, given]) => [field, stepsOf(given)] as const);
  const patterns = [...entries.map(([, steps]) => steps), ...(mapping.skipRows ?? [])];
  const matcherOf = patterns.some(({ pattern }) => pattern !== undefined) ? await openMatchers(name) : () => undefined;
  const compile = async (field: string, steps: FieldSteps): Promise<CompiledField> => {
    const path = `fields.${field}`;
    if (!isField(field)) throw faulty(name, path, 'is no field of this kind', hintOfNames(field, known, 'fields'));
    const options = {
      name: field,
      template: steps.from === undefined ? undefined : templateOf(name, path, steps.from),
      dateFormat: steps.dateFormat === undefined ? undefined : dateFormatOf(name, path, steps.dateFormat),
      zone: steps.timezone === undefined ? undefined : await openTimeZone(steps.timezone),
      matcher: matcherOf(steps.pattern, `${path}.pattern`),
    };
    return { name: field, steps: compileSteps(steps, options) };
  };
  const skip = (rows: SkippedRows, index: number) => compileSkip(rows, matcherOf(rows.pattern, skipPath(index)));
  return {
    name,
    mapping,
    fields: await Promise.all(entries.map(([field, steps]) => compile(field, steps))),
    skipRows: (mapping.skipRows ?? []).map(skip),
  };
}

function skipPath(index: number): string {
  return `skipRows[${index}].pattern`;
}

function openColumns(name: string, columns: readonly string[]): UsageError {
  const list = columns.map((column) => JSON.stringify(column)).join(', ');
  return new UsageError(`The mapping ${name} is not complete: "unknown" has ${list}`, {
    hint: 'Name each of these columns under "fields" or "ignore", and remove it from "unknown".',
  });
}

function templateOf(name: string, path: string, text: string): Template {
  const template = parseTemplate(text);
  if (typeof template === 'string') throw faulty(name, `${path}.from`, template, 'Write {Header} for each cell.');
  return template;
}

function dateFormatOf(name: string, path: string, text: string): DateFormat {
  const format = parseDateFormat(text);
  if (typeof format === 'string') throw faulty(name, `${path}.dateFormat`, 'is no format of dates', `${format}.`);
  return format;
}

type MatcherOf = (pattern: string | undefined, path: string) => Matcher | undefined;

/**
 * Loads the engine of patterns. It matches in linear time, so that a mapping from elsewhere cannot hang a run. A pattern
 * with a value needs one group; without a group the whole text is the value.
 */
async function openMatchers(name: string): Promise<MatcherOf> {
  const { RE2JS } = await import('re2js');
  return (pattern, path) => {
    if (pattern === undefined) return undefined;
    try {
      const compiled = RE2JS.compile(pattern);
      const group = compiled.groupCount() > 0 ? 1 : 0;
      return (text) => {
        const matcher = compiled.matcher(text);
        return matcher.matches() ? (matcher.group(group) ?? '') : undefined;
      };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : '';
      const hint = `Write the pattern in the syntax of RE2, which has no look-ahead and no back-references (${reason}).`;
      throw new UsageError(`The mapping ${name}: ${path} is no pattern`, { hint, cause });
    }
  };
}

function compileSkip({ column, equals }: SkippedRows, matcher: Matcher | undefined): CompiledSkip {
  if (matcher !== undefined) return { column, matches: (cell) => matcher(cell) !== undefined };
  const texts = new Set((equals ?? []).map(foldText));
  return { column, matches: (cell) => texts.has(foldText(cell)) };
}
