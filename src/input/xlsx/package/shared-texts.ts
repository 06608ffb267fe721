import { MAX_TEXTS, MAX_TEXTS_BYTES } from '../limits.ts';
import { RichText } from '../xml/rich-text.ts';
import { XmlFault } from '../xml/text.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';

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
