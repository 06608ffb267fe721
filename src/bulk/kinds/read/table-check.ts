/** Creates the check for pieces of a table. */
import { type ColumnField, fieldsOf } from '../../../input/table/column-field.ts';
import { matchColumns } from '../../../input/table/header/match-columns.ts';
import type { RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../../input/values/column-advice.ts';
import type { DateTime, RowCheck, TableCheck, TableHead } from '../../pieces/piece-check.ts';
import { createRecordCheck } from '../../pieces/record-rows.ts';
import type { DraftOptions, Kind } from '../kind.ts';

/** Returns `undefined` if the records of the table must be read one after the other. */
export function createTableCheck(kind: Kind<unknown>, table: TableHead, options: DraftOptions): TableCheck | undefined {
  const dateTimes: DateTime[] = [];
  const onDateTime = (...dateTime: DateTime) => void dateTimes.push(dateTime);
  const advice = createColumnAdvice();
  const check = createRowCheck(kind, table, { ...options, onDateTime, onAdviceText: advice.add });
  return check && { ...check, takeDateTimes: () => dateTimes.splice(0), takeAdviceTexts: advice.takeNew };
}

function createRowCheck(kind: Kind<unknown>, table: TableHead, options: DraftOptions): RowCheck | undefined {
  if (kind.draft !== undefined) return kind.checkTable?.(table, options);
  const { workflow } = options;
  const checks = { ...kind, checkForm: (request: unknown) => kind.checkForm(request, workflow) };
  const drafting = recordOptions(kind, options);
  const { fastCheck: given } = kind;
  const fastCheck = given && { ...given, keepsRules: (record: object) => given.keepsRules(record, workflow) };
  return createRecordCheck(matchColumns(table, drafting.columns), checks, drafting, fastCheck);
}

/** Returns the options for reading the records of a kind, with the columns of its tables. */
export function recordOptions(
  kind: Kind<unknown>,
  { mapping, preset = {}, ...given }: DraftOptions,
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
    columns: { known, required, suggestions, mapping, defaults },
  };
}
