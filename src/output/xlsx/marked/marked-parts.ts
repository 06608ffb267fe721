/** Marks the wrong cells in one sheet of the user's workbook. All other parts stay unchanged. */
import { posix } from 'node:path';
import { MAX_SHEET_BYTES } from '../../../input/xlsx/limits.ts';
import type { Archive, PackedPart } from '../../../input/xlsx/package/archive.ts';
import {
  type Relation,
  readRelations,
  readWorkbook,
  relationsPart,
  workbookPart,
} from '../../../input/xlsx/package/workbook.ts';
import type { Dropdown } from '../dropdowns.ts';
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
import { editXml } from './edit-xml.ts';
import { editDrawing, editNotes, findNotes } from './notes-edit.ts';
import { SheetEdit, type SheetPlan } from './sheet-edit.ts';
import { changed, find, putInto, readSmallPart, readWhole } from './small-part.ts';
import { StyleEdit } from './style-edit.ts';

export interface Marking {
  readonly sheet: string;
  readonly headerRow: number;
  readonly notes: readonly Note[];
  /** The columns that must be visible. */
  readonly shown: ReadonlySet<number>;
  readonly dropdowns: readonly Dropdown[];
  readonly changesOf: (styles: StyleEdit) => SheetPlan['changesOf'];
}

/** The parts of the workbook in their order; `undefined` if it cannot be marked. The caller makes a new one then. */
export async function markedParts(archive: Archive, marking: Marking): Promise<AsyncGenerator<ZipPart> | undefined> {
  const book = await readWorkbook(archive);
  const sheet = book.sheets.find(({ name }) => name === marking.sheet);
  if (sheet === undefined || book.styles === undefined) return undefined;
  const styleSheet = await readSmallPart(archive, book.styles);
  const styles = StyleEdit.of(styleSheet);
  // A workbook in the strict form of the standard uses other namespaces.
  if (styles === undefined || !styleSheet.text.includes(MAIN_NAMES.slice('xmlns='.length))) return undefined;
  const root = await workbookPart(archive);
  const sheetRelations = archive.has(relationsPart(sheet.part)) ? await readRelations(archive, sheet.part) : [];
  const emptied = new Set<number>();
  const notes = await planNotes(archive, sheetRelations, marking.notes, emptied);
  if (notes === undefined) return undefined;
  const calculation = (await readRelations(archive, root)).find(({ type }) => type === 'calcChain');
  const context = { archive, marking, sheet: sheet.part, root, notes, calculation, sheetRelations, emptied };
  const replaced = await replacedParts(context);
  return allParts(context, replaced, { styles, part: book.styles });
}

interface PlannedNotes {
  readonly part: string;
  readonly drawing: string;
  /** Whether the parts are new, so that the sheet needs relations to them. */
  readonly isNew: boolean;
  readonly content: ZipPart;
  readonly drawingContent: ZipPart;
}

interface Context {
  readonly archive: Archive;
  readonly marking: Marking;
  readonly sheet: string;
  readonly root: string;
  readonly notes: PlannedNotes;
  readonly calculation: Relation | undefined;
  readonly sheetRelations: readonly Relation[];
  /** The emptied rows of the sheet. They are known when the sheet is written. */
  readonly emptied: Set<number>;
}

const FOLDER = 'xl/examctl';
const RELATION_IDS = { drawing: 'examctlDrawing', notes: 'examctlNotes' } as const;

async function planNotes(
  archive: Archive,
  relations: readonly Relation[],
  notes: readonly Note[],
  emptied: ReadonlySet<number>,
): Promise<PlannedNotes | undefined> {
  const partOf = (type: string) => relations.find((one) => one.type === type && archive.has(one.part))?.part;
  const [part, drawing] = [partOf('comments'), partOf('vmlDrawing')];
  if (part === undefined && drawing === undefined) {
    const names = { part: `${FOLDER}/comments.xml`, drawing: `${FOLDER}/drawing.vml` };
    if (archive.has(names.part) || archive.has(names.drawing)) return undefined;
    const content = { name: names.part, content: [xmlPart(''), ...notesXml(notes)] };
    return { ...names, isNew: true, content, drawingContent: { name: names.drawing, content: [...drawingXml(notes)] } };
  }
  // A sheet with only one of the two uses its drawing for something else.
  if (part === undefined || drawing === undefined) return undefined;
  const existing = findNotes(await readSmallPart(archive, part));
  if (existing === undefined) return undefined;
  // The comments of a discussion are in a further part as well, which stays as it is.
  const isDiscussed = relations.some(({ type }) => type === 'threadedComment');
  const edit = () => editNotes(existing, notes, isDiscussed ? new Set() : emptied);
  const oldDrawing = (await readWhole(archive, drawing, MAX_DRAWING_BYTES)).toString('latin1');
  const newDrawing = () => Buffer.from(editDrawing(oldDrawing, edit()), 'latin1');
  const content = { name: part, bytes: later(() => edit().bytes) };
  return { part, drawing, isNew: false, content, drawingContent: { name: drawing, bytes: later(newDrawing) } };
}

/** Makes the bytes only when they are written. */
async function* later(make: () => Buffer): AsyncGenerator<Buffer> {
  yield make();
}

const MAX_DRAWING_BYTES = 32 * 1024 * 1024;

async function* inOneBlock(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The parts that replace others, by their names in lower case; `undefined` for a part that is removed. */
async function replacedParts(context: Context): Promise<ReadonlyMap<string, ZipPart | undefined>> {
  const { archive, root, notes, sheet, calculation } = context;
  const parts: (readonly [string, ZipPart | undefined])[] = [
    [CONTENT_TYPES_PART, { name: CONTENT_TYPES_PART, bytes: inOneBlock(await contentTypes(context)) }],
    [notes.part, notes.content],
    [notes.drawing, notes.drawingContent],
  ];
  if (notes.isNew) {
    const name = relationsPart(sheet);
    const content = xmlPart(relationsXml(relationTexts(context)));
    parts.push([
      name,
      archive.has(name) ? { name, bytes: inOneBlock(await withRelations(context)) } : { name, content },
    ]);
  }
  if (calculation !== undefined) {
    // This part is the order of the formulas. Some formulas are removed, and every program computes the order again.
    parts.push([calculation.part, undefined]);
    const name = relationsPart(root);
    parts.push([name, { name, bytes: inOneBlock(await withoutRelation(archive, name, calculation.id)) }]);
  }
  return new Map(parts.map(([name, part]) => [name.toLowerCase(), part]));
}

/** The relations from the sheet to the parts of the notes. */
function relationTexts({ sheet, notes }: Context, prefix?: string): string {
  const target = (part: string) => xml(posix.relative(posix.dirname(sheet), part));
  return (
    relationXml({ id: RELATION_IDS.drawing, type: 'vmlDrawing', target: target(notes.drawing) }, prefix) +
    relationXml({ id: RELATION_IDS.notes, type: 'comments', target: target(notes.part) }, prefix)
  );
}

async function withRelations(context: Context): Promise<Buffer> {
  const part = await readSmallPart(context.archive, relationsPart(context.sheet));
  const [root] = part.elements;
  return changed(part, root === undefined ? [] : putInto(part, root, relationTexts(context, part.prefix)));
}

async function withoutRelation(archive: Archive, name: string, id: string): Promise<Buffer> {
  const part = await readSmallPart(archive, name);
  const removed = part.elements.filter(({ attributes }) => attributes.get('Id') === id);
  return changed(
    part,
    removed.map(({ start, end }) => ({ from: start, to: end, text: '' })),
  );
}

async function contentTypes({ archive, notes, calculation }: Context): Promise<Buffer> {
  const part = await readSmallPart(archive, CONTENT_TYPES_PART);
  const { prefix, elements } = part;
  const isNamed = (name: string) => (attribute: string | undefined) => attribute?.toLowerCase() === name.toLowerCase();
  const isCalculation = calculation && isNamed(`/${calculation.part}`);
  const removed = elements.filter(({ attributes }) => isCalculation?.(attributes.get('PartName')) === true);
  const hasDrawings = elements.some(({ attributes }) => isNamed('vml')(attributes.get('Extension')));
  const defaults = notes.isNew && !hasDrawings ? endingXml('vml', DRAWING_TYPE, prefix) : '';
  const notesType = notes.isNew ? typeXml(notes.part, 'comments', prefix) : '';
  const root = find(part, 'Types');
  return changed(part, [
    ...removed.map(({ start, end }) => ({ from: start, to: end, text: '' })),
    ...(root === undefined || defaults + notesType === '' ? [] : putInto(part, root, defaults + notesType)),
  ]);
}

async function* allParts(
  { archive, marking, sheet, notes, emptied }: Context,
  replaced: ReadonlyMap<string, ZipPart | undefined>,
  { styles, part: stylePart }: { readonly styles: StyleEdit; readonly part: string },
): AsyncGenerator<ZipPart> {
  const isNamed = (part: PackedPart, name: string) => part.name.toLowerCase() === name.toLowerCase();
  const { headerRow, dropdowns, shown } = marking;
  const drawingId = notes.isNew ? RELATION_IDS.drawing : undefined;
  const onEmptied = (row: number) => void emptied.add(row);
  const changesOf = marking.changesOf(styles);
  const edit = new SheetEdit({ headerRow, dropdowns, shown, onEmptied, drawingId, changesOf });
  const done = new Set<string>();
  for (const part of archive.packed()) {
    const name = part.name.toLowerCase();
    // These come last: the edit of the sheet adds the styles that it needs, and finds out which notes are removed.
    if ([stylePart, notes.part, notes.drawing].some((late) => isNamed(part, late))) continue;
    done.add(name);
    if (isNamed(part, sheet)) {
      yield { name: part.name, bytes: editXml(archive.read(sheet, MAX_SHEET_BYTES), edit) };
    } else if (!replaced.has(name)) yield { name: part.name, packed: part };
    else yield* partOf(replaced.get(name));
  }
  for (const [name, part] of replaced) if (!done.has(name)) yield* partOf(part);
  yield { name: stylePart, bytes: inOneBlock(styles.bytes()) };
}

function* partOf(part: ZipPart | undefined): Generator<ZipPart> {
  if (part !== undefined) yield part;
}
