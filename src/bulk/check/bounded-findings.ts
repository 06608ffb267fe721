/**
 * Limits the findings about one place and about one record. A cell can contain a list of 100,000 wrong entries, an object
 * can have as many wrong keys, and a value can have millions of characters.
 */
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, SEVERITIES, type Severity } from '../../model/finding.ts';

/** The number of findings shown for one cell, or for one list in JSON. */
export const SHOWN_OF_CELL = 100;
/** The same for the list of candidates in a JSON request, and for all other findings about one row or object. */
export const SHOWN_OF_RECORDS = 1_000;
/** The maximum length of a text in a finding. All valid ids and all messages of this program are shorter. */
export const MAX_TEXT = 1_000;

export const CUT_RULE = 'findings.cut';

export interface BoundedFindings {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
}

/** Keeps the first findings about each place and each record, in their order. Adds a finding that counts those left out. */
export function boundFindings(all: readonly Finding[]): BoundedFindings {
  if (all.length <= SHOWN_OF_CELL) return { findings: all.map(shorten), leftOut: 0 };
  const ofPlaces = boundPlaces(all);
  if (ofPlaces.findings.length <= SHOWN_OF_RECORDS) return ofPlaces;
  const { findings, leftOut } = boundLines(ofPlaces.findings, all);
  return { findings, leftOut: ofPlaces.leftOut + leftOut };
}

/** Limits the findings about each line: each row of a schedule has its own limit. `all` has the findings before any cut. */
function boundLines(bounded: readonly Finding[], all: readonly Finding[]): BoundedFindings {
  const lines = new Map<string, { shown: number; readonly left: Finding[] }>();
  const lineOf = ({ file, line }: Finding) => JSON.stringify([file, line]);
  const kept = bounded.filter((finding) => {
    if (isOfRecords(finding) && finding.rule !== CUT_RULE) return true;
    const known = lines.get(lineOf(finding)) ?? { shown: 0, left: [] };
    lines.set(lineOf(finding), known);
    const isShown = known.shown < SHOWN_OF_RECORDS;
    if (!isShown) known.left.push(finding);
    else if (finding.rule !== CUT_RULE) known.shown += 1;
    return isShown;
  });
  let leftOut = 0;
  const summaries = [...lines.values()].flatMap(({ shown, left }): Finding[] => {
    const [first] = left;
    if (first === undefined) return [];
    const count = left.filter(({ rule }) => rule !== CUT_RULE).length;
    leftOut += count;
    const total = all.filter((finding) => !isOfRecords(finding) && lineOf(finding) === lineOf(first)).length;
    const message = `Only the first ${shown} of ${total} findings of this record are shown`;
    return [{ ...cutFinding(first, left, message), column: null, field: null }];
  });
  return { findings: [...kept, ...summaries], leftOut };
}

function boundPlaces(all: readonly Finding[]): BoundedFindings {
  const places = new Map<string, Finding[]>();
  const ofPlace = all.map((finding) => {
    const place = placeOf(finding);
    const known = places.get(place) ?? [];
    known.push(finding);
    places.set(place, known);
    return known;
  });
  const shownOf = new Map<readonly Finding[], number>();
  const findings = all.flatMap((finding, index) => {
    const found = ofPlace[index] ?? [];
    const shown = (shownOf.get(found) ?? 0) + 1;
    const max = maxOf(finding);
    if (shown > max) return [];
    shownOf.set(found, shown);
    return shown === max && found.length > max ? [shorten(finding), summary(found, max)] : [shorten(finding)];
  });
  const shown = [...shownOf.values()].reduce((sum, count) => sum + count, 0);
  return { findings, leftOut: all.length - shown };
}

function summary(found: readonly Finding[], shown: number): Finding {
  const left = found.slice(shown);
  const first = left[0] as Finding;
  const message = `Only the first ${formatNumber(shown)} of ${formatNumber(found.length)} findings here are shown`;
  return shorten({ ...cutFinding(first, left, message), field: listOf(first.field) });
}

function cutFinding(first: Finding, left: readonly Finding[], message: string): Finding {
  return { ...first, severity: worstOf(left), code: null, rule: CUT_RULE, message, suggestion: null };
}

/** Returns a key for the place: the cell in a table; in JSON the innermost list, or the field. */
function placeOf({ file, line, column, field }: Finding): string {
  return JSON.stringify([file, line, column ?? listOf(field)]);
}

function worstOf(findings: readonly Finding[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'note';
}

function listOf(field: string | null): string | null {
  return field?.replace(/\[\d+\](?!.*\[\d+\]).*$/s, '') ?? null;
}

function maxOf(finding: Finding): number {
  return isOfRecords(finding) ? SHOWN_OF_RECORDS : SHOWN_OF_CELL;
}

function isOfRecords({ column, field }: Finding): boolean {
  return column === null && field !== null && field.split('[').length === 2;
}

function shorten(finding: Finding): Finding {
  const { field, key, message, suggestion } = finding;
  if (![field, key, message, suggestion].some((text) => (text?.length ?? 0) > MAX_TEXT)) return finding;
  return { ...finding, field: cut(field), key: cut(key), message: cut(message), suggestion: cut(suggestion) };
}

function cut<T extends string | null>(text: T): T | string {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
