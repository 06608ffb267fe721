/** Writes a sheet of a new workbook row by row. Every text stays a text, and no cell is a formula. */
import { formatNumber } from '../../base/text/counted.ts';
import { unguardCell } from '../../base/text/formula-guard.ts';
import { ExamctlError } from '../../errors.ts';
import { cellAddress, columnLetters } from '../../model/place.ts';
import { type Dropdown, dropdownXml } from './dropdowns.ts';
import { MAIN_NAMES, RELATION_NAMES, type RelationTo } from './names.ts';
import type { Note } from './notes.ts';
import { type StyleName, styleNumber } from './styles.ts';
import { cellXml, xml } from './xml-text.ts';

/** A text, a number, an empty cell, or a text with a style, a note or a link. */
export type NewCell = string | number | null | DecoratedCell;

interface DecoratedCell {
  readonly text: string;
  readonly style?: StyleName | undefined;
  readonly note?: string | undefined;
  /** The web address that a click opens. */
  readonly link?: string | undefined;
}

export interface NewSheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: Iterable<readonly NewCell[]>;
  readonly dropdowns?: readonly Dropdown[] | undefined;
  /** Widths of columns, in characters. The default comes from the length of the header. */
  readonly widths?: readonly number[] | undefined;
  /** Whether cells have notes. If it is set, at least one cell must have a note. */
  readonly hasNotes?: true | undefined;
}

/** Parts that belong to the sheet and are written after it. */
export interface SheetExtras {
  readonly notes: Note[];
  readonly links: RelationTo[];
}

/** The limits of spreadsheets: rows of a sheet, characters of a cell, links of a sheet, characters of an address. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_CELL_TEXT = 32_767;
const MAX_LINKS = 65_530;
const MAX_ADDRESS = 2_000;

/** Dropdowns cover this number of empty rows after the last one, so that users can fill them in. */
const EMPTY_ROWS = 10_000;

/** Yields the XML of a sheet, and adds its notes and links to `extras`. Throws if it has more rows than a sheet can have. */
export function* sheetXml(sheet: NewSheet, extras: SheetExtras): Generator<string> {
  const { header, rows, dropdowns = [] } = sheet;
  yield `<worksheet ${MAIN_NAMES} ${RELATION_NAMES}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield `<cols>${header.map((name, index) => columnXml(name, index, sheet)).join('')}</cols><sheetData>`;
  let number = 1;
  const hyperlinks: string[] = [];
  yield rowXml(
    number,
    header.map((text) => ({ text, style: 'header' })),
  );
  for (const cells of rows) {
    if (number === MAX_SHEET_ROWS) throw tooManyRows(sheet.name);
    number += 1;
    for (const [column, cell] of cells.entries()) collectExtras(cell, { column, row: number }, extras, hyperlinks);
    yield rowXml(number, cells);
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetters(header.length - 1)}${number}"/>`;
  if (dropdowns.length > 0) {
    const last = Math.min(number + EMPTY_ROWS, MAX_SHEET_ROWS);
    yield `<dataValidations count="${dropdowns.length}">${dropdowns.map((one) => dropdownXml(one, 2, last)).join('')}</dataValidations>`;
  }
  if (hyperlinks.length > 0) yield `<hyperlinks>${hyperlinks.join('')}</hyperlinks>`;
  if (extras.notes.length > 0) yield `<legacyDrawing r:id="${DRAWING_ID}"/>`;
  yield '</worksheet>';
}

function tooManyRows(name: string): ExamctlError {
  const message = `There are more rows than the ${formatNumber(MAX_SHEET_ROWS - 1)} that the sheet ${name} of a workbook can have`;
  return new ExamctlError('OutputError', 'internal', message, { hint: 'Give the file a name that ends in .csv.' });
}

/** The id of the relation from a sheet to the drawing of its notes. */
export const DRAWING_ID = 'drawing';

function columnXml(name: string, index: number, { widths }: NewSheet): string {
  const width = widths?.[index] ?? Math.min(40, Math.max(12, name.length + 4));
  const range = `min="${index + 1}" max="${index + 1}"`;
  // The style applies to cells that are still empty, so that typed content stays text.
  return `<col ${range} width="${width}" style="${styleNumber('text')}" customWidth="1"/>`;
}

function collectExtras(
  cell: NewCell,
  place: Omit<Note, 'text'>,
  { notes, links }: SheetExtras,
  hyperlinks: string[],
): void {
  if (cell === null || typeof cell !== 'object') return;
  if (cell.note !== undefined) notes.push({ ...place, text: cell.note });
  const { link } = cell;
  if (link === undefined || links.length === MAX_LINKS || !isAddress(link)) return;
  const id = `link${links.length + 1}`;
  links.push({ id, type: 'hyperlink', target: xml(link), isExternal: true });
  hyperlinks.push(`<hyperlink ref="${cellAddress(place.column, place.row)}" r:id="${id}"/>`);
}

/** Only addresses of web pages become links. */
function isAddress(link: string): boolean {
  return link.length <= MAX_ADDRESS && /^https?:\/\/[!-~]+$/i.test(link);
}

function rowXml(number: number, cells: readonly NewCell[]): string {
  return `<row r="${number}">${cells.map((cell, column) => newCellXml(cell, cellAddress(column, number))).join('')}</row>`;
}

function newCellXml(cell: NewCell, address: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return `<c r="${address}" s="${styleNumber('number')}"><v>${cell}</v></c>`;
  const { text, style } = typeof cell === 'string' ? { text: cell } : cell;
  const styled = styleNumber(styleFor(text, style));
  return text === '' ? `<c r="${address}" s="${styled}"/>` : textCellXml(text, address, styled);
}

/** A cell with a text and the number of its style. */
export function textCellXml(text: string, address: string, style: number, prefix = ''): string {
  const tag = (name: string) => `${prefix}${name}`;
  const shown = text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 1)}…` : text;
  return `<${tag('c')} r="${address}" s="${style}" t="inlineStr"><${tag('is')}><${tag('t')} xml:space="preserve">${cellXml(shown)}</${tag('t')}></${tag('is')}></${tag('c')}>`;
}

/** Whether a spreadsheet would read a text as a formula, so that its style must be quoted. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@]/.test(text);
}

function styleFor(text: string, style: StyleName = 'text'): StyleName {
  if (!looksLikeFormula(text)) return style;
  return style === 'wrong' ? 'wrongQuoted' : style === 'text' ? 'quoted' : style;
}

/** A text of a rejected row. The reader of rejects removes a guarding apostrophe, so such a text gets another one. */
export function guardedText(text: string): string {
  return unguardCell(text) === text ? text : `'${text}`;
}
