/** Reads and changes the parts of a workbook. */
import { openSource } from '../../../src/input/source.ts';
import { parseRange } from '../../../src/input/xlsx/address.ts';
import { openArchive } from '../../../src/input/xlsx/package/archive.ts';
import { drawingXml } from '../../../src/output/xlsx/notes.ts';
import { withFile } from './read.ts';
import { makeZip } from './zip.ts';

export function partsOfWorkbook(bytes: Buffer): Promise<Map<string, string>> {
  return withFile(bytes, async (file) => {
    const archive = await openArchive(openSource(file, undefined));
    const parts = new Map<string, string>();
    for (const { name } of archive.packed()) {
      const chunks: Buffer[] = [];
      for await (const chunk of archive.read(name, Number.MAX_SAFE_INTEGER)) chunks.push(chunk);
      parts.set(name, Buffer.concat(chunks).toString());
    }
    archive.close();
    return parts;
  });
}

/** Returns a workbook with other texts in existing cells of a sheet. */
export async function typeInto(bytes: Buffer, part: string, texts: Readonly<Record<string, string>>): Promise<Buffer> {
  const parts = await partsOfWorkbook(bytes);
  let sheet = parts.get(part) ?? '';
  for (const [address, text] of Object.entries(texts)) {
    const typed = `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const cell = new RegExp(`<c [^>]*r="${address}"(?:[^>]*/>|[\\s\\S]*?</c>)`);
    if (!cell.test(sheet)) throw new Error(`${address} is not there`);
    sheet = sheet.replace(cell, typed);
  }
  parts.set(part, sheet);
  return makeZip([...parts].map(([name, content]) => ({ name, content })));
}

/** Returns a workbook with comments of the user at cells of its first sheet, and with XML before the rows of this sheet. */
export async function withComments(bytes: Buffer, addresses: readonly string[], before = ''): Promise<Buffer> {
  const parts = await partsOfWorkbook(bytes);
  const [name, relations] = [
    'xl/worksheets/sheet1.xml',
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  ];
  const comments = addresses.map(
    (ref) => `<comment ref="${ref}" authorId="0"><text><t>about ${ref}</t></text></comment>`,
  );
  const notes = addresses.map((text) => ({ column: 0, row: 1, ...parseRange(text)?.first, text }));
  const relation = (type: string, target: string) =>
    `<Relationship Id="${type}" Type="${relations}/${type}" Target="../${target}"/>`;
  const sheet = (parts.get(name) ?? '')
    .replace('<sheetData>', `${before}<sheetData>`)
    .replace('</worksheet>', `<legacyDrawing xmlns:r="${relations}" r:id="vmlDrawing"/></worksheet>`);
  parts.set(name, sheet);
  parts.set(
    'xl/worksheets/_rels/sheet1.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('comments', 'comments1.xml')}${relation('vmlDrawing', 'drawing1.vml')}</Relationships>`,
  );
  parts.set(
    'xl/comments1.xml',
    `<comments><authors><author>me</author></authors><commentList>${comments.join('')}</commentList></comments>`,
  );
  parts.set('xl/drawing1.vml', [...drawingXml(notes)].join(''));
  return makeZip([...parts].map(([part, content]) => ({ name: part, content })));
}
