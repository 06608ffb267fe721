/** The columns of the tables of a kind, and the fields that a mapping of it can name. */
import { type ColumnField, fieldsOf } from '../../../input/column-field.ts';
import { byFoldedName, fieldNamed } from '../../../input/table/header/field-names.ts';
import type { ColumnRules } from '../../../input/table/header/match-columns.ts';
import type { RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import type { DraftOptions, Kind } from '../kind.ts';

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

/** Returns the columns that a table of a kind can have. */
export function columnRules(kind: Kind<unknown>, options: DraftOptions): ColumnRules {
  return kind.columnRules?.(options) ?? recordOptions(kind, options).columns;
}

/** Returns the options for reading the records of a kind, with the columns of its tables. */
export function recordOptions(
  kind: Kind<unknown>,
  { mapping, described, ignore, preset = {}, ...given }: DraftOptions,
): RecordDraftOptions {
  const { resource, keyFields, extraColumns = [], alsoRequired = [], suggestions = {}, withId } = kind;
  const { defaults } = given;
  const columns = fieldsOf(resource);
  const isNeeded = ({ name, field }: ColumnField) => field.required === true || alsoRequired.includes(name);
  const required = columns.filter((column) => isNeeded(column) && !Object.hasOwn(preset, column.name));
  const known = [...columns, ...extraColumns];
  return {
    ...given,
    resource,
    keyFields,
    preset,
    withId,
    columns: { known, required, suggestions, mapping, described, ignore, defaults },
  };
}
