/** Reads and changes the parts of a workbook. */
import { openSource } from '../../../src/input/source.ts';
import { openArchive } from '../../../src/input/xlsx/package/archive.ts';
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
