/** Reads an input as records of a kind. */
import type { Input } from '../../../input/port.ts';
import { type ColumnField, fieldsOf } from '../../../input/table/column-field.ts';
import { findColumnNotes } from '../../../input/table/header/column-notes.ts';
import type { ColumnRules } from '../../../input/table/header/match-columns.ts';
import { fileFindings } from '../../../input/table/origin.ts';
import { draftRecords, type RecordDraftOptions } from '../../../input/table/record-drafts.ts';
import { createColumnAdvice } from '../../../input/values/column-advice.ts';
import type { DraftSource } from '../../../model/draft.ts';
import type { DraftOptions, Kind } from '../kind.ts';
import { onThreads } from './threads.ts';

export async function draftKind(kind: Kind<unknown>, given: Input, options: DraftOptions): Promise<DraftSource> {
  const advice = createColumnAdvice();
  const drafting = { ...options, onAdviceText: advice.add };
  const input = onThreads(kind, given, drafting);
  const inputs = [input, ...(options.candidates === undefined ? [] : [options.candidates])];
  const { tables = [], ...source } = await (kind.draft?.(input, drafting) ??
    draftRecords(input, recordOptions(kind, drafting)));
  const late = () => [
    ...findColumnNotes(tables, input.file, advice),
    ...inputs.flatMap((read) =>
      read.kind === 'table' ? fileFindings({ ...read, warnings: read.lateWarnings?.() }) : [],
    ),
  ];
  return { ...source, late };
}

/** Returns the columns that a table of a kind can have. */
export function columnRules(kind: Kind<unknown>, options: DraftOptions): ColumnRules {
  return kind.columnRules?.(options) ?? recordOptions(kind, options).columns;
}

/** Returns the options for reading the records of a kind, with the columns of its tables. */
function recordOptions(kind: Kind<unknown>, { mapping, preset = {}, ...given }: DraftOptions): RecordDraftOptions {
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
