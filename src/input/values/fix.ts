/** What `--fix` makes of texts that programs have damaged. Each change is reported without the text, which may be personal. */
import { fixDamage, useOf } from '../../platform/fields/damage/fix-damage.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { type Path, type Problem, problem } from '../../platform/problem.ts';

const FIXED_RULE = 'input.value.fixed';

/** What was made, and a note for each change. */
interface Fixed<T> {
  readonly value: T;
  readonly fixed: readonly Problem[];
}

const NONE: readonly never[] = [];

export function fixText(field: Field, text: string, path: Path): Fixed<string> {
  const found = fixDamage(text, useOf(field));
  const isLoose = isTrimmable(text);
  if (found === undefined && !isLoose) return { value: text, fixed: NONE };
  const changes = found?.kinds.map(({ message, fix }) => `${message}; --fix ${fix?.done}`) ?? [];
  return {
    value: found?.text ?? text.trim(),
    fixed: [...changes, ...(isLoose ? [TRIMMED] : NONE)].map((change) => fixNote(path, change)),
  };
}

const TRIMMED = 'has white space before or after the text; --fix has removed it';

/** Usual white space around a text. Other blanks are damage with words of their own. */
function isTrimmable(text: string): boolean {
  return /^[ \t\r\n]|[ \t\r\n]$/.test(text) && text.trim() !== '';
}

/** The note about white space around the entries of a list, once for its cell. */
export function trimNote(path: Path): Problem {
  return fixNote(path, 'has white space around its entries; --fix has removed it');
}

function fixNote(path: Path, change: string): Problem {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  return problem({ path, rule: FIXED_RULE, message: `${name} ${change}` });
}

/** A value of JSON, or the list that a cell held, with all texts in it. */
export function fixValue(field: Field, value: unknown, path: Path): Fixed<unknown> {
  const fixed: Problem[] = [];
  return { value: fixWithin(field, value, path, fixed), fixed };
}

/** The same of a record. Fields that are not known stay, for the check to name them. */
export function fixRecord(resource: Resource, record: unknown): Fixed<unknown> {
  const fixed: Problem[] = [];
  return { value: fixFields(resource, record, [], fixed), fixed };
}

function fixWithin(field: Field, value: unknown, path: Path, fixes: Problem[]): unknown {
  if (field.kind === 'object') return fixFields(field.resource, value, path, fixes);
  if (field.kind === 'list' && Array.isArray(value)) {
    return value.map((entry, index) => fixWithin(field.of, entry, [...path, index], fixes));
  }
  if (typeof value !== 'string' || field.kind === 'list') return value;
  const { value: text, fixed } = fixText(field, value, path);
  fixes.push(...fixed);
  return text;
}

function fixFields({ fields }: Resource, record: unknown, path: Path, fixes: Problem[]): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field === undefined ? value : fixWithin(field, value, [...path, name], fixes)];
    }),
  );
}
