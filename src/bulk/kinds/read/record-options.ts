/** The columns of the tables of a kind. */
import { type ColumnField, fieldsOf } from '../../../input/column-field.ts';
import type { ColumnRules } from '../../../input/table/header/match-columns.ts';
import type { RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import type { DraftOptions, Kind } from '../kind.ts';

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
