/** Checks all drafts of an input: every finding of every record, nothing stops at the first. Streams. */
import { NumberWriter } from '../../base/bytes/number-writer.ts';
import {
  type CheckedPiece,
  type Draft,
  type DraftSource,
  ROW_NUMBERS,
  type SourceLayout,
  type ValidRecord,
  type ValidRecords,
} from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import type { RecordPlace } from '../../model/place.ts';
import { boundFindings } from './bounded-findings.ts';
import { type CheckedDraft, checkDraft, type DraftChecks } from './check-draft.ts';
import { inFileOrder } from './findings.ts';
import type { CrossCheck, Notes } from './repeats.ts';
import type { Judge } from './strictness.ts';
import { UnreadDraft, ValidDraft } from './valid-draft.ts';

/** What is checked of a kind of record: the form of one, and what several must not share. */
export interface KindChecks<R> extends DraftChecks<R> {
  /** Made anew for each input, since they remember. */
  readonly createCrossChecks: (now?: () => number) => CrossCheck[];
  /** The clock, where it is not that of the system. */
  readonly now?: (() => number) | undefined;
  /** How findings count, where not as they are. */
  readonly judge?: Judge | undefined;
}

/** A draft after all checks. It is valid where no error was found. */
export type ValidatedDraft<R> = {
  readonly draft: Draft;
  readonly findings: readonly Finding[];
  /** How many more there are than those. */
  readonly leftOut: number;
} & (
  | { readonly isValid: true; readonly request: R; readonly whole?: ValidRecord['whole'] }
  | { readonly isValid: false; readonly request?: never }
);

/** Checks several files as one input: what must be unique is so across them. */
export async function* validateDrafts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
): AsyncGenerator<ValidatedDraft<R>> {
  for await (const { told } of validateParts(sources, checks, 'requests')) yield* told;
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
    const repeats = draft.unusable ? NONE : compareAll(crossChecks, reader(notes.take()), place, () => draft);
    yield finish(draft, checkDraft(draft, checks, known), repeats, { layout, judge: checks.judge });
  }
}

type Wanted = Parameters<NonNullable<DraftSource['pieces']>>[0];

/** Some of the records of an input. */
export interface ValidatedPart<R> {
  readonly valid: ValidRecords | undefined;
  /** Those with findings; where requests are wanted, all of them. Can be walked once. */
  readonly told: Iterable<ValidatedDraft<R>>;
  /** What shows only beside all records; of the last part. */
  readonly beside?: readonly Finding[] | undefined;
}

/** The same in parts. Where no requests are wanted, a record without findings is only counted. */
export async function* validateParts<R>(
  sources: readonly DraftSource[],
  checks: KindChecks<R>,
  wanted: Wanted,
): AsyncGenerator<ValidatedPart<R>> {
  const crossChecks = checks.createCrossChecks(checks.now);
  for (const source of sources) {
    if (source.pieces === undefined) {
      for await (const told of validateSource(source, checks, crossChecks)) yield { valid: undefined, told: [told] };
    } else {
      for await (const piece of source.pieces(wanted)) yield comparePiece(piece, source.layout, checks, crossChecks);
    }
  }
  const beside = crossChecks.flatMap(({ finish: end }) => end?.() ?? NONE);
  if (beside.length > 0) yield { valid: undefined, told: NONE, beside };
}

function comparePiece<R>(
  piece: CheckedPiece,
  layout: SourceLayout,
  checks: KindChecks<R>,
  crossChecks: readonly CrossCheck[],
): ValidatedPart<R> {
  const compared = compareRecords(piece, layout, checks, crossChecks);
  if (piece.nextValid !== undefined) return { valid: undefined, told: compared };
  const told = [...compared];
  // A record that is valid by itself may be told beside the others.
  const [before, after] = [rowsIn(piece.told), rowsIn(told)];
  const valid = {
    file: piece.file,
    records: piece.places.length / ROW_NUMBERS - told.length,
    rows: piece.validRows + before.rows - after.rows,
    lines: piece.validLines + before.lines - after.lines,
  };
  return { valid, told };
}

function rowsIn(told: readonly { readonly draft: Draft }[]): { readonly rows: number; readonly lines: number } {
  let [rows, lines] = [0, 0];
  for (const { draft } of told) {
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
  const { file, before, places, nextValid } = piece;
  const notes = reader(piece.notes);
  for (let [index, next] = [0, 0]; index < places.length / ROW_NUMBERS; index += 1) {
    const known = piece.told[next]?.index === index ? piece.told[next++] : undefined;
    const at = index * ROW_NUMBERS;
    const place = { file, line: places[at] ?? 0, record: before + (places[at + 1] ?? 0) };
    const draftOf = () => known?.draft ?? piece.draftOf(index);
    const repeats = known?.draft.unusable ? NONE : compareAll(crossChecks, notes, place, draftOf);
    const valid = known === undefined ? nextValid?.() : undefined;
    if (known === undefined && repeats.length === 0) {
      if (valid === undefined) continue;
      yield new UnreadDraft<R>(new ValidDraft(piece, index, valid), valid);
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

/** What all checks compare of a record. */
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
  const told = { draft, ...boundFindings(findings) };
  return isValid ? { ...told, isValid, request: checked.request as R } : { ...told, isValid };
}

/** By line, and on a line as one reads it: what is about the whole row first, then from left to right. */
function inColumnOrder(findings: readonly Finding[], layout: SourceLayout): readonly Finding[] {
  if (findings.length < 2 || layout.format === 'json') return findings;
  const position = ({ column }: Finding) => (column === null ? -1 : layout.header.indexOf(column));
  return inFileOrder(
    findings.toSorted((a, b) => position(a) - position(b)),
    (finding) => finding,
  );
}
