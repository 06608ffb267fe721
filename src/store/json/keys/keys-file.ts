/** The file of a store's keys: one table for each kind, in pages. */
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import { damage } from '../failures.ts';
import { readFullyNow, type StoreFile, writeFully } from '../file-system.ts';
import { createKeyTable, type KeyTable, PAGE_BYTES } from './key-table.ts';

/** The manifest's entry for the table of one kind. The tables are in the order of the entries. */
export interface TableReference {
  readonly kind: string;
  readonly pages: number;
  readonly records: number;
}

/** The manifest's entry for the keys file. */
export interface KeysReference {
  readonly file: string;
  readonly tables: readonly TableReference[];
  /** The table of e-mail addresses, after the others; absent in a store last written by a version without this table. */
  readonly emails?: Omit<TableReference, 'kind'>;
}

const CHECKSUM_BYTES = 4;
const WORDS_ARE_SWAPPED = endianness() === 'BE';

/** The tables of a keys file. */
export interface StoredTables {
  /** The tables of keys, by kind. */
  readonly keys: Map<string, KeyTable>;
  readonly emails: KeyTable | undefined;
}

/** Opens the tables of a keys file. Each page is read and checked when it is first needed. */
export async function openTables(
  file: StoreFile,
  path: string,
  { tables: ofKinds, emails }: Pick<KeysReference, 'tables' | 'emails'>,
): Promise<StoredTables> {
  const references = [...ofKinds, ...(emails === undefined ? [] : [emails])];
  const pages = references.reduce((sum, table) => sum + table.pages, 0);
  const { size } = await file.stat();
  if (size !== pages * PAGE_BYTES) throw damage(path, size, `it has ${size} bytes, not ${pages * PAGE_BYTES}`);
  let first = 0;
  const open = ({ pages: count, records }: Omit<TableReference, 'kind'>): KeyTable => {
    const firstPage = first;
    first += count;
    const load = (page: number, bytes: Buffer) => loadPage(file, path, firstPage + page, bytes);
    return createKeyTable(count, { size: records, load });
  };
  const keys = new Map(ofKinds.map((reference) => [reference.kind, open(reference)]));
  return { keys, emails: emails && open(emails) };
}

/** Checks every page of a keys file. */
export async function checkPages(file: StoreFile, path: string, note: (problem: unknown) => void): Promise<void> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(PAGE_BYTES);
  for (let page = 0; page < size / PAGE_BYTES; page += 1) {
    try {
      loadPage(file, path, page, bytes);
    } catch (error) {
      note(error);
    }
  }
}

function loadPage(file: StoreFile, path: string, page: number, bytes: Buffer): void {
  const offset = page * PAGE_BYTES;
  const length = readFullyNow(file, bytes, offset);
  // The checksum includes the page's number, so a page in the place of another one is found as damage.
  const isWhole = length === PAGE_BYTES && bytes.readUInt32LE(0) === pageChecksum(bytes, page);
  if (!isWhole) throw damage(path, offset, `the ${PAGE_BYTES} bytes from there on are not as they were written`);
  if (WORDS_ARE_SWAPPED) bytes.swap32();
}

/** Writes a table after the pages in the file. Returns the number of its pages. */
export async function writeTable(file: StoreFile, table: KeyTable, firstPage: number): Promise<number> {
  const bytes = WORDS_ARE_SWAPPED ? Buffer.from(table.bytes).swap32() : table.bytes;
  const pages = bytes.length / PAGE_BYTES;
  for (let page = 0; page < pages; page += 1) {
    const own = bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    own.writeUInt32LE(pageChecksum(own, firstPage + page), 0);
  }
  await writeFully(file, bytes, firstPage * PAGE_BYTES);
  return pages;
}

function pageChecksum(page: Buffer, number: number): number {
  return crc32(page.subarray(CHECKSUM_BYTES), number);
}
