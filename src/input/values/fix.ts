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
  if (found === undefined) return { value: text, fixed: NONE };
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const fixed = found.kinds.map(({ message, fix }) =>
    problem({ path, rule: FIXED_RULE, message: `${name} ${message}; --fix ${fix?.done}` }),
  );
  return { value: found.text, fixed };
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
