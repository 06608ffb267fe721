import { BLOCK_BYTES, CACHED_BLOCKS } from '../layout.ts';
import type { MaybePromise } from '../../port.ts';
import { readFully, type StoreFile } from '../store-files.ts';

/** Reads a file that only grows, a page at a time, and keeps the pages used last: records are small and near by. */
export interface PagedReader {
  /** Exactly these bytes, or fewer where the file ends before; at once where they are in a page that is kept. */
  read(position: number, length: number): MaybePromise<Buffer>;
}

export function createPagedReader(file: StoreFile): PagedReader {
  const pages = new Map<number, Promise<Buffer>>();
  /** The page that was used last: the next record is probably in it too. */
  let last: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  const load = (number: number): Promise<Buffer> => {
    const page = readFully(file, number * BLOCK_BYTES, BLOCK_BYTES);
    pages.set(number, page);
    page.catch(() => pages.delete(number));
    return page;
  };
  /** The page, with at least its first `needed` bytes: the last one of a growing file may be known too short. */
  const page = async (number: number, needed: number): Promise<Buffer> => {
    const known = pages.get(number);
    if (known === undefined) return load(number);
    pages.delete(number);
    pages.set(number, known);
    const bytes = await known;
    return bytes.length >= needed ? bytes : load(number);
  };
  const forgetOldest = (): void => {
    const oldest = pages.keys().next();
    if (pages.size > CACHED_BLOCKS && !oldest.done) pages.delete(oldest.value);
  };
  const readPages = async (position: number, length: number): Promise<Buffer> => {
    const [first, final] = [Math.floor(position / BLOCK_BYTES), Math.floor((position + length - 1) / BLOCK_BYTES)];
    const parts: Buffer[] = [];
    for (let number = first; number <= final; number += 1) {
      const start = Math.max(0, position - number * BLOCK_BYTES);
      const end = Math.min(BLOCK_BYTES, position + length - number * BLOCK_BYTES);
      const bytes = await page(number, end);
      last = { start: number * BLOCK_BYTES, bytes };
      parts.push(bytes.subarray(start, end));
      forgetOldest();
    }
    return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  };
  return {
    read: (position, length) => {
      const from = position - last.start;
      const isThere = from >= 0 && from + length <= last.bytes.length;
      return isThere ? last.bytes.subarray(from, from + length) : readPages(position, length);
    },
  };
}
