/** The rows that go back to be fixed: all rows of each record that was not accepted, in the order of the files. */

import { groupBy } from '../../base/lists/group-by.ts';
import type { Draft, KeptRow, RejectedRow, SourceRow } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { addressOf, describePlace, listPlaces, type Place, type RecordPlace, recordKey } from '../../model/place.ts';
import type { Field } from '../../platform/fields/field.ts';
import { REQUEST_RESOURCES } from '../../platform/resources/index.ts';

/** Holds the rows that go back, and the first `acceptedMax` rows of accepted records that findings are about. */
export function createReturnedRows(keepsRejects: boolean, acceptedMax: number) {
  const rejects = createKeptRows<RejectedRow>();
  const accepted = createKeptRows<KeptRow>();
  /** The fields of the columns, by their headers; empty if no row was kept. */
  const columnFields = new Map<string, readonly Field[]>();
  let free = acceptedMax;
  const learnColumns = (draft: Draft): void => {
    if (columnFields.size > 0) return;
    for (const [column, fields] of fieldsByColumn(draft)) columnFields.set(column, fields);
  };
  const rowsOf = (draft: Draft, findings: readonly Finding[]): readonly RejectedRow[] => {
    if (!keepsRejects) return [];
    learnColumns(draft);
    return rejectedRowsOf(draft, findings);
  };
  return {
    rejects,
    accepted,
    columnFields,
    rowsOf,
    addRejected: (draft: Draft, findings: readonly Finding[]) => rejects.add(rowsOf(draft, findings)),
    /** Holds one row for each finding, and no others: a schedule may have very many rows. */
    addAccepted: (draft: Draft, findings: readonly Finding[]) => {
      if (findings.length === 0 || free <= 0) return;
      learnColumns(draft);
      const places = new Set(findings.map(recordKey));
      const rows = draft.rows.filter((row) => placesOf(row).some((place) => places.delete(recordKey(place))));
      free -= rows.length;
      accepted.add(rows.map((row) => ({ row: toKept(row) })));
    },
  };
}

/** Fields by the header of their column. A record knows the column of each field, whatever its header is. */
function fieldsByColumn(draft: Draft): ReadonlyMap<string, readonly Field[]> {
  const fields = new Map<string, Field[]>();
  for (const resource of REQUEST_RESOURCES) {
    for (const [name, field] of Object.entries(resource.fields)) {
      for (const path of [[name], ['Schedule', name], ['Candidates', 0, name]]) {
        const { column } = draft.locate(path);
        if (column !== null) fields.set(column, [...(fields.get(column) ?? []), field]);
      }
    }
  }
  return fields;
}

/** The place of a row, and that of the row of another file that it is joined with. */
function placesOf(row: SourceRow): RecordPlace[] {
  return row.with === undefined ? [row] : [row, row.with];
}

/** The rows of a record with its findings. They go back as a whole, so that the fixed file can be sent as it is. */
function rejectedRowsOf({ rows }: Draft, findings: readonly Finding[]): RejectedRow[] {
  // Records of JSON may be on one line.
  const word = new Set(rows.map(lineKey)).size < rows.length ? 'record' : 'line';
  const keyOf = word === 'record' ? recordKey : lineKey;
  // A record can have a hundred thousand rows, so their findings and notes are looked up.
  const byPlace = groupBy(findings, keyOf);
  const order = new Map(findings.map((finding, index) => [finding, index]));
  const errors = findings.filter(isError);
  const notes = new Map<string, string>();
  return rows.map((row): RejectedRow => {
    const found = [...new Set(placesOf(row).map(keyOf))]
      .flatMap((key) => byPlace.get(key) ?? [])
      .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
    if (found.some(isError)) return { row: toKept(row), findings: found };
    const ofFile = JSON.stringify([row.file, row.sheet]);
    const note = notes.get(ofFile) ?? noteOf(row, errors, word);
    notes.set(ofFile, note);
    return { row: toKept(row), findings: found, note };
  });
}

/** The row as it is kept. The cells of a row may be those of its reader, with more than the cells. */
function toKept({ file, line, sheet, record, lines, with: other, content }: SourceRow): SourceRow {
  const own = 'cells' in content ? { cells: content.cells } : content;
  return { file, line, sheet, record, lines, content: own, ...(other && { with: other }) };
}

function lineKey({ file, line, sheet }: Place): string {
  return JSON.stringify([file, line, sheet]);
}

const MAX_PLACES_NAMED = 5;

/** The note of a row without errors of its own. `word` names the numbers by which it names other rows. */
function noteOf(row: SourceRow, errors: readonly Finding[], word: 'line' | 'record'): string {
  if (errors.length === 0) return 'not accepted because of what is wrong with the header';
  const places = errors.map((finding) =>
    finding.file === row.file ? (addressOf(finding) ?? String(finding[word])) : describePlace(finding),
  );
  const named = listPlaces(places, MAX_PLACES_NAMED, { word: row.sheet === undefined ? word : '' });
  return `not accepted because of errors of the same record: ${named}`;
}

/** Holds rows of records, and gives them file by file in the order of their lines. The order of `add` is free. */
function createKeptRows<T extends KeptRow>() {
  const all: T[] = [];
  /** The first position of each file, in the order in which files were added. */
  const firsts = new Map<string, number>();
  return {
    /** `position` is the record's in the plan, if it was planned. */
    add: (rows: readonly T[], position = -1): void => {
      for (const kept of rows) {
        const { file } = kept.row;
        firsts.set(file, Math.min(firsts.get(file) ?? position, position));
        all.push(kept);
      }
    },
    [Symbol.iterator]: (): Iterator<T> => {
      const files = [...firsts].toSorted(([, one], [, other]) => one - other).map(([file]) => file);
      const ranks = new Map(files.map((file, rank) => [file, rank]));
      const rank = ({ row }: T) => ranks.get(row.file) ?? 0;
      const order = (a: T, b: T) => rank(a) - rank(b) || a.row.line - b.row.line || a.row.record - b.row.record;
      return all.toSorted(order)[Symbol.iterator]();
    },
  };
}
