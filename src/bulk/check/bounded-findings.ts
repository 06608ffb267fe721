/** Bounds what is said of one place: a cell can hold a list of 100,000 wrong entries, and a value can be a book. */
import { type Finding, SEVERITIES, type Severity } from '../../model/finding.ts';

/** The number of findings shown for one cell, or for one list in JSON. */
export const SHOWN_OF_CELL = 100;
/** The list of a request whose entries are records of their own. */
export const SHOWN_OF_RECORDS = 1_000;
/** Every valid id and every message of ours is shorter. */
export const MAX_TEXT = 1_000;

export const CUT_RULE = 'findings.cut';

export interface BoundedFindings {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
}

/** Keeps the first findings of each place, in their order, and says of each place what was left out. */
export function boundFindings(all: readonly Finding[]): BoundedFindings {
  if (all.length <= SHOWN_OF_CELL) return { findings: all.map(shorten), leftOut: 0 };
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
  return shorten({
    ...first,
    severity: worstOf(left),
    field: listOf(first.field),
    code: null,
    rule: CUT_RULE,
    message: `Only the first ${shown} of ${found.length} findings here are shown`,
    suggestion: null,
  });
}

/** In a table a cell; in JSON the innermost list, or the field. */
function placeOf({ file, line, column, field }: Finding): string {
  return JSON.stringify([file, line, column ?? listOf(field)]);
}

function worstOf(findings: readonly Finding[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? 'note';
}

function listOf(field: string | null): string | null {
  return field?.replace(/\[\d+\](?!.*\[\d+\]).*$/s, '') ?? null;
}

function maxOf({ column, field }: Finding): number {
  const isOfRecords = column === null && field !== null && field.split('[').length === 2;
  return isOfRecords ? SHOWN_OF_RECORDS : SHOWN_OF_CELL;
}

function shorten(finding: Finding): Finding {
  const { field, key, message, suggestion } = finding;
  if (![field, key, message, suggestion].some((text) => (text?.length ?? 0) > MAX_TEXT)) return finding;
  return { ...finding, field: cut(field), key: cut(key), message: cut(message), suggestion: cut(suggestion) };
}

function cut<T extends string | null>(text: T): T | string {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
