/** The notes of a sheet with ours among them; those that we left at an earlier time go. */
import { cellAddress } from '../../../model/place.ts';
import { NOTE_AUTHOR, NOTE_START, type Note, noteRun, noteXml, shapeXml } from '../notes.ts';
import { cellXml } from '../xml-text.ts';
import { type Change, changed, childrenOf, type Element, find, putInto, type SmallPart } from './small-part.ts';

export interface EditedNotes {
  readonly bytes: Buffer;
  /** The cells whose notes have gone. */
  readonly gone: ReadonlySet<string>;
  /** Notes at cells that had none of their own. */
  readonly added: readonly Note[];
}

/** A cell has one note: what we say stands behind what its own says. */
export function editNotes(part: SmallPart, notes: readonly Note[]): EditedNotes | undefined {
  const [authors, list] = [find(part, 'authors'), find(part, 'commentList')];
  if (authors === undefined || list === undefined) return undefined;
  const names = childrenOf(part, authors).map(({ openEnd, closeStart }) => part.text.slice(openEnd, closeStart));
  const ours = names.indexOf(cellXml(NOTE_AUTHOR));
  const standing = childrenOf(part, list);
  const isOurs = (comment: Element) => textOf(part, comment).startsWith(NOTE_START);
  const own = new Map(standing.filter((one) => !isOurs(one)).map((one) => [one.attributes.get('ref') ?? '', one]));
  const changes: Change[] = standing.filter(isOurs).map(({ start, end }) => ({ from: start, to: end, text: '' }));
  const added: Note[] = [];
  for (const note of notes) {
    const standingNote = own.get(cellAddress(note.column, note.row));
    if (standingNote === undefined) added.push(note);
    else changes.push(...append(part, standingNote, note.text));
  }
  const author = ours === -1 ? names.length : ours;
  const { prefix } = part;
  if (ours === -1) changes.push(...putInto(part, authors, `<${prefix}author>${NOTE_AUTHOR}</${prefix}author>`));
  changes.push(...putInto(part, list, added.map((note) => noteXml(note, author, prefix)).join('')));
  const gone = new Set(standing.filter(isOurs).map(({ attributes }) => attributes.get('ref') ?? ''));
  return { bytes: changed(part, changes), gone, added };
}

/** As it stands there: all that is asked of it is how it begins. */
function textOf(part: SmallPart, { start, end }: Element): string {
  const texts = part.elements.filter((one) => one.name === 't' && one.start > start && one.end < end);
  return texts.map(({ openEnd, closeStart }) => part.text.slice(openEnd, closeStart)).join('');
}

/** A text of one piece becomes a run, since runs cannot stand behind it. */
function append(part: SmallPart, comment: Element, text: string): Change[] {
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
 * The drawing with the boxes of our notes. It is no XML in the strict sense: what some programs write there could not be
 * taken apart, so it is searched as text.
 */
export function editDrawing(drawing: string, { added, gone }: Pick<EditedNotes, 'added' | 'gone'>): string {
  const pieces: string[] = [];
  let at = 0;
  for (let start = drawing.indexOf(SHAPE.start); start !== -1; start = drawing.indexOf(SHAPE.start, at)) {
    const end = drawing.indexOf(SHAPE.end, start);
    if (end === -1) break;
    const shape = drawing.slice(start, end + SHAPE.end.length);
    pieces.push(drawing.slice(at, start), gone.has(cellOf(shape)) ? '' : shape);
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
