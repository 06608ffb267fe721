/** Notes at cells: the part with the texts, and the drawing. Spreadsheet programs show no notes without the drawing. */
import { cellAddress } from '../../model/place.ts';
import { MAIN_NAMES } from './names.ts';
import { cellXml } from './xml-text.ts';

export interface Note {
  /** Counted from 0. */
  readonly column: number;
  /** Counted from 1. */
  readonly row: number;
  readonly text: string;
}

export const NOTE_AUTHOR = 'examctl';

/** Identifies the notes of this program in a workbook. The author is not enough: LibreOffice does not keep authors. */
export const NOTE_START = `${NOTE_AUTHOR}: `;

/** The number of characters that spreadsheet programs show in a note without trouble. */
const MAX_NOTE = 2000;

export function* notesXml(notes: readonly Note[]): Generator<string> {
  yield `<comments ${MAIN_NAMES}><authors><author>${NOTE_AUTHOR}</author></authors><commentList>`;
  for (const note of notes) yield noteXml(note, 0);
  yield '</commentList></comments>';
}

/** `author` is the index of this program in the list of authors. */
export function noteXml({ column, row, text }: Note, author: number, prefix = ''): string {
  const tag = (name: string, content: string, attributes = '') =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`;
  const run = noteRun(text, prefix);
  return tag('comment', tag('text', run), ` ref="${cellAddress(column, row)}" authorId="${author}"`);
}

/** The text as a run of rich text. It can follow the runs of an existing note. */
export function noteRun(text: string, prefix: string, before = ''): string {
  const shown = NOTE_START + (text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE)}…` : text);
  return `<${prefix}r><${prefix}t xml:space="preserve">${cellXml(before + shown)}</${prefix}t></${prefix}r>`;
}

const DRAWING_NAMES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"';

const SHAPE_TYPE =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';

export function* drawingXml(notes: readonly Note[]): Generator<string> {
  yield `<xml ${DRAWING_NAMES}>${SHAPE_TYPE}`;
  for (const [index, note] of notes.entries()) yield shapeXml(note, index);
  yield '</xml>';
}

/** Other programs number their shapes from 1025, in blocks of 1024. This number is far beyond theirs. */
const FIRST_SHAPE = 100_000;

/** The box of a note, to the right of its cell. It is hidden until the mouse is over the cell. */
export function shapeXml({ column, row, text }: Note, index: number): string {
  const lines = Math.min(12, 2 + Math.ceil(text.length / 32));
  const anchor = [column + 1, 12, row - 1, 4, column + 4, 12, row - 1 + lines, 4].join(', ');
  return (
    `<v:shape id="_x0000_s${FIRST_SHAPE + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
    '<v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"/>' +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  );
}
