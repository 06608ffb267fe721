/** The field in a column of a table. */
import type { Field, Resource } from '../platform/fields/field.ts';
import type { Path } from '../platform/problem.ts';

/** The field of a column, or a part of a field. */
export interface ColumnField {
  readonly resource: Resource;
  readonly name: string;
  /** The type of the column's cells. */
  readonly field: Field;
  /** Set if the column is one entry of a list, or one field of an entry: `Hierarchies[0].ExternalId`. */
  readonly entry?: { readonly index: number; readonly part?: string };
}

export function fieldsOf(resource: Resource): ColumnField[] {
  return Object.entries(resource.fields).map(([name, field]) => ({ resource, name, field }));
}

/** The path of a column's values in their record. */
export function pathOf({ name, entry }: ColumnField): Path {
  if (entry === undefined) return [name];
  return entry.part === undefined ? [name, entry.index] : [name, entry.index, entry.part];
}
