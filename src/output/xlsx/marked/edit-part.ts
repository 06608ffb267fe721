/** Edits a part of a workbook as one text: finds its elements, and replaces pieces of it. The rest stays byte by byte. */
import type { Archive } from '../../../input/xlsx/package/archive.ts';
import { XmlReader } from '../../../input/xlsx/xml/xml-reader.ts';

export interface Element {
  readonly name: string;
  /** The depth of the element; the root has the depth 1. */
  readonly depth: number;
  /** The places of the tags. `openEnd` ends the opening tag; `closeStart` begins the closing tag. */
  readonly start: number;
  readonly openEnd: number;
  closeStart: number;
  end: number;
}

export interface Part {
  readonly bytes: Buffer;
  /** Sorted by start. */
  readonly elements: readonly Element[];
  /** The prefix of the names in the part, such as `x:`; empty without one. */
  readonly prefix: string;
}

export async function readPart(archive: Archive, part: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(part, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Finds the elements of a part. `isWanted` says whether an element, with those within it, is listed. */
export function parsePart(bytes: Buffer, isWanted: (element: Element, xml: XmlReader) => boolean = () => true): Part {
  const xml = new XmlReader();
  xml.push(bytes);
  const elements: Element[] = [];
  const open: (Element | undefined)[] = [];
  for (let token = xml.next(); token !== 'more'; token = xml.next()) {
    const { name, depth, tokenStart: start, tokenEnd: end } = xml;
    if (token === 'open') {
      const element = { name, depth, start, openEnd: end, closeStart: end, end };
      const isListed = (open.length === 0 || open.at(-1) !== undefined) && isWanted(element, xml);
      if (isListed) elements.push(element);
      open.push(isListed ? element : undefined);
    } else if (token === 'close') Object.assign(open.pop() ?? {}, { closeStart: start, end });
  }
  const [root] = elements;
  const prefix = /^<([^\s/>:]+:)/.exec(root === undefined ? '' : textIn(bytes, root.start, root.openEnd))?.[1] ?? '';
  return { bytes, elements, prefix };
}

/** Returns the bytes between two places as text, one character for each byte. */
export function textIn(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

export function tagOf({ bytes }: Part, { start, openEnd }: Element): string {
  return textIn(bytes, start, openEnd);
}

export function contentOf({ bytes }: Part, { openEnd, closeStart }: Element): string {
  return textIn(bytes, openEnd, closeStart);
}

/** Returns the value of an attribute as the part has it, without decoding it. */
export function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1];
}

/** Returns an opening tag with a new value of an attribute, or without the attribute if the value is `undefined`. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '');
  return value === undefined ? without : without.replace(/^<[^\s/>]+/, `$& ${name}="${value}"`);
}

export function find({ elements }: Part, name: string): Element | undefined {
  return elements.find((element) => element.name === name);
}

export function childrenOf({ elements }: Part, parent: Element): Element[] {
  const children: Element[] = [];
  for (let at = elements.indexOf(parent) + 1; at < elements.length; at += 1) {
    const element = elements[at];
    if (element === undefined || element.start >= parent.end) break;
    if (element.depth === parent.depth + 1) children.push(element);
  }
  return children;
}

/** Replaces the bytes from one place to another. The text is ASCII, or has one character for each byte. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Returns the changed part. The changes must not overlap; those at one place stay in their order. */
export function changed({ bytes }: Part, changes: readonly Change[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of changes.toSorted((one, other) => one.from - other.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text, 'latin1'));
    at = to;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

/** Inserts content at the end of an element, and gives it another opening tag if there is one. */
export function putInto(part: Part, element: Element, content: string, tag = tagOf(part, element)): Change[] {
  const { start, openEnd, closeStart, end } = element;
  if (closeStart !== end) {
    return [
      { from: start, to: openEnd, text: tag },
      { from: closeStart, to: closeStart, text: content },
    ];
  }
  if (content === '') return [{ from: start, to: end, text: tag }];
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? '';
  return [{ from: start, to: end, text: `${tag.replace(/\s*\/>$/, '>')}${content}</${name}>` }];
}
