/** Reads a small part of a workbook as a whole, with the places of its elements. */
import { MAX_SMALL_PART_BYTES } from '../../../input/xlsx/limits.ts';
import type { Archive } from '../../../input/xlsx/package/archive.ts';
import { attributesOf } from '../../../input/xlsx/package/workbook.ts';
import { XmlReader } from '../../../input/xlsx/xml/xml-reader.ts';
import { prefixOf, withAttribute } from './edit-xml.ts';

export interface Element {
  readonly name: string;
  /** The depth of the element; the root has the depth 1. */
  readonly depth: number;
  /** The places of the tags. `openEnd` ends the opening tag; `closeStart` begins the closing tag. */
  readonly start: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface SmallPart {
  /** One character for each byte. */
  readonly text: string;
  /** Sorted by start. */
  readonly elements: readonly Element[];
  /** The prefix of the names in the part, such as `x:`; empty without one. */
  readonly prefix: string;
}

export async function readSmallPart(archive: Archive, part: string): Promise<SmallPart> {
  return parsePart(await readWhole(archive, part, MAX_SMALL_PART_BYTES));
}

export async function readWhole(archive: Archive, part: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive.read(part, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function parsePart(bytes: Buffer): SmallPart {
  const xml = new XmlReader();
  xml.push(bytes);
  const elements: Mutable[] = [];
  const open: Mutable[] = [];
  for (let token = xml.next(); token !== 'more'; token = xml.next()) {
    const { name, depth, tokenStart: start, tokenEnd: end } = xml;
    if (token === 'open') {
      const element = { name, depth, start, openEnd: end, closeStart: end, end, attributes: attributesOf(xml) };
      elements.push(element);
      open.push(element);
    } else if (token === 'close') Object.assign(open.pop() ?? {}, { closeStart: start, end });
  }
  const text = bytes.toString('latin1');
  return { text, elements, prefix: prefixOf(text.slice(elements[0]?.start)) };
}

type Mutable = { -readonly [K in keyof Element]: Element[K] };

export function find({ elements }: SmallPart, name: string): Element | undefined {
  return elements.find((element) => element.name === name);
}

export function childrenOf({ elements }: SmallPart, parent: Element): Element[] {
  const isChild = ({ depth, start }: Element) =>
    depth === parent.depth + 1 && start > parent.start && start < parent.end;
  return elements.filter(isChild);
}

/** Replaces the text from one place to another. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The changed part as bytes. The changes must not overlap. */
export function changed({ text }: Pick<SmallPart, 'text'>, changes: readonly Change[]): Buffer {
  const pieces: string[] = [];
  let at = 0;
  for (const change of changes.toSorted((one, other) => one.from - other.from)) {
    pieces.push(text.slice(at, change.from), change.text);
    at = change.to;
  }
  return Buffer.from(pieces.join('') + text.slice(at), 'latin1');
}

/** Inserts content at the end of an element, and sets its attribute `count` if one is given. */
export function putInto({ text }: SmallPart, element: Element, content: string, count?: number): Change[] {
  const { start, openEnd, closeStart, end } = element;
  const whole = text.slice(start, openEnd);
  const tag = count === undefined ? whole : withAttribute(whole, 'count', String(count));
  if (closeStart !== end) {
    return [
      { from: start, to: openEnd, text: tag },
      { from: closeStart, to: closeStart, text: content },
    ];
  }
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? '';
  return [{ from: start, to: end, text: `${tag.replace(/\s*\/>$/, '>')}${content}</${name}>` }];
}
