/** Looks through the texts of some fields in the lines of a log. No line is read as a whole. */

import { crc32 } from 'node:zlib';
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

/** Is given the first texts of the fields, the id, and where the line stands. */
type See = (textOf: TextOf, idOf: () => string, placeOf: () => Place) => void;

/** Of all lines: also of those that a later line has replaced. Their checksums are not looked at. */
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
    lookThrough({ path, offset, bytes: bytes.subarray(0, whole) }, fields, see);
    offset += whole;
    size = CHUNK_BYTES;
  }
}

interface Lines {
  readonly path: string;
  /** Where the first of the bytes stands. */
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Nothing that it looks for stands inside a text of the lines, where a quote has a backslash before it; and no entity has a kind. */
function lookThrough({ path, offset, bytes }: Lines, { kind, names }: TextFields, see: See): void {
  const onDamage: OnDamage = (at) => damage(path, offset + at, 'the text there is not as it was written');
  // As one character for each byte: strings are searched faster than bytes.
  const lines = bytes.toString('latin1');
  const start = `${kindStart(kind)}"`;
  const fields = names.map((name) => createField(lines, name, onDamage));
  let line = lines.indexOf(start);
  let end = 0;
  const textOf: TextOf = (position) => fields[position]?.(line, end) || undefined;
  const idOf = () => ofItsOwn(textAt(lines, line + start.length, onDamage));
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

/** Gives the first text of a field between two positions. It does not go back. */
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

/** The JSON text that begins behind a quote. */
function textAt(lines: string, from: number, onDamage: OnDamage): string {
  let end = lines.indexOf('"', from);
  while (isEscaped(lines, from, end)) end = lines.indexOf('"', end + 1);
  if (end === -1) throw onDamage(from);
  const text = lines.slice(from, end);
  if (PLAIN.test(text)) return text;
  const parsed = parseJson(`"${Buffer.from(text, 'latin1').toString()}"`);
  if (typeof parsed !== 'string') throw onDamage(from);
  return parsed;
}

/** A part of a string holds the whole in memory, and ids are kept. */
function ofItsOwn(text: string): string {
  return PLAIN.test(text) ? Buffer.from(text, 'latin1').toString('latin1') : text;
}

/** What is the same in JSON, and in one byte for each character. */
const PLAIN = /^[ !#-[\]-~]*$/;

function isEscaped(lines: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && lines[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
