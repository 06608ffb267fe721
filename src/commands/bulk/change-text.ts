/** Describes changes as text. Personal data is masked unless `reveal` is set; secrets are never shown. */
import { ownValue } from '../../base/own-value.ts';
import type { DescribeChange } from '../../bulk/report/results.ts';
import type { FieldChange } from '../../model/report.ts';
import { maskPersonal, shortenName } from '../../output/report/changes.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { candidateResource } from '../../platform/resources/schedule.ts';
import { userResource } from '../../platform/resources/user.ts';
import { isSecret, NOT_SHOWN } from '../../platform/secrets.ts';
import type { ValueChange } from '../../platform/service.ts';

/** `resources` define which fields are personal or secret. A field that is in none of them is shown. */
export function createChangeDescriber(resources: readonly Resource[], reveal: boolean): DescribeChange {
  const candidateResources = [candidateResource, userResource];
  const nameOf = (holder: unknown) => nameOfHolder(holder, reveal);
  return {
    change: ({ candidate, ...change }) => {
      if (candidate === undefined) return describeField(change, resources, reveal);
      const name = nameOf(candidate);
      const described = describeField(change, candidateResources, reveal);
      return { ...described, candidate: candidate.CandidateExtId, ...(name !== undefined && { name }) };
    },
    name: (request) => nameOf(ownValue(request, 'Schedule') ?? request),
  };
}

function describeField(
  { field, before, after }: Omit<ValueChange, 'candidate'>,
  resources: readonly Resource[],
  reveal: boolean,
): FieldChange {
  const found = fieldNamed(resources, field);
  if (isSecret(found)) return { field, before: NOT_SHOWN, after: NOT_SHOWN };
  const mask = found?.personal && !reveal ? maskPersonal : (text: string) => text;
  return { field, before: toText(before, mask), after: toText(after, mask) };
}

/** The name of a person, or the title of any other record. */
function nameOfHolder(holder: unknown, reveal: boolean): string | undefined {
  const [first, last] = [textOf(holder, 'FirstName'), textOf(holder, 'LastName')];
  if (!first && !last) return textOf(holder, 'Title') || undefined;
  return reveal ? [first, last].filter((part) => part).join(' ') : shortenName(first ?? '', last ?? '');
}

function textOf(holder: unknown, field: string): string | undefined {
  const value = ownValue(holder, field);
  return typeof value === 'string' ? value.trim() : undefined;
}

function fieldNamed(resources: readonly Resource[], name: string): Field | undefined {
  return resources.map(({ fields }) => (Object.hasOwn(fields, name) ? fields[name] : undefined)).find((field) => field);
}

function toText(value: unknown, mask: (text: string) => string): string | null {
  if (value === undefined || value === null) return null;
  return mask(Array.isArray(value) ? value.map(entryText).join(', ') : entryText(value));
}

/** An entry of a list that has nothing but its id is shown as the id. */
function entryText(value: unknown): string {
  const id = ownValue(value, 'ExternalId');
  if (typeof id === 'string' && Object.keys(Object(value)).length === 1) return id;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
