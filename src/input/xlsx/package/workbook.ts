/** Reads the list of the sheets of a workbook, with the names of its parts and how it counts days. */
import { posix } from 'node:path';
import { InputError } from '../../../errors.ts';
import { MAX_SMALL_PART_BYTES } from '../limits.ts';
import type { XmlReader } from '../xml/xml-reader.ts';
import { type Archive, damaged } from './archive.ts';
import { refuseOtherFiles } from './other-files.ts';
import { readXml } from './read-xml.ts';

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

export function attributesOf(xml: XmlReader): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  while (xml.nextAttribute()) attributes.set(xml.attribute, xml.value());
  return attributes;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}
