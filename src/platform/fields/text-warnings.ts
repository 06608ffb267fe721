/** Warns of texts that look wrong although the platform accepts them. */

import { type Path, type Problem, problem } from '../problem.ts';
import { checkScalar, type ScalarField } from './check.ts';
import { damageOf, withoutInvisible } from './damage.ts';
import type { Field, Resource, TextField } from './field.ts';
import { type FoundField, fieldRule } from './field-path.ts';

/** Searches the texts of all fields of a resource. A text has at most one warning. */
export function findTextWarnings(resource: Resource, request: unknown): Problem[] {
  const found: Problem[] = [];
  searchRecord(resource, request, [], found);
  return found;
}

function searchRecord(resource: Resource, record: unknown, path: Path, found: Problem[]): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return;
  for (const [name, value] of Object.entries(record)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field === undefined) continue;
    if (field.kind === 'list' && Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        searchValue({ resource, name, isEntry: true }, field.of, entry, () => [...path, name, index], found);
      }
    } else if (typeof value === 'string' || field.kind === 'object') {
      searchValue({ resource, name, isEntry: false }, field, value, () => [...path, name], found);
    }
  }
}

/** Whether a value of a field without parts is valid, and nothing is to be said about its text. */
export function isSound(field: ScalarField, value: unknown): boolean {
  if (checkScalar(field, value) !== undefined) return false;
  return field.kind !== 'text' || typeof value !== 'string' || warningOf(field, value) === undefined;
}

/** `pathOf` creates the path only for a warning: nearly all texts are clean. */
function searchValue(
  place: Omit<FoundField, 'field'>,
  field: Field,
  value: unknown,
  pathOf: () => Path,
  found: Problem[],
): void {
  if (field.kind === 'object') {
    searchRecord(field.resource, value, pathOf(), found);
    return;
  }
  if (field.kind !== 'text' || typeof value !== 'string') return;
  const warning = warningOf(field, value);
  if (warning === undefined) return;
  const { name, message, proposal } = warning;
  const suggestion = withoutInvisible(value, field) === undefined ? proposal : `${proposal} (--fix does it)`;
  const rule = fieldRule(place, name);
  found.push(problem({ path: pathOf(), rule, message: `${place.name} ${message}`, suggestion }));
}

/** Returns the warning about a text, if it needs one. */
function warningOf(field: TextField, text: string): ReturnType<typeof damageOf> | typeof SURROUNDING_SPACE {
  const hasSpace = field.surroundingSpace === 'warning' && text !== text.trim() && text.trim() !== '';
  return damageOf(text, field) ?? (hasSpace ? SURROUNDING_SPACE : undefined);
}

/** Spreadsheets often have such names, and the platform accepts them. */
const SURROUNDING_SPACE = {
  name: 'surrounding-space',
  message: 'has white space before or after the text',
  proposal: 'remove it, or let --fix do it',
} as const;
