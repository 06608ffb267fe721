/** The rows that go back to be fixed: all rows of each record that was not accepted, in the order of the files. */

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
    // The cells of a row may be those of its reader, with more than the cells.
    const own = 'cells' in content ? { cells: content.cells } : content;
    const row = { file, line, sheet, record, lines, content: own, ...(other && { with: other }) };
    const found = findingsOf(other === undefined ? [row] : [row, other]);
    return found.some(isError) ? { row, findings: found } : { row, findings: found, note: noteOf(row) };
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

export function createKeptRows<T extends KeptRow>(): KeptRows<T> {
  const all: T[] = [];
  /** The first position of each file, in the order in which files were added. */
  const firsts = new Map<string, number>();
  return {
    add: (rows, position = -1) => {
      for (const kept of rows) {
        const { file } = kept.row;
        firsts.set(file, Math.min(firsts.get(file) ?? position, position));
        all.push(kept);
      }
    },
    [Symbol.iterator]: () => {
      const files = [...firsts].toSorted(([, one], [, other]) => one - other).map(([file]) => file);
      const ranks = new Map(files.map((file, rank) => [file, rank]));
      const rank = ({ row }: T) => ranks.get(row.file) ?? 0;
      const inOrder = all.toSorted(
        (a, b) => rank(a) - rank(b) || a.row.line - b.row.line || a.row.record - b.row.record,
      );
      return inOrder[Symbol.iterator]();
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
