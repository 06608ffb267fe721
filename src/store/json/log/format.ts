/**
 * The lines of the log. The first line names the form of the file. A commit is the lines of its records, each with its
 * new value or its deletion, and a last line with the number of these lines and a checksum. It counts only with its last
 * line. The checksum is that of all bytes of the file before it, so no commit can be lost, moved or come from elsewhere.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isObject, parseJson } from '../../../base/json-value.ts';
import { StoreError } from '../../../errors.ts';
import { damage } from '../failures.ts';

/** The version of the form that this program reads and writes. */
const STORE_FORMAT = 3;

const ID_BYTES = 8;
const HEX = 16;
const HEX_DIGITS = 8;

/** The line of a record. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** The end of a commit, or of the first line. */
export interface LogEnd {
  readonly offset: number;
  /** The number of the last commit before it. */
  readonly commit: number;
  /** The checksum of all bytes before it. */
  readonly crc: number;
}

/** The first line of a new file. */
export function newHeader(): Buffer {
  return Buffer.from(headerLine(randomBytes(ID_BYTES).toString('hex')));
}

function headerLine(id: string): string {
  const fields = `{"format":${STORE_FORMAT},"id":"${id}"`;
  return `${fields},"crc32":"${hexOf(crc32(fields))}"}\n`;
}

/** Checks the first line of a file, and returns its end. Throws for another version, and for damage. */
export function endOfHeader(line: Buffer, path: string): LogEnd {
  const text = line.toString('latin1');
  const header = parseJson(text);
  const { format, id } = isObject(header) ? header : {};
  if (typeof format === 'number' && format !== STORE_FORMAT) throw otherVersion(path, format);
  if (text !== headerLine(String(id))) throw damage(path, 0, 'its first line is not as examctl wrote it');
  return { offset: line.length, commit: 0, crc: crc32(line) };
}

function otherVersion(path: string, format: number): StoreError {
  const [writer, hint] =
    format > STORE_FORMAT
      ? ['a newer examctl', 'Use the newer examctl with this store; the store was not changed.']
      : ['an examctl before its first release', 'Initialise a new store; this one was not changed.'];
  return new StoreError(`${path} was written by ${writer} (format ${format}, known: ${STORE_FORMAT})`, { hint });
}

/** The last line of a commit. `crc` is the checksum of all bytes before it. */
export function commitLine(commit: number, records: number, crc: number): string {
  return `${COMMIT_START}${commit},"records":${records},"crc32":"${hexOf(crc)}"}\n`;
}

export const COMMIT_START = '{"commit":';
export const RECORD_START = '{"kind":"';
const LINE_END = '}\n';

function hexOf(crc: number): string {
  return crc.toString(HEX).padStart(HEX_DIGITS, '0');
}

/** The line for a record's JSON text, or for its deletion. */
export function recordLine(kind: string, id: string, text: string | undefined): string {
  return text === undefined
    ? `${RECORD_START}${kind}","id":${JSON.stringify(id)},"deleted":true}\n`
    : `${valueStart(kind, id)}${text}${LINE_END}`;
}

function valueStart(kind: string, id: string): string {
  return `${RECORD_START}${kind}","id":${JSON.stringify(id)},"value":`;
}

/** The JSON text of the value in a line; undefined if the line is not that of this record. */
export function valueOfLine(line: string, kind: string, id: string): string | undefined {
  const start = valueStart(kind, id);
  if (!line.startsWith(start) || !line.endsWith(LINE_END)) return undefined;
  return line.slice(start.length, -LINE_END.length);
}

/** The key in the line of a record, and whether the line deletes the record. */
export interface LineKey {
  readonly kind: string;
  readonly id: string;
  readonly isDeleted: boolean;
}

const [QUOTE, BACKSLASH, LETTER_D] = [0x22, 0x5c, 0x64];
const ID_FOLLOWS = '","id":"'.length;
const LETTER_FOLLOWS = '","'.length;

/** Reads the key of a line without parsing the value; undefined if it is no line of a record. */
export function readKey(bytes: Buffer, from: number, to: number): LineKey | undefined {
  if (!isTextAt(bytes, from, RECORD_START)) return undefined;
  const kindAt = from + RECORD_START.length;
  const kindEnd = endOfText(bytes, kindAt, to);
  const idAt = kindEnd + ID_FOLLOWS;
  const idEnd = endOfText(bytes, idAt, to);
  if (idEnd >= to) return undefined;
  const text = bytes.toString('utf8', idAt, idEnd);
  const id = text.includes('\\') ? parseJson(`"${text}"`) : text;
  if (typeof id !== 'string') return undefined;
  const kind = bytes.toString('latin1', kindAt, kindEnd);
  return { kind, id, isDeleted: bytes[idEnd + LETTER_FOLLOWS] === LETTER_D };
}

/** Whether bytes have a text of ASCII characters at a position. To make a text of the bytes takes several times as long. */
function isTextAt(bytes: Buffer, from: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[from + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** The position of the quote that ends a JSON text. */
function endOfText(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
