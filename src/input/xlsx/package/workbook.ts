/** Reads the list of the sheets of a workbook, with the names of its parts and how it counts days. */
import { posix } from 'node:path';
import { getFormatFromId } from 'numfmt';
import { InputError } from '../../../errors.ts';
import { RichText } from '../cell.ts';
import { MAX_SMALL_PART_BYTES, MAX_TEXTS, MAX_TEXTS_BYTES } from '../limits.ts';
import { GENERAL, MISSING_FORMAT, type NumberFormat, numberFormat } from '../number-format.ts';
import { XmlFault } from '../xml/text.ts';
import { XmlReader, type XmlToken } from '../xml/xml-reader.ts';
import { type Archive, damaged } from './archive.ts';
import { refuseOtherFiles } from './other-files.ts';

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904, as on older Macs. */
  readonly is1904: boolean;
  readonly styles: string | undefined;
  readonly texts: string | undefined;
}

export interface Relation {
  readonly id: string;
  /** The last part of its type: `worksheet`, `styles`. */
  readonly type: string;
  readonly part: string;
}

const ROOT_RELATIONS = '_rels/.rels';

export async function readWorkbook(archive: Archive): Promise<Workbook> {
  await refuseOtherFiles(archive);
  const { file } = archive;
  const root = await workbookPart(archive);
  const relations = await readRelations(archive, root);
  const found: { readonly name: string; readonly id: string; readonly isHidden: boolean }[] = [];
  let is1904 = false;
  await readXml(archive, root, MAX_SMALL_PART_BYTES, (xml, token) => {
    if (token !== 'open') return;
    if (xml.name === 'workbookPr') is1904 = isTrue(attributesOf(xml).get('date1904'));
    if (xml.name === 'sheet') {
      const attributes = attributesOf(xml);
      const state = attributes.get('state') ?? 'visible';
      found.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '', isHidden: state !== 'visible' });
    }
  });
  const sheets = found.flatMap(({ name, id, isHidden }): Sheet[] => {
    // A chart can be a sheet, which has no cells.
    const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
    return relation === undefined ? [] : [{ name, part: relation.part, isHidden }];
  });
  if (sheets.length === 0) throw new InputError({ file }, 'the workbook has no sheet with cells');
  const partOf = (type: string) => relations.find((one) => one.type === type && archive.has(one.part))?.part;
  return { sheets, is1904, styles: partOf('styles'), texts: partOf('sharedStrings') };
}

/** Reads the texts that cells share, by number. */
export async function readSharedTexts(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (part === undefined) return texts;
  const text = new RichText();
  await readXml(archive, part, MAX_TEXTS_BYTES, (xml, token) => {
    text.take(xml, token);
    if (token !== 'close' || xml.name !== 'si') return;
    if (texts.length === MAX_TEXTS) throw new XmlFault('has too many texts');
    texts.push(text.finish());
  });
  return texts;
}

/** Returns the name of the part that lists the sheets. */
async function workbookPart(archive: Archive): Promise<string> {
  const root = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument')?.part;
  if (root === undefined) throw damaged(archive.file, new Error(`${ROOT_RELATIONS} names no workbook`));
  return root;
}

/** Returns the name of the part with the relations of a part. */
export function relationsPart(of: string): string {
  return of === '' ? ROOT_RELATIONS : posix.join(posix.dirname(of), '_rels', `${posix.basename(of)}.rels`);
}

/** Reads the relations of a part to other parts. Relative names start from the folder of this part. */
export async function readRelations(archive: Archive, of: string): Promise<Relation[]> {
  const folder = posix.dirname(of);
  const part = relationsPart(of);
  const relations: Relation[] = [];
  await readXml(archive, part, MAX_SMALL_PART_BYTES, (xml, token) => {
    if (token !== 'open' || xml.name !== 'Relationship') return;
    const attributes = attributesOf(xml);
    if (attributes.get('TargetMode') === 'External') return;
    const target = posix.join('/', folder, attributes.get('Target') ?? '');
    const absolute = attributes.get('Target')?.startsWith('/')
      ? posix.normalize(attributes.get('Target') ?? '')
      : target;
    const type = attributes.get('Type')?.split('/').at(-1) ?? '';
    relations.push({ id: attributes.get('Id') ?? '', type, part: absolute.slice(1) });
  });
  return relations;
}

function attributesOf(xml: XmlReader): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  while (xml.nextAttribute()) attributes.set(xml.attribute, xml.value());
  return attributes;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}

/** `take` returns this to end the reading. */
export const ENOUGH = Symbol('enough');

/** Reads the XML of a part of a workbook, and calls `take` for each token. */
export async function readXml(
  archive: Archive,
  part: string,
  maxBytes: number,
  take: (xml: XmlReader, token: Exclude<XmlToken, 'more'>) => unknown,
): Promise<void> {
  const xml = new XmlReader();
  try {
    for await (const chunk of archive.read(part, maxBytes)) {
      xml.push(chunk);
      for (let token = xml.next(); token !== 'more'; token = xml.next()) if (take(xml, token) === ENOUGH) return;
    }
    xml.end();
  } catch (error) {
    throw faultIn(archive, part, error);
  }
}

/** Returns the error for a damaged workbook if the error is an `XmlFault`, and otherwise the error itself. */
export function faultIn({ file }: Archive, part: string, error: unknown): unknown {
  return error instanceof XmlFault ? damaged(file, new Error(`${part} ${error.message}`)) : error;
}

export async function readFormats(archive: Archive, part: string | undefined): Promise<readonly NumberFormat[]> {
  if (part === undefined) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let list = '';
  await readXml(archive, part, MAX_SMALL_PART_BYTES, (xml, token) => {
    if (token === 'open' && xml.name === 'numFmt') {
      const attributes = attributesOf(xml);
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    } else if (token === 'open' && xml.name === 'xf' && list === 'cellXfs') {
      ids.push(Number(attributesOf(xml).get('numFmtId') ?? 0));
    } else if (xml.name === 'cellXfs' || xml.name === 'cellStyleXfs') list = token === 'open' ? xml.name : '';
  });
  const formats = new Map<number, NumberFormat>();
  const formatOf = (id: number): NumberFormat => {
    const own = SYSTEM_FORMATS.get(id) ?? codes.get(id);
    if (own === undefined && id >= FIRST_OWN_ID) return MISSING_FORMAT;
    // The currency of built-in formats is that of the computer.
    const code = own ?? getFormatFromId(id)?.replaceAll('$', '') ?? '';
    return code === '' || /^general$/i.test(code) ? GENERAL : numberFormat(code);
  };
  return ids.map((id) => {
    const format = formats.get(id) ?? formatOf(id);
    formats.set(id, format);
    return format;
  });
}

/** Dates in the form of the computer's settings, and of East Asian calendars: they are always read in the same form. */
const SYSTEM_FORMATS: ReadonlyMap<number, string> = new Map([
  ...[14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, '[$-F800]yyyy-mm-dd'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'hh:mm:ss'] as const),
  [22, '[$-F800]yyyy-mm-dd hh:mm'],
]);

/** The formats from this number on have their code in the file. The others are in the standard (ECMA-376, 18.8.30). */
const FIRST_OWN_ID = 164;
