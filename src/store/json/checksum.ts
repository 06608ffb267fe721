import { crc32 } from 'node:zlib';

const HEX = 16;
const HEX_DIGITS = 8;

/** The CRC-32 of all parts, one after the other, as eight hexadecimal digits. A text counts as its UTF-8 bytes. */
export function checksum(...parts: readonly (string | Buffer)[]): string {
  let sum = 0;
  for (const part of parts) sum = crc32(part, sum);
  return sum.toString(HEX).padStart(HEX_DIGITS, '0');
}
