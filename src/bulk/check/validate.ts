/** Checks all drafts of an input, one after the other. Collects all findings of all records. */

import { NumberWriter } from '../../base/bytes/number-writer.ts';
import {
  type CheckedPiece,
  type Draft,
  type DraftSource,
  ROW_NUMBERS,
  type SourceLayout,
  type ValidRecord,
  type ValidRecords,
  type Wanted,
} from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { RecordPlace } from '../../model/place.ts';
import type { CrossCheck, Notes } from './across-records.ts';
import { boundFindings } from './bounded-findings.ts';
import { type CheckedDraft, checkDraft, type DraftChecks } from './check-draft.ts';
import { inFileOrder } from './findings.ts';
import type { Judge } from './strictness.ts';
import { ValidDraft, ValidResult } from './valid-draft.ts';

/** The checks of a kind of record: the form of one record, and the checks across records. */
export interface KindChecks<R> extends DraftChecks<R> {
  /** Creates the checks across records. Each input needs new ones, since they remember records. */
  readonly createCrossChecks: (now?: () => number) => CrossCheck[];
  /** Replaces the clock of the system. */
  readonly now?: (() => number) | undefined;
  /** Changes the severity of findings. */
  readonly judge?: Judge | undefined;
}

/** A draft after all checks. It is valid if no finding is an error. */
export type ValidatedDraft<R> = {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
  /** The number of findings that are not in the list. */
  readonly leftOut: number;
} & (
  | { readonly isValid: true; readonly request: R; readonly whole?: ValidRecord['whole'] }
  | { readonly isValid: false; readonly request?: never }
);

/** Checks several files as one input: the checks across records compare the records of all files. */
export async function* validateDrafts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
): AsyncGenerator<ValidatedDraft<R>> {
  for await (const { records } of validateParts(sources, checks, 'requests')) yield* records;
}

async function* validateSource<R>(
  { drafts, missing, layout }: DraftSource,
  checks: KindChecks<R>,
  crossChecks: readonly CrossCheck[],
): AsyncGenerator<ValidatedDraft<R>> {
  const known = new Set(missing);
  const notes = new NumberWriter();
  for await (const draft of drafts) {
    if (!draft.unusable) noteRecord(crossChecks, draft, notes);
    const place = draft.rows[0];
    const repeats = draft.unusable ? NONE : compareAll(crossChecks, reader(notes.flush()), place, () => draft);
    yield finish(draft, checkDraft(draft, checks, known), repeats, { layout, judge: checks.judge });
  }
}

/** The result for some records of an input. */
export interface ValidatedPart<R> {
  /** The counts of the records without findings, if they are only counted. */
  readonly valid: ValidRecords | undefined;
  /** The records with findings; if requests are wanted, all records. Can be iterated once. */
  readonly records: Iterable<ValidatedDraft<R>>;
  /** The findings that only all records together show. Only the last part has them. */
  readonly listFindings?: readonly Finding[] | undefined;
}

/** The same in parts. */
export async function* validateParts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
  wanted: Wanted,
): AsyncGenerator<ValidatedPart<R>> {
  const crossChecks = checks.createCrossChecks(checks.now);
  for (const source of sources) {
    if (source.pieces === undefined) {
      for await (const one of validateSource(source, checks, crossChecks)) yield { valid: undefined, records: [one] };
    } else {
      for await (const piece of source.pieces(wanted)) {
        if (piece.expected !== undefined) for (const { expect } of crossChecks) expect?.(piece.expected);
        yield comparePiece(piece, source.layout, checks, crossChecks);
      }
    }
  }
  const listFindings = crossChecks.flatMap(({ finish: end }) => end?.() ?? NONE);
  if (listFindings.length > 0) yield { valid: undefined, records: NONE, listFindings };
}

function comparePiece<R>(
  piece: CheckedPiece,
  layout: SourceLayout,
  checks: KindChecks<R>,
  crossChecks: readonly CrossCheck[],
): ValidatedPart<R> {
  const compared = compareRecords(piece, layout, checks, crossChecks);
  if (piece.nextValid !== undefined) return { valid: undefined, records: compared };
  const records = [...compared];
  // A check across records may have findings about a record that has none by itself.
  const [before, after] = [rowsIn(piece.withFindings), rowsIn(records)];
  const valid = {
    file: piece.file,
    records: piece.places.length / ROW_NUMBERS - records.length,
    rows: piece.validRows + before.rows - after.rows,
    lines: piece.validLines + before.lines - after.lines,
  };
  return { valid, records };
}

function rowsIn(records: readonly { readonly draft: Draft }[]): { readonly rows: number; readonly lines: number } {
  let [rows, lines] = [0, 0];
  for (const { draft } of records) {
    rows += draft.rows.length;
    for (const row of draft.rows) lines += row.lines;
  }
  return { rows, lines };
}

function* compareRecords<R>(
  piece: CheckedPiece,
  layout: SourceLayout,
  { checkForm, judge }: KindChecks<R>,
  crossChecks: readonly CrossCheck[],
): Generator<ValidatedDraft<R>> {
  const { file, sheet, before, places, nextValid } = piece;
  const notes = reader(piece.notes);
  for (let [index, next] = [0, 0]; index < places.length / ROW_NUMBERS; index += 1) {
    const known = piece.withFindings[next]?.index === index ? piece.withFindings[next++] : undefined;
    const at = index * ROW_NUMBERS;
    const place = { file, sheet, line: places[at] ?? 0, record: before + (places[at + 1] ?? 0) };
    const draftOf = () => known?.draft ?? piece.draftOf(index);
    const repeats = known?.draft.unusable ? NONE : compareAll(crossChecks, notes, place, draftOf);
    const valid = known === undefined ? nextValid?.() : undefined;
    if (known === undefined && repeats.length === 0) {
      if (valid === undefined) continue;
      yield new ValidResult<R>(new ValidDraft(piece, index, valid), valid);
      continue;
    }
    const draft = draftOf();
    const isValid = known === undefined || known.isValid;
    const form = isValid ? checkForm(draft.request) : undefined;
    const request = form !== undefined && 'value' in form ? { request: form.value } : {};
    yield finish(draft, { findings: known?.findings ?? NONE, ...request }, repeats, { layout, judge });
  }
}

const NONE: readonly never[] = [];

/** Lets all checks note the values of a record that they compare. */
export function noteRecord(
  crossChecks: readonly CrossCheck[],
  record: Parameters<CrossCheck['note']>[0],
  notes: NumberWriter,
): void {
  for (const { note } of crossChecks) note(record, notes);
}

function compareAll(
  crossChecks: readonly CrossCheck[],
  notes: Notes,
  place: RecordPlace,
  draft: () => Draft,
): readonly Finding[] {
  let all: Finding[] | undefined;
  for (const { compare } of crossChecks) {
    const found = compare(notes, place, draft);
    if (found.length > 0) all = [...(all ?? NONE), ...found];
  }
  return all ?? NONE;
}

function reader(notes: ArrayLike<number>): Notes {
  let at = 0;
  return () => notes[at++] ?? 0;
}

function finish<R>(
  draft: Draft,
  checked: CheckedDraft<R>,
  repeats: readonly Finding[],
  { layout, judge }: { readonly layout: SourceLayout; readonly judge: Judge | undefined },
): ValidatedDraft<R> {
  const found = inColumnOrder(repeats.length === 0 ? checked.findings : [...checked.findings, ...repeats], layout);
  const findings = judge === undefined ? found : found.map(judge);
  const isValid = checked.request !== undefined && !findings.some(isError);
  const result = { draft, ...boundFindings(findings) };
  return isValid ? { ...result, isValid, request: checked.request as R } : { ...result, isValid };
}

/** Sorts findings by line. Within a line: findings about the whole row first, then by column from left to right. */
function inColumnOrder(findings: readonly Finding[], layout: SourceLayout): readonly Finding[] {
  if (findings.length < 2 || layout.format === 'records') return findings;
  const position = ({ column }: Finding) => (column === null ? -1 : layout.header.indexOf(column));
  return inFileOrder(
    findings.toSorted((a, b) => position(a) - position(b)),
    (finding) => finding,
  );
}
