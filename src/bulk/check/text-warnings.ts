/** Warnings about texts that look wrong although the platform accepts them. */

import { damageOf } from '../../platform/fields/damage/damage.ts';
import { fixDamage, useOf } from '../../platform/fields/damage/fix-damage.ts';
import type { Field, Resource, TextField } from '../../platform/fields/field.ts';
import { fieldRule, type Place } from '../../platform/fields/field-path.ts';
import { type Path, type Problem, problem } from '../../platform/problem.ts';

/** Goes through the texts of a request by the fields of its resource; one warning at most for each text. */
export function findTextWarnings(resource: Resource, request: unknown): Problem[] {
  const found: Problem[] = [];
  lookThrough(resource, request, [], found);
  return found;
}

function lookThrough(resource: Resource, record: unknown, path: Path, found: Problem[]): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return;
  for (const [name, value] of Object.entries(record)) {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field === undefined) continue;
    if (field.kind === 'list' && Array.isArray(value)) {
      for (const [index, entry] of value.entries()) {
        lookAt({ resource, name, isEntry: true }, field.of, entry, () => [...path, name, index], found);
      }
    } else if (typeof value === 'string' || field.kind === 'object') {
      lookAt({ resource, name, isEntry: false }, field, value, () => [...path, name], found);
    }
  }
}

/** Nearly every text is clean, and then nothing is made of its path. */
function lookAt(place: Omit<Place, 'field'>, field: Field, value: unknown, pathOf: () => Path, found: Problem[]): void {
  if (field.kind === 'object') {
    lookThrough(field.resource, value, pathOf(), found);
    return;
  }
  if (field.kind !== 'text' || typeof value !== 'string') return;
  const warning = warningOf(field, value);
  if (warning === undefined) return;
  const { name, message, proposal } = warning;
  const suggestion = fixDamage(value, useOf(field)) === undefined ? proposal : `${proposal} (--fix does it)`;
  const rule = fieldRule(place, name);
  found.push(problem({ path: pathOf(), rule, message: `${place.name} ${message}`, suggestion }));
}

/** What is odd about one text. */
export function warningOf(field: TextField, text: string): ReturnType<typeof damageOf> | typeof LOOSE {
  const isLoose = field.surroundingSpace === 'warning' && text !== text.trim() && text.trim() !== '';
  return damageOf(text, useOf(field)) ?? (isLoose ? LOOSE : undefined);
}

/** People have such names in spreadsheets, and the platform takes them. */
const LOOSE = {
  name: 'surrounding-space',
  message: 'has white space before or after the text',
  proposal: 'remove it, or let --fix do it',
} as const;
