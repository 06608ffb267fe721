import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Reader } from '../../../src/input/batch.ts';
import { rowsIn } from '../../../src/input/csv/cells.ts';
import type { CsvReader } from '../../../src/input/csv/reader.ts';
import { type InputOptions, openInput } from '../../../src/input/open-input.ts';
import type { Input, JsonRecord, TableRow } from '../../../src/input/port.ts';

const folder = mkdtempSync(join(tmpdir(), 'examctl-input-'));
let files = 0;

/** Writes a real file and returns its path. */
export function fileOf(content: string | Buffer, ending = '.csv'): string {
  const path = join(folder, `input-${++files}${ending}`);
  writeFileSync(path, content);
  return path;
}

/** The records of an input in short form, and the message that ended the reading, without the path. */
export interface Seen {
  readonly input?: Input;
  readonly records: readonly (readonly [line: number, content: unknown])[];
  readonly error?: Error & { hint?: string; place?: { line?: number } };
}

/** Reads a file to its end or its fault. */
export async function readFileInput(
  content: string | Buffer,
  ending = '.csv',
  options: InputOptions = {},
): Promise<Seen> {
  return readPath(fileOf(content, ending), options);
}

/** Reads standard input from these chunks. */
export async function readStdin(chunks: readonly (string | Buffer)[], options: InputOptions = {}): Promise<Seen> {
  return readPath('-', { ...options, stdin: Readable.from(chunks) });
}

export async function readPath(path: string, options: InputOptions = {}): Promise<Seen> {
  const records: [number, unknown][] = [];
  let input: Input | undefined;
  try {
    input = await openInput(path, options);
    for await (const record of recordsIn(input)) {
      if (record.record !== records.length + 1) throw new Error(`record ${record.record} is out of order`);
      records.push([record.line, 'cells' in record ? record.cells : record.value]);
    }
    return { input, records };
  } catch (error) {
    const seen = { records, error: error as Error };
    return input === undefined ? seen : { ...seen, input };
  }
}

export function recordsIn(input: Input): AsyncIterable<TableRow | JsonRecord> {
  return input.kind === 'table' ? input.rows : input.records;
}

/** Returns the format and the encoding of an input from its description. */
export function formOf(input: Input | undefined): readonly [format: string, encoding: string] {
  const [format = '', encoding = ''] = input?.form.split(', ') ?? [];
  return [format.toLowerCase(), encoding];
}

/** Feeds a reader with the text in pieces of a size. */
export function readInPieces<T>(reader: Reader<T>, bytes: Buffer, size: number): { items: T[]; fault?: string } {
  const items: T[] = [];
  for (let [at, end] = [0, size]; at < bytes.length; [at, end] = [end, end + size]) {
    // Chunks end with a whole character.
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1;
    // A copy, like a real chunk: the reader must not depend on the bytes around it.
    const batch = reader.push(Buffer.from(bytes.subarray(at, end)));
    items.push(...batch.items);
    if (batch.fault !== undefined) return { items, fault: batch.fault.message };
  }
  const last = reader.end();
  items.push(...last.items);
  return last.fault === undefined ? { items } : { items, fault: last.fault.message };
}

/** Feeds a CSV reader, and splits its pieces into rows. A malformed row in a piece ends the reading. */
export function readCsvInPieces(reader: CsvReader, bytes: Buffer, size: number): { items: TableRow[]; fault?: string } {
  const { items: pieces, fault } = readInPieces(reader, bytes, size);
  const items: TableRow[] = [];
  for (const piece of pieces) {
    const rows = rowsIn('f', piece, reader.head?.delimiter ?? ',');
    let row = rows.next();
    for (; !row.done; row = rows.next()) items.push(row.value);
    if (row.value !== undefined) return { items, fault: row.value.message };
  }
  return fault === undefined ? { items } : { items, fault };
}
