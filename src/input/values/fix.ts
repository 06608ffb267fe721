/** Trims texts and removes invisible characters from them for `--fix`. Each change is reported without the text, which may be personal. */
import { withoutInvisible } from '../../platform/fields/damage.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { type Path, type Problem, problem } from '../../platform/problem.ts';

const FIXED_RULE = 'input.value.fixed';

/** A repaired value, and a note about each change. */
interface Fixed<T> {
  readonly value: T;
  readonly fixed: readonly Problem[];
}

export function fixText(field: Field, text: string, path: Path): Fixed<string> {
  const visible = withoutInvisible(text, field);
  const trimmed = text.trim() === '' ? text : text.trim();
  const changes = [...(visible === undefined ? [] : [REMOVED]), ...(trimmed === text ? [] : [TRIMMED])];
  return { value: visible ?? trimmed, fixed: changes.map((change) => fixNote(path, change)) };
}

const REMOVED = 'has characters that cannot be seen; --fix has removed them';
const TRIMMED = 'has white space before or after the text; --fix has removed it';

/** Returns the note about white space around the entries of a list, once for its cell. */
export function trimNote(path: Path): Problem {
  return fixNote(path, 'has white space around its entries; --fix has removed it');
}

function fixNote(path: Path, change: string): Problem {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  return problem({ path, rule: FIXED_RULE, message: `${name} ${change}` });
}

/** Repairs all texts within a value of JSON or within the list of a cell. */
export function fixValue(field: Field, value: unknown, path: Path): Fixed<unknown> {
  const fixed: Problem[] = [];
  return { value: fixWithin(field, value, path, fixed), fixed };
}

/** Repairs all texts of a record. Unknown fields stay: the check reports them. */
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
