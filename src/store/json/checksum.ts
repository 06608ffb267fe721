import { crc32 } from 'node:zlib';
import { isObject, parseJson } from '../../base/json-value.ts';

const HEX = 16;
const HEX_DIGITS = 8;

/** The CRC-32 of all parts, one after the other, as eight hexadecimal digits. A text counts as its UTF-8 bytes. */
export function checksum(...parts: readonly (string | Buffer)[]): string {
  let sum = 0;
  for (const part of parts) sum = crc32(part, sum);
  return sum.toString(HEX).padStart(HEX_DIGITS, '0');
}

/** The text of a small file: an object with a checksum of its own. */
export function seal(value: object): string {
  return `${JSON.stringify({ ...value, crc32: checksum(JSON.stringify(value)) }, undefined, 2)}\n`;
}

/** The object in such a text; undefined unless the text is byte for byte as `seal` makes it. */
export function unseal(text: string): object | undefined {
  const parsed = parseJson(text);
  const { crc32: sum, ...value } = isObject(parsed) ? parsed : {};
  return sum !== undefined && seal(value) === text ? value : undefined;
}
