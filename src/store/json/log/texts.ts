/** Searches the texts of some fields in the lines of a log, without parsing the lines. */

import { crc32 } from 'node:zlib';
import { endOfString } from '../../../base/json-text.ts';
import { parseJson } from '../../../base/json-value.ts';
import type { TextFields, TextOf } from '../../port.ts';
import { damage } from '../failures.ts';
import { readFully, type StoreFile } from '../file-system.ts';
import type { Place } from '../keys/key-table.ts';
import { kindStart, NEWLINE } from './record-lines.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Whole lines of a log. */
export interface LogPart {
  readonly file: StoreFile;
  readonly path: string;
  readonly from: number;
  readonly end: number;
}

/** Gets the first texts of the fields, the id and the place of a line. */
type See = (textOf: TextOf, idOf: () => string, placeOf: () => Place) => void;

/** Searches all lines, also those that a later line has replaced. It does not check their checksums. */
export async function eachTextOf({ file, path, from, end }: LogPart, fields: TextFields, see: See): Promise<void> {
  let size = CHUNK_BYTES;
  for (let offset = from; offset < end; ) {
    const bytes = await readFully(file, offset, Math.min(size, end - offset));
    const whole = bytes.lastIndexOf(NEWLINE) + 1;
    if (whole === 0) {
      if (bytes.length < size) throw damage(path, offset, 'the line there has no end');
      size *= 2;
      continue;
    }
    searchLines({ path, offset, bytes: bytes.subarray(0, whole) }, fields, see);
    offset += whole;
    size = CHUNK_BYTES;
  }
}

interface Lines {
  readonly path: string;
  /** The offset of the first byte in the log. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** The searched strings cannot occur inside a text, where every quote has a backslash; and no entity has a field `kind`. */
function searchLines({ path, offset, bytes }: Lines, { kind, names }: TextFields, see: See): void {
  const onDamage: OnDamage = (at) => damage(path, offset + at, 'the text there is not as it was written');
  // One character for each byte, since a search in a string is faster than in bytes.
  const lines = bytes.toString('latin1');
  const start = `${kindStart(kind)}"`;
  const fields = names.map((name) => createField(lines, name, onDamage));
  let line = lines.indexOf(start);
  let end = 0;
  const textOf: TextOf = (position) => fields[position]?.(line, end) || undefined;
  const idOf = () => copyText(textAt(lines, line + start.length, onDamage));
  const placeOf = (): Place => {
    const length = end + 1 - line;
    return { offset: offset + line, length, crc32: crc32(bytes.subarray(line, end + 1)), deleted: false };
  };
  while (line !== -1) {
    end = lines.indexOf('\n', line);
    see(textOf, idOf, placeOf);
    line = lines.indexOf(start, end);
  }
}

/** The error about damage at a position. */
type OnDamage = (at: number) => Error;

/** Finds the first text of a field between two positions. Positions must not decrease from call to call. */
function createField(
  lines: string,
  name: string,
  onDamage: OnDamage,
): (from: number, to: number) => string | undefined {
  const field = `${JSON.stringify(name)}:"`;
  let found = lines.indexOf(field);
  return (from, to) => {
    if (found !== -1 && found < from) found = lines.indexOf(field, from);
    return found === -1 || found > to ? undefined : textAt(lines, found + field.length, onDamage);
  };
}

/** The value of the JSON text that begins after a quote. */
function textAt(lines: string, from: number, onDamage: OnDamage): string {
  const end = endOfString(lines, from - 1);
  if (end === lines.length) throw onDamage(from);
  const text = lines.slice(from, end);
  if (PLAIN.test(text)) return text;
  const parsed = parseJson(`"${Buffer.from(text, 'latin1').toString()}"`);
  if (typeof parsed !== 'string') throw onDamage(from);
  return parsed;
}

/** A copy of a text. Ids are kept, and a part of a string keeps the whole string in memory. */
function copyText(text: string): string {
  return PLAIN.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text;
}

/** Texts that are the same in JSON and in Latin-1. */
const PLAIN = /^[ !#-[\]-~]*$/;
