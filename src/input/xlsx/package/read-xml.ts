import { XmlFault } from '../xml/xml-fault.ts';
import { XmlReader, type XmlToken } from '../xml/xml-reader.ts';
import { type Archive, damaged } from './archive.ts';

/** What `take` returns where nothing more is to be read. */
export const ENOUGH = Symbol('enough');

/** Takes a part of a workbook apart. */
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

/** A fault of the XML as the error that it is; any other error as it stands. */
export function faultIn({ file }: Archive, part: string, error: unknown): unknown {
  return error instanceof XmlFault ? damaged(file, new Error(`${part} ${error.message}`)) : error;
}
