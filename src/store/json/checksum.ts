import { crc32 } from 'node:zlib';

const HEX = 16;
const HEX_DIGITS = 8;

/** The CRC-32 of some bytes or of a text's UTF-8 bytes, as eight hexadecimal digits. Parts follow each other. */
export function checksum(...parts: readonly (string | Buffer)[]): string {
  let sum = 0;
  for (const part of parts) sum = crc32(part, sum);
  return sum.toString(HEX).padStart(HEX_DIGITS, '0');
}
