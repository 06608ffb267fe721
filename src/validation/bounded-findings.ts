/** Bounds what is said of one place: a cell can hold a list of 100,000 wrong entries, and a value can be a book. */
import type { Finding } from '../contract/finding.ts';
import { isError } from './findings.ts';

/** So many findings are shown of one cell, or of one list in JSON. */
export const SHOWN_OF_CELL = 100;
/** The list of a request whose entries are records of their own. */
export const SHOWN_OF_RECORDS = 1_000;
/** Every valid id and every message of ours is shorter. */
export const TEXT_MAX = 1_000;

export const CUT_RULE = 'findings.cut';

export interface BoundedFindings {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
}

/** Keeps the first findings of each place, in their order, and says of each place what was left out. */
export function boundFindings(all: readonly Finding[]): BoundedFindings {
  const shortened = all.map(shorten);
  if (all.length <= SHOWN_OF_CELL) return { findings: shortened, leftOut: 0 };
  const places = new Map<string, Finding[]>();
  for (const finding of shortened) {
    const place = placeOf(finding);
    const known = places.get(place);
    if (known) known.push(finding);
    else places.set(place, [finding]);
  }
  const kept = new Map([...places].map(([place, found]) => [place, new Set(found.slice(0, maxOf(found)))]));
  const lastKept = new Map([...places].map(([place, found]) => [found[maxOf(found) - 1], place]));
  const findings = shortened.flatMap((finding) => {
    if (!kept.get(placeOf(finding))?.has(finding)) return [];
    const place = lastKept.get(finding);
    const found = place === undefined ? [] : (places.get(place) ?? []);
    return found.length > maxOf(found) ? [finding, summary(found)] : [finding];
  });
  const shown = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  return { findings, leftOut: all.length - shown };
}

function summary(found: readonly Finding[]): Finding {
  const [shown, total] = [maxOf(found), found.length];
  const [first = found[0], left] = [found[shown], found.slice(shown)];
  return {
    ...(first as Finding),
    severity: left.some(isError) ? 'error' : 'warning',
    field: listOf(first?.field ?? null),
    code: null,
    rule: CUT_RULE,
    message: `Only the first ${shown} of ${total} findings here are shown`,
    suggestion: null,
  };
}

/** In a table a cell; in JSON the innermost list, or the field. */
function placeOf({ file, line, column, field }: Finding): string {
  return JSON.stringify([file, line, column ?? listOf(field)]);
}

function listOf(field: string | null): string | null {
  return field?.replace(/\[\d+\](?!.*\[\d+\]).*$/s, '') ?? null;
}

function maxOf([first]: readonly Finding[]): number {
  return first?.column === null &&
    first.field?.includes('[') &&
    first.field.indexOf('[') === first.field.lastIndexOf('[')
    ? SHOWN_OF_RECORDS
    : SHOWN_OF_CELL;
}

function shorten(finding: Finding): Finding {
  const { field, key, message, suggestion } = finding;
  if (![field, key, message, suggestion].some((text) => (text?.length ?? 0) > TEXT_MAX)) return finding;
  return { ...finding, field: cut(field), key: cut(key), message: cut(message), suggestion: cut(suggestion) };
}

function cut<T extends string | null>(text: T): T | string {
  return text === null || text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`;
}
