import { XmlFault } from '../xml/text.ts';
import { XmlReader, type XmlToken } from '../xml/xml-reader.ts';
import { type Archive, damaged } from './archive.ts';

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
