import { crc32 } from 'node:zlib';

const HEX = 16;
const HEX_DIGITS = 8;

/** The CRC-32 of some bytes or of a text's UTF-8 bytes, as eight hexadecimal digits. */
export function checksum(data: string | Buffer): string {
  return crc32(data).toString(HEX).padStart(HEX_DIGITS, '0');
}
