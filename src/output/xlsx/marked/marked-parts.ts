/** Marks the wrong cells in one sheet of the user's workbook. All other parts stay unchanged. */
import { posix } from 'node:path';
import { MAX_SMALL_PART_BYTES } from '../../../input/xlsx/limits.ts';
import type { Archive } from '../../../input/xlsx/package/archive.ts';
import { type Relation, readRelations, readWorkbook, relationsPart } from '../../../input/xlsx/package/workbook.ts';
import {
  CONTENT_TYPES_PART,
  DRAWING_TYPE,
  endingXml,
  MAIN_NAMES,
  relationsXml,
  relationXml,
  typeXml,
} from '../names.ts';
import { drawingXml, type Note, notesXml } from '../notes.ts';
import { xml, xmlPart } from '../xml-text.ts';
import type { ZipPart } from '../zip-writer.ts';
import { attributeOf, changed, find, parsePart, putInto, readPart, tagOf } from './edit-part.ts';
import { editDrawing, editNotes } from './notes-edit.ts';
import { editSheet, type SheetPlan } from './sheet-edit.ts';
import { StyleEdit } from './style-edit.ts';

export interface Marking extends Omit<SheetPlan, 'drawingId' | 'changesOf'> {
  readonly sheet: string;
  readonly notes: readonly Note[];
  readonly changesOf: (styles: StyleEdit) => SheetPlan['changesOf'];
}

/** A larger sheet is not marked, since it is edited in memory. */
const MAX_MARKED_BYTES = 128 * 1024 * 1024;

/** The parts of the workbook in their order; `undefined` if it cannot be marked. The caller makes a new one then. */
export async function markedParts(archive: Archive, marking: Marking): Promise<ZipPart[] | undefined> {
  const book = await readWorkbook(archive);
  const sheet = book.sheets.find(({ name }) => name === marking.sheet)?.part;
  const size = archive.packed().find(({ name }) => isSame(name, sheet ?? ''))?.size ?? Number.POSITIVE_INFINITY;
  if (sheet === undefined || book.styles === undefined || size > MAX_MARKED_BYTES) return undefined;
  const styleSheet = await readSmall(archive, book.styles);
  const styles = StyleEdit.of(parsePart(styleSheet));
  // A workbook in the strict form of the standard uses other namespaces.
  if (styles === undefined || !styleSheet.includes(MAIN_NAMES.slice('xmlns='.length))) return undefined;
  const relations = archive.has(relationsPart(sheet)) ? await readRelations(archive, sheet) : [];
  const notes = await partsOfNotes(archive, sheet, relations, marking.notes);
  if (notes === undefined) return undefined;
  const edited = editSheet(await readPart(archive, sheet, MAX_MARKED_BYTES), {
    ...marking,
    drawingId: notes.isNew ? RELATION_IDS.drawing : undefined,
    changesOf: marking.changesOf(styles),
  });
  const replaced: [string, Buffer][] = [[sheet, edited], [book.styles, styles.bytes()], ...notes.parts];
  const others = archive.packed().map((packed): ZipPart => {
    const [, bytes] = replaced.find(([name]) => isSame(name, packed.name)) ?? [];
    return bytes === undefined ? { name: packed.name, packed } : { name: packed.name, bytes };
  });
  return [...others, ...replaced.filter(([name]) => !archive.has(name)).map(([name, bytes]) => ({ name, bytes }))];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readSmall(archive: Archive, part: string): Promise<Buffer> {
  return readPart(archive, part, MAX_SMALL_PART_BYTES);
}

interface NoteParts {
  /** Whether the sheet had no notes, so that it needs relations to them. */
  readonly isNew: boolean;
  readonly parts: [name: string, bytes: Buffer][];
}

const NEW_PARTS = { notes: 'xl/examctl/comments.xml', drawing: 'xl/examctl/drawing.vml' } as const;
const RELATION_IDS = { drawing: 'examctlDrawing', notes: 'examctlNotes' } as const;

async function partsOfNotes(
  archive: Archive,
  sheet: string,
  relations: readonly Relation[],
  notes: readonly Note[],
): Promise<NoteParts | undefined> {
  const partOf = (type: string) => relations.find((one) => one.type === type && archive.has(one.part))?.part;
  const [part, drawing] = [partOf('comments'), partOf('vmlDrawing')];
  if (part === undefined && drawing === undefined) return newNotes(archive, sheet, notes);
  // A sheet with only one of the two uses its drawing for something else.
  if (part === undefined || drawing === undefined) return undefined;
  const edited = editNotes(parsePart(await readSmall(archive, part)), notes);
  if (edited === undefined) return undefined;
  const boxes = editDrawing((await readSmall(archive, drawing)).toString('latin1'), edited);
  return {
    isNew: false,
    parts: [
      [part, edited.bytes],
      [drawing, Buffer.from(boxes, 'latin1')],
    ],
  };
}

async function newNotes(archive: Archive, sheet: string, notes: readonly Note[]): Promise<NoteParts | undefined> {
  if (Object.values(NEW_PARTS).some((name) => archive.has(name))) return undefined;
  const relations = relationsPart(sheet);
  return {
    isNew: true,
    parts: [
      [NEW_PARTS.notes, Buffer.from(xmlPart([...notesXml(notes)].join('')))],
      [NEW_PARTS.drawing, Buffer.from([...drawingXml(notes)].join(''))],
      [CONTENT_TYPES_PART, await contentTypes(archive)],
      [relations, await withRelations(archive, sheet, relations)],
    ],
  };
}

async function contentTypes(archive: Archive): Promise<Buffer> {
  const part = parsePart(await readSmall(archive, CONTENT_TYPES_PART));
  const root = find(part, 'Types');
  const hasDrawings = part.elements.some((one) => isSame(attributeOf(tagOf(part, one), 'Extension') ?? '', 'vml'));
  const ending = hasDrawings ? '' : endingXml('vml', DRAWING_TYPE, part.prefix);
  const types = ending + typeXml(NEW_PARTS.notes, 'comments', part.prefix);
  return root === undefined ? part.bytes : changed(part, putInto(part, root, types));
}

/** The relations of the sheet, with those to the parts of the notes. */
async function withRelations(archive: Archive, sheet: string, name: string): Promise<Buffer> {
  const part = archive.has(name) ? parsePart(await readSmall(archive, name)) : undefined;
  const relationTo = (id: string, type: string, target: string) =>
    relationXml({ id, type, target: xml(posix.relative(posix.dirname(sheet), target)) }, part?.prefix);
  const relations =
    relationTo(RELATION_IDS.drawing, 'vmlDrawing', NEW_PARTS.drawing) +
    relationTo(RELATION_IDS.notes, 'comments', NEW_PARTS.notes);
  const [root] = part?.elements ?? [];
  if (part === undefined || root === undefined) return Buffer.from(xmlPart(relationsXml(relations)));
  return changed(part, putInto(part, root, relations));
}
