/** Follows paths through a resource's fields, and names the rules of the fields at their ends. */

import type { Path } from '../problem.ts';
import { type Field, kebabCase, type Resource } from './field.ts';
import type { FieldProblem } from './problem-names.ts';

/** The end of a path in a resource: the field, and whether the path leads to an entry of its list. */
export interface FoundField {
  readonly resource: Resource;
  readonly name: string;
  readonly field: Field;
  readonly isEntry: boolean;
}

/** Returns the field at the end of a path; `undefined` if the contract has no such path. */
export function findField(resource: Resource, path: Path): FoundField | undefined {
  let found: FoundField | undefined;
  let current: Resource | undefined = resource;
  for (const part of path) {
    if (typeof part === 'number') {
      if (found?.field.kind !== 'list') return undefined;
      const { of } = found.field;
      found = { ...found, isEntry: true };
      current = of.kind === 'object' ? of.resource : undefined;
      continue;
    }
    const field: Field | undefined = current && Object.hasOwn(current.fields, part) ? current.fields[part] : undefined;
    if (current === undefined || field === undefined) return undefined;
    found = { resource: current, name: part, field, isEntry: false };
    current = field.kind === 'object' ? field.resource : undefined;
  }
  return found;
}

/** The resource of the object at the end of a path; `resource` itself if the path does not end at an object. */
export function nestedResource(resource: Resource, path: Path): Resource {
  const field = findField(resource, path)?.field;
  const nested = field?.kind === 'list' ? field.of : field;
  return nested?.kind === 'object' ? nested.resource : resource;
}

/** The name of a rule about a field: `user.email.invalid`, `user.labels.item-too-long`. */
export function fieldRule({ resource, name, isEntry }: Omit<FoundField, 'field'>, problemName: FieldProblem): string {
  const named = isEntry ? undefined : resource.fields[name]?.rules?.[problemName];
  if (named !== undefined) return named;
  const prefix = isEntry && problemName !== 'duplicates' ? 'item-' : '';
  return `${resource.name}.${kebabCase(name)}.${prefix}${problemName}`;
}
