/** XML that is copied byte by byte, but for the pieces that are cut out or put in. */
import { XmlReader, type XmlToken } from '../../../input/xlsx/xml/xml-reader.ts';

/** What is done to a part while it passes. */
export interface XmlEdit {
  take(xml: XmlReader, token: Exclude<XmlToken, 'more'>, copy: XmlCopy): void;
  /** What stands from here on is not decided yet; `undefined` where all so far is. */
  readonly heldFrom?: number | undefined;
}

export async function* editXml(chunks: AsyncIterable<Buffer>, edit: XmlEdit): AsyncGenerator<Buffer> {
  const xml = new XmlReader();
  const copy = new XmlCopy();
  for await (const chunk of chunks) {
    copy.push(chunk);
    xml.push(chunk);
    for (let token = xml.next(); token !== 'more'; token = xml.next()) edit.take(xml, token, copy);
    copy.copy(edit.heldFrom ?? xml.tokenEnd);
    yield copy.taken();
  }
  xml.end();
  copy.copy(Number.POSITIVE_INFINITY);
  yield copy.taken();
}

/** Places are counted in bytes from the beginning of the part. Texts that are put in are ASCII. */
export class XmlCopy {
  #held: Buffer = Buffer.alloc(0);
  #copied = 0;
  #out: Buffer[] = [];

  push(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
  }

  /** What stands there, a character for each byte. */
  raw(from: number, to: number): string {
    return this.#held.toString('latin1', from - this.#copied, to - this.#copied);
  }

  /** All up to a place that is not copied or cut yet. */
  copy(to: number): void {
    const piece = this.#held.subarray(0, Math.max(0, to - this.#copied));
    if (piece.length > 0) this.#out.push(piece);
    this.#drop(piece.length);
  }

  cut(to: number): void {
    this.#drop(Math.min(this.#held.length, Math.max(0, to - this.#copied)));
  }

  put(text: string): void {
    this.#out.push(Buffer.from(text, 'latin1'));
  }

  taken(): Buffer {
    const out = Buffer.concat(this.#out);
    this.#out = [];
    return out;
  }

  #drop(bytes: number): void {
    this.#held = this.#held.subarray(bytes);
    this.#copied += bytes;
  }
}

/** `x:` in `<x:row r="1">`. */
export function prefixOf(tag: string): string {
  return /^<([^\s/>:]+:)/.exec(tag)?.[1] ?? '';
}

/** An opening tag with another value of an attribute; without the attribute where there is none. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '');
  return value === undefined ? without : without.replace(/^<[^\s/>]+/, `$& ${name}="${value}"`);
}

/** The opening tag of an element as that of an empty one. */
export function asEmptyTag(tag: string): string {
  return tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`;
}
