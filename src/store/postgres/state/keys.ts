/** Keys of entities in the forms of the program and of the database. */
import type { EntityKey } from '../../port.ts';

/** The first byte of an id with half of a surrogate pair, which is stored as UTF-16. No UTF-8 text has this byte. */
const NOT_UTF8 = 0xff;

/** Ids that PostgreSQL reads as bytes without any conversion: nearly all ids. */
const PLAIN = /^[ -[\]-~]+$/;

/** Writes an id in the form in which PostgreSQL reads bytes. */
function idToBytes(id: string): string {
  return PLAIN.test(id) ? id : `\\x${idToHex(id)}`;
}

export function idToHex(id: string): string {
  const isText = !/[\ud800-\udfff]/.test(id) || id.isWellFormed();
  const bytes = isText ? Buffer.from(id) : Buffer.concat([Buffer.of(NOT_UTF8), Buffer.from(id, 'utf16le')]);
  return bytes.toString('hex');
}

export function bytesToId(bytes: Buffer): string {
  return bytes[0] === NOT_UTF8 ? bytes.subarray(1).toString('utf16le') : bytes.toString();
}

/**
 * Returns the columns of keys as texts with a line for each row: the database splits texts much faster than it reads
 * arrays.
 */
export function keyColumns(keys: readonly EntityKey[]): [kinds: string, ids: string] {
  return [keys.map(({ kind }) => kind).join('\n'), keys.map(({ id }) => idToBytes(id)).join('\n')];
}
