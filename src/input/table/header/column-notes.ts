/** Makes notes of the advice about columns, with their places. */

import { foldName } from '../../../base/closest.ts';
import type { Finding } from '../../../model/finding.ts';
import { cellAddress } from '../../../model/place.ts';
import type { Input } from '../../port.ts';
import type { ColumnAdvice } from '../../values/column-advice.ts';
import { fieldOfWord } from './meaning.ts';

export function findColumnNotes(
  inputs: readonly Input[],
  columns: ColumnAdvice,
  mapping: ReadonlyMap<string, string>,
): Finding[] {
  return columns.list().map(({ field, advice: { rule, message, suggestion = null } }) => {
    const { place, name } = placeOf(inputs, field, mapping);
    const note = { rule, message: message(JSON.stringify(name)), suggestion, code: null, key: null };
    return { severity: 'note', ...place, record: 0, field, ...note };
  });
}

type ColumnPlace = Pick<Finding, 'file' | 'line' | 'column' | 'sheet' | 'cell'>;

/** Returns the header of the field's column; for JSON, which has no headers, the file and the name of the field. */
function placeOf(
  inputs: readonly Input[],
  field: string,
  mapping: ReadonlyMap<string, string>,
): { readonly place: ColumnPlace; readonly name: string } {
  for (const input of inputs) {
    if (input.kind !== 'table') continue;
    const { file, sheet, header } = input;
    const isOf = (name: string) =>
      foldName(mapping.get(name) ?? name) === foldName(field) || fieldOfWord(name, [field], header.names) === field;
    const at = header.names.findIndex(isOf);
    const name = header.names[at];
    if (name === undefined) continue;
    const cell =
      sheet === undefined ? {} : { sheet, cell: cellAddress(header.written?.positions[at] ?? at, header.line) };
    return { place: { file, line: header.line, column: name, ...cell }, name };
  }
  return { place: { file: inputs[0]?.file ?? '', line: 1, column: null }, name: field };
}
