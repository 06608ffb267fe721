/** Adds notes to the existing notes of a sheet, and removes those of an earlier run of this program. */
import { cellAddress } from '../../../model/place.ts';
import { NOTE_AUTHOR, NOTE_START, type Note, noteRun, noteXml, shapeXml } from '../notes.ts';
import { cellXml } from '../xml-text.ts';
import {
  attributeOf,
  type Change,
  changed,
  childrenOf,
  contentOf,
  type Element,
  find,
  type Part,
  putInto,
  tagOf,
} from './edit-part.ts';

export interface EditedNotes {
  readonly bytes: Buffer;
  /** The addresses of the cells whose notes are removed. */
  readonly removed: ReadonlySet<string>;
  /** The notes at cells that have no note of the user. */
  readonly added: readonly Note[];
}

/**
 * A cell has at most one note, so a new text is appended to the note of the user. Returns `undefined` if the part has no
 * list of notes.
 */
export function editNotes(part: Part, notes: readonly Note[]): EditedNotes | undefined {
  const [authors, list] = [find(part, 'authors'), find(part, 'commentList')];
  if (authors === undefined || list === undefined) return undefined;
  const names = childrenOf(part, authors).map((author) => contentOf(part, author));
  const authorIndex = names.indexOf(cellXml(NOTE_AUTHOR));
  const comments = childrenOf(part, list);
  const addressOf = (comment: Element) => attributeOf(tagOf(part, comment), 'ref') ?? '';
  const goes = (comment: Element) => textOf(part, comment).startsWith(NOTE_START);
  const userNotes = new Map(comments.filter((one) => !goes(one)).map((one) => [addressOf(one), one]));
  const changes: Change[] = comments.filter(goes).map(({ start, end }) => ({ from: start, to: end, text: '' }));
  const added: Note[] = [];
  for (const note of notes) {
    const userNote = userNotes.get(cellAddress(note.column, note.row));
    if (userNote === undefined) added.push(note);
    else changes.push(...append(part, userNote, note.text));
  }
  const author = authorIndex === -1 ? names.length : authorIndex;
  const { prefix } = part;
  if (authorIndex === -1) changes.push(...putInto(part, authors, `<${prefix}author>${NOTE_AUTHOR}</${prefix}author>`));
  changes.push(...putInto(part, list, added.map((note) => noteXml(note, author, prefix)).join('')));
  const removed = new Set(comments.filter(goes).map(addressOf));
  return { bytes: changed(part, changes), removed, added };
}

/** The text of a note, still escaped: the caller needs only its beginning. */
function textOf(part: Part, { start, end }: Element): string {
  const texts = part.elements.filter((one) => one.name === 't' && one.start > start && one.end < end);
  return texts.map((text) => contentOf(part, text)).join('');
}

/** Appends a text to a note. A note with plain text becomes a run first, since no run can follow plain text. */
function append(part: Part, comment: Element, text: string): Change[] {
  const { prefix } = part;
  const holder = childrenOf(part, comment).find(({ name }) => name === 'text');
  if (holder === undefined) return [];
  const run = noteRun(text, prefix, '\n');
  const plain = childrenOf(part, holder).find(({ name }) => name === 't');
  if (plain === undefined) return putInto(part, holder, run);
  return [
    { from: plain.start, to: plain.start, text: `<${prefix}r>` },
    { from: plain.end, to: plain.end, text: `</${prefix}r>${run}` },
  ];
}

/**
 * The drawing with the boxes of the new notes. It is searched as text, since some programs write drawings that are not
 * well-formed XML.
 */
export function editDrawing(drawing: string, { added, removed }: Pick<EditedNotes, 'added' | 'removed'>): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = drawing.indexOf(SHAPE.start); start !== -1; start = drawing.indexOf(SHAPE.start, at)) {
    const end = drawing.indexOf(SHAPE.end, start);
    if (end === -1) break;
    const shape = drawing.slice(start, end + SHAPE.end.length);
    pieces.push(drawing.slice(at, start), removed.has(cellOf(shape)) ? '' : shape);
    at = end + SHAPE.end.length;
  }
  const rest = pieces.join('') + drawing.slice(at);
  const end = rest.lastIndexOf('</xml>');
  return end === -1 ? rest : rest.slice(0, end) + added.map(shapeXml).join('') + rest.slice(end);
}

const SHAPE = { start: '<v:shape ', end: '</v:shape>' };

function cellOf(shape: string): string {
  const [, row] = /<x:Row>\s*(\d+)\s*<\/x:Row>/.exec(shape) ?? [];
  const [, column] = /<x:Column>\s*(\d+)\s*<\/x:Column>/.exec(shape) ?? [];
  return row === undefined || column === undefined ? '' : cellAddress(Number(column), Number(row) + 1);
}
