/** What texts of a workbook's XML mean. */
import { isUtf8 } from 'node:buffer';
import { XmlFault } from './xml-fault.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities that XML has, and characters by their number. Entities of a document's own are refused. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&([^;&]{0,10};?)/g, (_, body: string) => {
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));$/i.exec(body) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const entity =
      body.endsWith(';') && Object.hasOwn(ENTITIES, body.slice(0, -1)) ? ENTITIES[body.slice(0, -1)] : undefined;
    if (entity === undefined) throw new XmlFault('has an entity that XML does not know');
    return entity;
  });
}

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** Characters that XML cannot hold, and `_x0041_` written as a text, as `_x005F_x0041_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** A text without the white space around it, which a spreadsheet shows only with `xml:space="preserve"`. */
export function trimXmlSpace(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && XML_SPACE.has(text[from] ?? '')) from++;
  while (to > from && XML_SPACE.has(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}

const XML_SPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** Parts of a workbook are UTF-8, or else they say so at their beginning. */
export function refuseOtherEncodings(declaration: string): void {
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/.exec(declaration) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw new XmlFault('is not UTF-8');
}

/** A text of its own, which does not keep the chunk alive. Nearly all are ASCII. */
export function sliceText(bytes: Buffer, from: number, to: number): string {
  let at = from;
  while (at < to && (bytes[at] ?? 0) < 0x80 && bytes[at] !== 0x0d) at++;
  if (at === to) return bytes.toString('latin1', from, to);
  if (!isUtf8(bytes.subarray(from, to))) throw new XmlFault('is not UTF-8');
  // XML has one kind of line break, whatever the file has.
  return bytes.toString('utf8', from, to).replaceAll(/\r\n?/g, '\n');
}

/** A whole number that is not negative; -1 where it is none. */
export function digitsOf(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || value > 1e12) return -1;
    value = value * 10 + digit;
  }
  return from === to ? -1 : value;
}
