/** Rows that are no records: totals, counts and instructions. */
import type { SkippedRows } from '../mapping.ts';
import { isTotal } from './contents.ts';
import type { DraftTable } from './draft-request.ts';

export interface SkippedFound {
  readonly rows: SkippedRows;
  readonly isSkipped: (row: readonly string[]) => boolean;
}

/** Finds them by their first filled cell. The draft names their texts, with any number in a total, so that no other row is skipped. */
export function findSkippedRows({ header, rows }: DraftTable): SkippedFound[] {
  const texts = new Map<number, Set<string>>();
  for (const row of rows) {
    const at = row.findIndex((cell) => cell.trim() !== '');
    const cell = row[at]?.trim() ?? '';
    if (at === -1 || !isNoRecord(cell, row, header)) continue;
    texts.set(at, (texts.get(at) ?? new Set()).add(cell));
  }
  return [...texts].flatMap(([at, found]) => {
    const column = header[at] ?? '';
    const counts = [...found].filter((text) => isTotal(text) && /\d/.test(text));
    const others = [...found].filter((text) => !counts.includes(text));
    const isSkipped = (row: readonly string[]) => found.has(row[at]?.trim() ?? '');
    return [
      ...(others.length > 0 ? [{ rows: { column, equals: others }, isSkipped }] : []),
      ...(counts.length > 0 ? [{ rows: { column, pattern: patternOf(counts) }, isSkipped }] : []),
    ];
  });
}

/** The next file of the source has another number in its total. */
function patternOf(texts: readonly string[]): string {
  const patterns = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\d+/g, '\\d+'));
  return [...new Set(patterns)].join('|');
}

/** The fewest words of an instruction. An id or a name has less. */
const INSTRUCTION_WORDS = 4;

function isNoRecord(cell: string, row: readonly string[], header: readonly string[]): boolean {
  const others = row.filter((other) => other.trim() !== '').slice(1);
  if (isTotal(cell)) return others.every((other) => /^\d[\d.,]*$/.test(other.trim()));
  return others.length === 0 && header.length > 1 && cell.split(/\s+/).length >= INSTRUCTION_WORDS;
}
