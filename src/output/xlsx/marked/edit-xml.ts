/** Copies XML byte by byte, except for pieces that an edit cuts or inserts. */
import { XmlReader, type XmlToken } from '../../../input/xlsx/xml/xml-reader.ts';

/** An edit of a part, applied token by token. */
export interface XmlEdit {
  onToken(xml: XmlReader, token: Exclude<XmlToken, 'more'>, copy: XmlCopy): void;
  /** The place from which the edit still has to decide what to copy; `undefined` if nothing is open. */
  readonly undecidedFrom?: number | undefined;
}

export async function* editXml(chunks: AsyncIterable<Buffer>, edit: XmlEdit): AsyncGenerator<Buffer> {
  const xml = new XmlReader();
  const copy = new XmlCopy();
  for await (const chunk of chunks) {
    copy.push(chunk);
    xml.push(chunk);
    for (let token = xml.next(); token !== 'more'; token = xml.next()) edit.onToken(xml, token, copy);
    copy.copy(edit.undecidedFrom ?? xml.tokenEnd);
    yield copy.takeOutput();
  }
  xml.end();
  copy.copy(Number.POSITIVE_INFINITY);
  yield copy.takeOutput();
}

/** Collects the output of an edit. Places are bytes from the beginning of the part. Inserted texts are ASCII. */
export class XmlCopy {
  #pending: Buffer = Buffer.alloc(0);
  #copied = 0;
  #out: Buffer[] = [];

  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
  }

  /** The bytes from one place to another as text, one character for each byte. */
  raw(from: number, to: number): string {
    return this.#pending.toString('latin1', from - this.#copied, to - this.#copied);
  }

  /** Copies everything up to a place, except what is already copied or cut. */
  copy(to: number): void {
    const piece = this.#pending.subarray(0, Math.max(0, to - this.#copied));
    if (piece.length > 0) this.#out.push(piece);
    this.#drop(piece.length);
  }

  /** Skips everything up to a place. */
  cut(to: number): void {
    this.#drop(Math.min(this.#pending.length, Math.max(0, to - this.#copied)));
  }

  /** Inserts a text at the current place. */
  put(text: string): void {
    this.#out.push(Buffer.from(text, 'latin1'));
  }

  takeOutput(): Buffer {
    const out = Buffer.concat(this.#out);
    this.#out = [];
    return out;
  }

  #drop(bytes: number): void {
    this.#pending = this.#pending.subarray(bytes);
    this.#copied += bytes;
  }
}

/** The prefix of an opening tag: `x:` in `<x:row r="1">`. */
export function prefixOf(tag: string): string {
  return /^<([^\s/>:]+:)/.exec(tag)?.[1] ?? '';
}

/** An opening tag with a new value of an attribute, or without the attribute if the value is `undefined`. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '');
  return value === undefined ? without : without.replace(/^<[^\s/>]+/, `$& ${name}="${value}"`);
}

/** The opening tag of an element, changed to the tag of an empty element. */
export function asEmptyTag(tag: string): string {
  return tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`;
}
