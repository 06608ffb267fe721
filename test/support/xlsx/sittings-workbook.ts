/** A sitting list in the form of a spreadsheet: ids are numbers with a format that shows zeros, and starts are dates. */
import { makeSheet, textCell, textRow } from './workbook.ts';

const FORMATS = ['0000000', 'dd/mm/yyyy hh:mm'];
const DAY_MS = 86_400_000;
/** The day with the number 0. Valid for all days since March 1900. */
const DAY_0 = Date.UTC(1899, 11, 30);

/** The first row is the header. */
export function sittingsWorkbook([header = [], ...rows]: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells, index) => `<row r="${index + 2}">${cells.map(cellXml).join('')}</row>`);
  return makeSheet(textRow(1, header) + lines.join(''), { name: 'Sittings', formats: FORMATS });
}

function cellXml(text: string): string {
  if (text === '') return '<c/>';
  if (/^\d{7}$/.test(text)) return `<c s="1"><v>${Number(text)}</v></c>`;
  const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:\d\d$/.exec(text) ?? [];
  return local === undefined ? textCell(text) : `<c s="2"><v>${(Date.parse(`${local}Z`) - DAY_0) / DAY_MS}</v></c>`;
}
