import type { JournalLine } from '../journal/format.ts';
import type { RecordKey } from '../journal/record-lines.ts';

/** Where a text comes from within one generation, in which it never changes: a line of the journal, or a snapshot's key. */
type TextSource = JournalLine | string;

/** Keeps the texts used last, so that what every request asks for (settings, roles) is not read and checked each time. */
export interface TextCache {
  get(source: TextSource): string | undefined;
  /** Gives the text back. */
  keep(source: TextSource, text: string): string;
}

/** The size of each of two generations of texts. When the newer is full, it replaces the older one. */
const ROUND_TEXTS = 512;
/** A longer one is not kept: so both rounds together stay under 8 MiB. */
const KEPT_TEXT_LENGTH = 4_096;

export function createTextCache(): TextCache {
  let newer = new Map<TextSource, string>();
  let older = newer;
  const keep = (source: TextSource, text: string): string => {
    if (text.length > KEPT_TEXT_LENGTH) return text;
    if (newer.size >= ROUND_TEXTS) [older, newer] = [newer, new Map()];
    newer.set(source, text);
    return text;
  };
  return {
    keep,
    get: (source) => {
      const recent = newer.get(source);
      if (recent !== undefined) return recent;
      const text = older.get(source);
      return text === undefined ? undefined : keep(source, text);
    },
  };
}

/** No kind has a blank in its name. */
export function snapshotSource({ kind, id }: RecordKey): string {
  return `${kind} ${id}`;
}
