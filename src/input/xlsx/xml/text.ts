/** Decodes the texts in the XML of a workbook. */
import { isUtf8 } from 'node:buffer';

/**
 * A fault in the XML of a part. The message continues a sentence that begins with the part's name, and quotes no text.
 */
export class XmlFault extends Error {}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five entities of XML, and characters by their number. Refuses entities that a document defines. */
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

/** Decodes `_x0041_`: workbooks write characters that XML cannot contain in this form. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Removes the white space around a text, which a spreadsheet shows only with `xml:space="preserve"`. */
export function trimXmlSpace(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && XML_SPACE.has(text[from] ?? '')) from++;
  while (to > from && XML_SPACE.has(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}

const XML_SPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** Throws if the XML declaration names another encoding than UTF-8. */
export function refuseOtherEncodings(declaration: string): void {
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/.exec(declaration) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw new XmlFault('is not UTF-8');
}

/** Returns bytes as a string that does not keep the chunk in memory. Nearly all texts are ASCII, which is fast. */
export function sliceText(bytes: Buffer, from: number, to: number): string {
  let at = from;
  while (at < to && (bytes[at] ?? 0) < 0x80 && bytes[at] !== 0x0d) at++;
  if (at === to) return bytes.toString('latin1', from, to);
  if (!isUtf8(bytes.subarray(from, to))) throw new XmlFault('is not UTF-8');
  // XML reads every kind of line break as LF.
  return bytes.toString('utf8', from, to).replaceAll(/\r\n?/g, '\n');
}

/** Returns the value of digits, or -1 if the text is not a whole number of digits only. */
export function digitsOf(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || value > 1e12) return -1;
    value = value * 10 + digit;
  }
  return from === to ? -1 : value;
}
