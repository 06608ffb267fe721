/** A compressed list of values, for callers that read it in order. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The values must be JSON. To read them in order is fast; to read them in any other order is slow. */
export interface PackedList<T> {
  readonly length: number;
  push(value: T): void;
  at(index: number): T;
}

/** The size of a pack, which is compressed and decompressed as a whole. */
const MAX_PACK = { values: 1_000, characters: 4_000_000 } as const;

interface Pack {
  /** The index of its first value. */
  readonly start: number;
  readonly bytes: Buffer;
}

export function createPackedList<T>(): PackedList<T> {
  const packs: Pack[] = [];
  let open: string[] = [];
  let [start, characters] = [0, 0];
  let read: { readonly pack: Pack; readonly values: readonly T[] } | undefined;
  const close = (): void => {
    packs.push({ start, bytes: deflateRawSync(`[${open.join()}]`, { level: 1 }) });
    start += open.length;
    [open, characters] = [[], 0];
  };
  return {
    get length() {
      return start + open.length;
    },
    push: (value) => {
      const text = JSON.stringify(value);
      open.push(text);
      characters += text.length;
      if (open.length >= MAX_PACK.values || characters >= MAX_PACK.characters) close();
    },
    at: (index) => {
      if (index >= start) return JSON.parse(open[index - start] ?? 'null') as T;
      if (read === undefined || index < read.pack.start || index >= read.pack.start + read.values.length) {
        const pack = packs.findLast((one) => one.start <= index) as Pack;
        read = { pack, values: JSON.parse(inflateRawSync(pack.bytes).toString()) as T[] };
      }
      return read.values[index - read.pack.start] as T;
    },
  };
}
