/** Writes a new workbook while its rows are produced, so that it can be larger than the memory. */
import {
  CONTENT_TYPES_PART,
  MAIN_NAMES,
  RELATION_NAMES,
  relationsXml,
  relationXml,
  typesXml,
  typeXml,
} from './names.ts';
import { drawingXml, notesXml } from './notes.ts';
import { DRAWING_ID, type NewSheet, type SheetExtras, sheetXml } from './sheet-writer.ts';
import { stylesPart } from './styles.ts';
import { xml, xmlPart } from './xml-text.ts';
import { writeZip, type ZipPart } from './zip-writer.ts';

export function newWorkbook(sheets: readonly NewSheet[]): AsyncGenerator<Buffer> {
  return writeZip(partsOf(sheets));
}

function* partsOf(sheets: readonly NewSheet[]): Generator<ZipPart> {
  const numbered = sheets.map((sheet, index) => ({ sheet, number: index + 1 }));
  yield { name: CONTENT_TYPES_PART, content: xmlPart(typesXml(typesOf(numbered))) };
  const root = relationXml({ id: 'workbook', type: 'officeDocument', target: 'xl/workbook.xml' });
  yield { name: '_rels/.rels', content: xmlPart(relationsXml(root)) };
  const tabs = numbered.map(
    ({ sheet, number }) => `<sheet name="${xml(sheet.name)}" sheetId="${number}" r:id="sheet${number}"/>`,
  );
  yield {
    name: 'xl/workbook.xml',
    content: xmlPart(`<workbook ${MAIN_NAMES} ${RELATION_NAMES}><sheets>${tabs.join('')}</sheets></workbook>`),
  };
  const relations = numbered.map(({ number }) =>
    relationXml({ id: `sheet${number}`, type: 'worksheet', target: `worksheets/sheet${number}.xml` }),
  );
  const styles = relationXml({ id: 'styles', type: 'styles', target: 'styles.xml' });
  yield { name: 'xl/_rels/workbook.xml.rels', content: xmlPart(relationsXml(relations.join('') + styles)) };
  yield { name: 'xl/styles.xml', content: stylesPart() };
  for (const { sheet, number } of numbered) yield* sheetParts(sheet, number);
}

interface NumberedSheet {
  readonly sheet: NewSheet;
  readonly number: number;
}

function typesOf(sheets: readonly NumberedSheet[]): string {
  return [
    typeXml('xl/workbook.xml', 'workbook'),
    typeXml('xl/styles.xml', 'styles'),
    ...sheets.map(({ number }) => typeXml(`xl/worksheets/sheet${number}.xml`, 'worksheet')),
    ...sheets
      .filter(({ sheet }) => sheet.hasNotes)
      .map(({ number }) => typeXml(`xl/comments${number}.xml`, 'comments')),
  ].join('');
}

function* sheetParts(sheet: NewSheet, number: number): Generator<ZipPart> {
  const extras: SheetExtras = { notes: [], links: [] };
  yield { name: `xl/worksheets/sheet${number}.xml`, content: withDeclaration(sheetXml(sheet, extras)) };
  const { notes, links } = extras;
  if (notes.length + links.length === 0) return;
  yield { name: `xl/worksheets/_rels/sheet${number}.xml.rels`, content: relationsOf(extras, number) };
  if (notes.length === 0) return;
  yield { name: `xl/comments${number}.xml`, content: withDeclaration(notesXml(notes)) };
  yield { name: `xl/drawings/vmlDrawing${number}.vml`, content: drawingXml(notes) };
}

function* withDeclaration(content: Iterable<string>): Generator<string> {
  yield xmlPart('');
  yield* content;
}

function relationsOf({ notes, links }: SheetExtras, number: number): string {
  const ofNotes = [
    relationXml({ id: DRAWING_ID, type: 'vmlDrawing', target: `../drawings/vmlDrawing${number}.vml` }),
    relationXml({ id: 'notes', type: 'comments', target: `../comments${number}.xml` }),
  ];
  const all = [...(notes.length === 0 ? [] : ofNotes), ...links.map((link) => relationXml(link))];
  return xmlPart(relationsXml(all.join('')));
}
