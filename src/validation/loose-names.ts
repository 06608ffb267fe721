/** White space around first and last names: people have such names in spreadsheets, and the platform takes them. */
import type { Field } from '../contract/field.ts';
import { ownValue } from '../contract/own-value.ts';
import { type Path, type Problem, problem } from '../contract/problem.ts';
import { candidateResource } from '../contract/schedule.ts';
import { userResource } from '../contract/user.ts';
import { fieldRule } from '../contract/field-path.ts';

/** Warnings of a request of any kind: its own names, and those of its candidates. */
export function findLooseNames(request: unknown): Problem[] {
  const candidates = ownValue(request, 'Candidates');
  if (!Array.isArray(candidates)) return looseNamesOf(request, [], resourceOf(request));
  return candidates.flatMap((candidate, index) => looseNamesOf(candidate, ['Candidates', index], candidateResource));
}

type NamedResource = typeof candidateResource | typeof userResource;

function resourceOf(request: unknown): NamedResource {
  return ownValue(request, 'CandidateExtId') === undefined ? userResource : candidateResource;
}

function looseNamesOf(record: unknown, path: Path, resource: NamedResource): Problem[] {
  return LOOSE_FIELDS[resource.name].flatMap((name) => {
    const value = ownValue(record, name);
    if (typeof value !== 'string' || value.trim() === '' || value === value.trim()) return [];
    const rule = fieldRule({ resource, name, isEntry: false }, 'surrounding-space');
    const message = `${name} has white space before or after the text`;
    return [problem({ path: [...path, name], rule, message, suggestion: 'remove it, or let --fix do it' })];
  });
}

const LOOSE_FIELDS = {
  candidate: looseFields(candidateResource.fields),
  user: looseFields(userResource.fields),
} as const;

function looseFields(fields: Readonly<Record<string, Field>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.surroundingSpace === 'warning' ? [name] : [],
  );
}
