/** Recognises texts that are headers of columns. */
import { foldName } from '../../../base/closest.ts';
import type { Field, Resource } from '../../../platform/fields/field.ts';
import type { ColumnField } from '../../column-field.ts';
import { fieldsOfWord } from '../../words/meaning.ts';

/** The resource of a table's records, and the columns that they have in addition to its fields. */
interface RecordColumns {
  readonly resource: Resource;
  readonly extraColumns?: readonly ColumnField[] | undefined;
}

/** Makes the test for a table. A column may have a field of the record, or of a part of it, such as its candidates. */
export function columnTest(
  { resource, extraColumns = [] }: RecordColumns,
  mapping: ReadonlyMap<string, unknown>,
): (name: string) => boolean {
  const names = [...namesIn(resource), ...extraColumns.map(({ name }) => name)];
  const known = new Map(names.map((name) => [foldName(name), name]));
  const mapped = new Set([...mapping.keys()].map(foldName));
  return (name) => {
    const folded = foldName(name.replace(/\[\d{1,3}\].*$/s, ''));
    return mapped.has(foldName(name)) || known.has(folded) || fieldsOfWord(name).some((field) => names.includes(field));
  };
}

function namesIn({ fields }: Resource): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [name, ...namesWithin(field)]);
}

function namesWithin(field: Field): string[] {
  if (field.kind === 'object') return namesIn(field.resource);
  return field.kind === 'list' ? namesWithin(field.of) : [];
}
