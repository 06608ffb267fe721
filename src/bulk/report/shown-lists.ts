/**
 * The lists that a report shows: findings, results, and the rows that go back. For a million records they would not fit
 * into memory, so only the first entries are held.
 */
import { groupBy } from '../../base/lists/group-by.ts';
import type { Draft, RejectedRow, SourceRow } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { addressOf, describePlace, listPlaces, type Place, type RecordPlace, recordKey } from '../../model/place.ts';
import type { RecordResult } from '../../model/report.ts';
import { answerFinding, earlierAttemptFinding } from '../check/findings.ts';

export interface ShownListsOptions {
  /** Whether the rows that go back are needed; true by default. */
  readonly keepsRejects?: boolean | undefined;
  /** The number of results to hold, besides those that must be shown. */
  readonly resultsMax?: number | undefined;
  /** The number of findings to hold, of each severity about records, of each about the list, and of results. */
  readonly findingsMax?: number | undefined;
}

/** The parts of a result that decide whether it is held. */
type ResultToHold = Pick<RecordResult, 'outcome' | 'errors' | 'said'>;

/** The findings of a result, and the rows that go back because of it. */
export interface ResultDetails {
  readonly findings: readonly Finding[];
  /** Its rows, if they go back. */
  readonly rows: readonly RejectedRow[];
}

/** A result takes some hundred bytes, so a million of them would take too much memory. */
const MAX_RESULTS = 20_000;

/** The same for a run whose report file should have every record. */
export const MAX_REPORTED_RESULTS = 200_000;

/** The limit for each list of findings, and for results that must be shown. */
const MAX_FINDINGS = 200_000;

export function createShownLists(options: ShownListsOptions, files: () => readonly string[]) {
  const { keepsRejects = true, resultsMax = MAX_RESULTS, findingsMax = MAX_FINDINGS } = options;
  const findings = createHeldFindings(findingsMax);
  const held = createHeldResults(resultsMax, findingsMax);
  const rejects = createRejects(files);
  const rowsOf = (draft: Draft, found: readonly Finding[]) => (keepsRejects ? rejectedRowsOf(draft, found) : []);
  return {
    /** Findings of the input and the plan, then findings of the results. */
    findings: (): readonly Finding[] => [...findings.list, ...held.findings()],
    findingsLeftOut: () => findings.leftOut() + held.findingsLeftOut(),
    results: held.results,
    holds: held.holds,
    /** All rows of each record that was not accepted, in the order of the files. */
    rejects,
    addRejected: (draft: Draft, found: readonly Finding[]) => rejects.add(rowsOf(draft, found)),
    addFinding: findings.add,
    leaveOut: findings.leaveOut,
    /** Made at once, since drafts are large and not held. */
    detailsOf: (draft: Draft, { said, errors }: RecordResult): ResultDetails => {
      const earlier = said === undefined ? [] : [earlierAttemptFinding(draft, said)];
      const found = [...earlier, ...errors.map((error) => answerFinding(draft, error))];
      return { findings: found, rows: errors.length === 0 ? [] : rowsOf(draft, found) };
    },
    addResult: (result: RecordResult, position: number, details: ResultDetails | undefined) => {
      held.add(result, position, details?.findings ?? []);
      rejects.add(details?.rows ?? []);
    },
  };
}

/** Holds the first findings of each severity. Those about the list have a limit of their own: no error of a record hides them. */
function createHeldFindings(max: number) {
  const list: Finding[] = [];
  const counts = new Map<string, number>();
  let leftOut = 0;
  return {
    list,
    leftOut: () => leftOut,
    leaveOut: (count: number) => {
      leftOut += count;
    },
    add: (finding: Finding, about: 'record' | 'list'): void => {
      const kind = `${about} ${finding.severity}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= max) list.push(finding);
      else leftOut += 1;
    },
  };
}

/** Holds the results at the first positions, and the first that must be shown. The order of `add` is free. */
function createHeldResults(resultsMax: number, errorsMax: number) {
  const held: { result: RecordResult; position: number; findings: readonly Finding[] }[] = [];
  const inOrder = () => held.toSorted((a, b) => a.position - b.position);
  let [errors, findingsLeftOut] = [0, 0];
  const holds = (result: ResultToHold, position: number): boolean =>
    mustBeShown(result) ? errors < errorsMax : position < resultsMax;
  return {
    /** Whether a result will be held. Other results are only counted. */
    holds,
    findingsLeftOut: () => findingsLeftOut,
    results: (): readonly RecordResult[] => inOrder().map(({ result }) => result),
    findings: () => inOrder().flatMap(({ findings }) => findings),
    add: (result: RecordResult, position: number, findings: readonly Finding[]): void => {
      if (holds(result, position)) held.push({ result, position, findings });
      else findingsLeftOut += findings.length;
      if (mustBeShown(result)) errors += Math.max(findings.length, 1);
    },
  };
}

/** Whether readers look for a result: it has errors, or did not succeed. */
function mustBeShown({ outcome, errors, said }: ResultToHold): boolean {
  return errors.length > 0 || said !== undefined || ['failed', 'unknown', 'would-fail'].includes(outcome);
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
    if (found.some(isError)) return { row: withCellsAlone(row), findings: found };
    const ofFile = JSON.stringify([row.file, row.sheet]);
    const note = notes.get(ofFile) ?? noteOf(row, errors, word);
    notes.set(ofFile, note);
    return { row: withCellsAlone(row), findings: found, note };
  });
}

/** The row as it is kept. The cells of a row may be those of its reader, with more than the cells. */
function withCellsAlone({ file, line, sheet, record, lines, with: other, content }: SourceRow): SourceRow {
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
  return `not accepted because of errors of the same record: ${named}; keep this row with it`;
}

/** Holds rows, and gives them file by file, in the order of their lines. The order of `add` is free. */
function createRejects(files: () => readonly string[]) {
  const all: RejectedRow[] = [];
  return {
    add: (rows: readonly RejectedRow[]): void => {
      for (const rejected of rows) all.push(rejected);
    },
    [Symbol.iterator]: (): Iterator<RejectedRow> => {
      const ranks = new Map(files().map((file, rank) => [file, rank]));
      const rank = ({ row }: RejectedRow) => ranks.get(row.file) ?? ranks.size;
      const order = (a: RejectedRow, b: RejectedRow) =>
        rank(a) - rank(b) || a.row.line - b.row.line || a.row.record - b.row.record;
      return all.toSorted(order)[Symbol.iterator]();
    },
  };
}
