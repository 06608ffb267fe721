/** Whether the values of a column are values of a field: what the contract says, not the draft. */
import { checkFields } from '../../../platform/fields/check.ts';
import type { ColumnField } from '../../column-field.ts';
import { convertCell } from '../../values/convert.ts';

/** Of this many different texts, one may be wrong: real files have wrong cells, and the run finds them. */
const ONE_WRONG_IN = 10;
/** More texts do not change the answer. */
const MAX_TRIED = 500;

export function fitsField({ resource, name, field }: ColumnField, texts: readonly string[]): boolean {
  const tried = texts.slice(0, MAX_TRIED);
  const alone = { ...resource, fields: { [name]: field } };
  const wrong = tried.filter((text) => {
    const { value, problems } = convertCell(field, text, { resource, name, path: [name] }, {});
    return problems.length > 0 || !('value' in checkFields(alone, { [name]: value }));
  });
  return wrong.length * ONE_WRONG_IN <= tried.length;
}
