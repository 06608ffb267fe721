/** Values in few bytes, for those who read them in their order. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Values that fit into JSON, read in the order in which they came: a thousand results take some ten kilobytes. */
export interface PackedList<T> {
  push(value: T): void;
  at(index: number): T;
}

const PACK_SIZE = 1_000;

export function createPackedList<T>(): PackedList<T> {
  const packs: Buffer[] = [];
  let open: T[] = [];
  let [readIndex, read]: [number, readonly T[]] = [-1, []];
  return {
    push: (value) => {
      open.push(value);
      if (open.length < PACK_SIZE) return;
      packs.push(deflateRawSync(JSON.stringify(open), { level: 1 }));
      open = [];
    },
    at: (index) => {
      const pack = packs[Math.floor(index / PACK_SIZE)];
      if (pack === undefined) return open[index % PACK_SIZE] as T;
      if (readIndex !== Math.floor(index / PACK_SIZE)) {
        readIndex = Math.floor(index / PACK_SIZE);
        read = JSON.parse(inflateRawSync(pack).toString()) as T[];
      }
      return read[index % PACK_SIZE] as T;
    },
  };
}
