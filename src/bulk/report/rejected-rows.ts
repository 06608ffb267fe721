/** The rows that go back to be fixed: all rows of each record that was not accepted, in the order of the files. */

import { createTextList } from '../../base/bytes/text-list.ts';
import { createNumbers } from '../../base/lists/compact-lists.ts';
import type { Draft, KeptRow, RejectedRow, SourceRow } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { addressOf, describePlace, listPlaces, type Place, type RecordPlace, recordKey } from '../../model/place.ts';

/** Rows file by file, in the order of their lines. */
interface KeptRows<T extends KeptRow> extends Iterable<T> {
  /** Takes the rows of a record. `position` is the record's in the plan, if it was planned. The order of calls is free. */
  add(rows: readonly T[], position?: number): void;
}

/** The rows of a record with its findings. They go back as a whole, so that the fixed file can be sent as it is. */
export function rejectedRowsOf({ rows }: Draft, findings: readonly Finding[]): RejectedRow[] {
  // Records of JSON may be on one line.
  const word = new Set(rows.map(lineKey)).size < rows.length ? 'record' : 'line';
  const findingsOf = byPlace(findings, word === 'record' ? recordKey : lineKey);
  const noteOf = createNotes(findings.filter(isError), word);
  return rows.map(({ file, line, sheet, record, lines, with: other, content }): RejectedRow => {
    // A row may have getters, which JSON would leave out.
    const row = { file, line, sheet, record, lines, content, ...(other && { with: other }) };
    const own = findingsOf(other === undefined ? [row] : [row, other]);
    return own.some(isError) ? { row, findings: own } : { row, findings: own, note: noteOf(row) };
  });
}

function lineKey({ file, line, sheet }: Place): string {
  return JSON.stringify([file, line, sheet]);
}

/** Finds the findings of a row by an index: a record can have a hundred thousand rows. */
function byPlace(findings: readonly Finding[], keyOf: typeof recordKey): (places: readonly RecordPlace[]) => Finding[] {
  const indexes = new Map<string, number[]>();
  for (const [index, finding] of findings.entries()) {
    const key = keyOf(finding);
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [index]);
    else known.push(index);
  }
  return (places) => {
    const own = new Set(places.flatMap((place) => indexes.get(keyOf(place)) ?? []));
    return [...own].sort((a, b) => a - b).flatMap((index) => findings[index] ?? []);
  };
}

/** Makes the notes of rows that go back without errors of their own. All such rows of a file have the same note. */
function createNotes(findings: readonly Finding[], word: 'line' | 'record'): (row: SourceRow) => string {
  const notes = new Map<string, string>();
  return (row) => {
    const key = JSON.stringify([row.file, row.sheet]);
    const note = notes.get(key) ?? noteOf(row, findings, word);
    notes.set(key, note);
    return note;
  };
}

/** Holds the rows as JSON: as objects, the rows of a million records would not fit into memory. */
export function createKeptRows<T extends KeptRow>(): KeptRows<T> {
  const texts = createTextList();
  const files = createFileOrder();
  const [fileOf, lineOf, recordOf] = [createNumbers(), createNumbers(), createNumbers()];
  return {
    add: (rows, position = -1) => {
      for (const kept of rows) {
        const { file, line, record } = kept.row;
        fileOf.push(files.add(file, position));
        lineOf.push(line);
        recordOf.push(record);
        texts.push(JSON.stringify(kept));
      }
    },
    *[Symbol.iterator]() {
      const ranks = files.ranks();
      const rank = (index: number) => ranks[fileOf.at(index)] ?? 0;
      const order = Uint32Array.from({ length: texts.length }, (_, index) => index);
      order.sort(
        (a, b) => rank(a) - rank(b) || lineOf.at(a) - lineOf.at(b) || recordOf.at(a) - recordOf.at(b) || a - b,
      );
      for (const index of order) yield JSON.parse(texts.at(index)) as T;
    },
  };
}

/** Files in the order of their first positions. Files with one position keep the order in which they were added. */
function createFileOrder() {
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  return {
    /** Adds a file and returns its number. */
    add: (file: string, position: number): number => {
      const number = numbers.get(file) ?? numbers.size;
      numbers.set(file, number);
      firsts[number] = Math.min(firsts[number] ?? position, position);
      return number;
    },
    /** The rank of each file, by its number. */
    ranks: (): number[] => {
      const ranks: number[] = [];
      const inOrder = [...firsts.keys()].sort((a, b) => (firsts[a] ?? 0) - (firsts[b] ?? 0) || a - b);
      for (const [rank, number] of inOrder.entries()) ranks[number] = rank;
      return ranks;
    },
  };
}

/** `word` names the numbers by which the note names other rows. */
function noteOf(row: SourceRow, findings: readonly Finding[], word: 'line' | 'record'): string {
  if (findings.length === 0) return 'not accepted because of what is wrong with the header';
  const places = findings.map((finding) =>
    finding.file === row.file ? (addressOf(finding) ?? String(finding[word])) : describePlace(finding),
  );
  const verb = new Set(places).size === 1 ? 'is' : 'are';
  return `not accepted because of ${listPlaces(places, MAX_PLACES_NAMED, { word: row.sheet === undefined ? word : '' })}, which ${verb} of the same record`;
}

const MAX_PLACES_NAMED = 5;
