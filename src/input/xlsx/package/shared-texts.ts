import { MAX_TEXTS, MAX_TEXTS_BYTES } from '../limits.ts';
import { RichText } from '../xml/rich-text.ts';
import { XmlFault } from '../xml/xml-fault.ts';
import type { Archive } from './archive.ts';
import { readXml } from './read-xml.ts';

/** The number of recent texts that are kept as strings: if there are few different texts, each is repeated often. */
const SLOTS = 4096;
const MAX_RECENT_BYTES = 256;
const PAGE_BYTES = 1024 * 1024;

/**
 * The texts that cells share, by number. They are kept as bytes, which take a third of the memory of strings: a list
 * may have a million different texts.
 */
export class SharedTexts {
  readonly #pages: Buffer[] = [];
  /** For each text: the number of its page, its start in the page, and its length in bytes. */
  #places: Uint32Array = new Uint32Array(3 * 1024);
  #count = 0;
  #used = 0;
  readonly #recent: { readonly index: number; readonly text: string }[] = [];

  add(text: string): void {
    if (this.#count === MAX_TEXTS) throw new XmlFault('has too many texts');
    const bytes = Buffer.byteLength(text);
    let page = this.#pages.at(-1);
    if (page === undefined || page.length - this.#used < bytes) {
      page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes));
      this.#pages.push(page);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += page.write(text, start);
    if (this.#count * 3 === this.#places.length) this.#places = grown(this.#places);
    this.#places.set([this.#pages.length - 1, start, this.#used - start], this.#count * 3);
    this.#count += 1;
  }

  /** Returns a text by its number, or `undefined` if there is none. */
  get(index: number): string | undefined {
    if (index < 0 || index >= this.#count) return undefined;
    const slot = index % SLOTS;
    const recent = this.#recent[slot];
    if (recent?.index === index) return recent.text;
    const [page = 0, start = 0, length = 0] = this.#places.subarray(index * 3, index * 3 + 3);
    const text = this.#pages[page]?.toString('utf8', start, start + length) ?? '';
    if (length <= MAX_RECENT_BYTES) this.#recent[slot] = { index, text };
    return text;
  }
}

function grown(list: Uint32Array): Uint32Array {
  const larger = new Uint32Array(list.length * 2);
  larger.set(list);
  return larger;
}

export async function readSharedTexts(archive: Archive, part: string | undefined): Promise<SharedTexts> {
  const texts = new SharedTexts();
  if (part === undefined) return texts;
  const text = new RichText();
  await readXml(archive, part, MAX_TEXTS_BYTES, (xml, token) => {
    text.take(xml, token);
    if (token === 'close' && xml.name === 'si') texts.add(text.finish());
  });
  return texts;
}
