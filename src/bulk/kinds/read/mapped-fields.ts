/** The fields that a mapping of a kind can name. */
import { type ColumnField, fieldsOf } from '../../../input/column-field.ts';
import { byFoldedName, fieldNamed } from '../../../input/table/header/field-names.ts';
import type { Kind } from '../kind.ts';

/** All columns that a table of a kind can have. Parts such as the candidates of a schedule have columns of their own. */
export function columnsOf({ resource, parts = [resource], extraColumns = [] }: Kind<unknown>): ColumnField[] {
  return [...parts.flatMap(fieldsOf), ...extraColumns];
}

/** Their names, and the test whether a name is one of them, or an entry of a list such as `Labels[0]`. */
export function mappedFields(kind: Kind<unknown>) {
  const columns = columnsOf(kind);
  const byName = byFoldedName(columns);
  return {
    fields: columns.map(({ name }) => name),
    isField: (name: string) => fieldNamed(name, byName) !== undefined,
  };
}
