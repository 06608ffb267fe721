/** Warns of cells of a sheet whose type does not fit a text: dates and yeses that a spreadsheet has made from a text. */
import { DAMAGE, damageOf } from '../../platform/fields/damage.ts';
import type { TextField } from '../../platform/fields/field.ts';
import { type FoundField, fieldRule } from '../../platform/fields/field-path.ts';
import { useOf } from '../../platform/fields/text-warnings.ts';
import { type Path, type Problem, problem } from '../../platform/problem.ts';
import type { ColumnField } from '../column-field.ts';
import type { SheetValue } from '../port.ts';

const { message: LOOKS_LIKE_DATE, proposal: WRITE_AS_TEXT } = DAMAGE.month;

/** Returns the warning about a cell, if it needs one. A text that looks damaged by itself has its own warning. */
export function findTypeWarning(
  column: ColumnField,
  path: Path,
  cell: string,
  { dateTime, isYesNo }: SheetValue,
): readonly Problem[] | undefined {
  if (dateTime === undefined && !isYesNo) return undefined;
  const text = textIn(column, path);
  if (text === undefined || text.field.format === 'birth-date') return undefined;
  if (damageOf(cell, useOf(text.field)) !== undefined) return undefined;
  const words = isYesNo ? 'is a yes or no of the spreadsheet, and not a text' : LOOKS_LIKE_DATE;
  const rule = fieldRule(text, isYesNo ? 'type' : 'month');
  return [problem({ path: text.path, rule, message: `${column.name} ${words}`, suggestion: WRITE_AS_TEXT })];
}

interface PlacedText extends FoundField {
  readonly field: TextField;
  readonly path: Path;
}

/** Returns the text that a cell without separators becomes: the field itself, or the only entry of its list. */
function textIn({ resource, name, field, entry }: ColumnField, path: Path): PlacedText | undefined {
  if (field.kind === 'text') return { resource, name, field, isEntry: entry !== undefined, path };
  if (field.kind !== 'list') return undefined;
  if (field.of.kind === 'text') return { resource, name, field: field.of, isEntry: true, path: [...path, 0] };
  if (field.of.kind !== 'object') return undefined;
  const own = field.of.resource.fields['ExternalId'];
  if (own?.kind !== 'text') return undefined;
  const place = { resource: field.of.resource, name: 'ExternalId', field: own, isEntry: false };
  return { ...place, path: [...path, 0, 'ExternalId'] };
}
