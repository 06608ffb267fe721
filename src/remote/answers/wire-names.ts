/** Names of fields as the interface writes them, in an answer that writes them otherwise: `candidateExtId`. */
import type { Field, Resource } from '../../platform/fields/field.ts';
import { isObject, looseName } from '../text/json-object.ts';

/** What the resource does not know keeps its name. */
export function withWireNames(value: unknown, resource: Resource): unknown {
  if (!isObject(value)) return value;
  const names = namesOf(resource);
  const renamed = Object.entries(value).map(([name, entry]): [string, unknown] => {
    const wireName = Object.hasOwn(resource.fields, name) ? name : (names.get(looseName(name)) ?? name);
    return [wireName, withFieldNames(entry, resource.fields[wireName])];
  });
  return Object.fromEntries(renamed);
}

function withFieldNames(value: unknown, field: Field | undefined): unknown {
  if (field?.kind === 'list' && Array.isArray(value)) return value.map((entry) => withFieldNames(entry, field.of));
  return field?.kind === 'object' ? withWireNames(value, field.resource) : value;
}

const known = new WeakMap<Resource, ReadonlyMap<string, string>>();

function namesOf(resource: Resource): ReadonlyMap<string, string> {
  const names = known.get(resource) ?? new Map(Object.keys(resource.fields).map((name) => [looseName(name), name]));
  known.set(resource, names);
  return names;
}
