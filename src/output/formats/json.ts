/** JSON for scripts. The keys keep their order, and control characters of a terminal are escaped. */
import { isObject } from '../../base/json-value.ts';
import type { BulkReport } from '../../model/report.ts';
import { escapeJson } from '../terminal/escape.ts';

/** A value as indented JSON, with a line end. */
export function renderJson(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, undefined, 2))}\n`;
}

/** The same JSON in parts, for a value of any size: entry by entry, down to two levels. */
export function* renderLongJson(value: unknown): Generator<string> {
  for (const part of partsOf(value, '', LEVELS_IN_PARTS)) yield escapeJson(part);
  yield '\n';
}

const INDENT = '  ';
const LEVELS_IN_PARTS = 2;

function* partsOf(value: unknown, indent: string, levels: number): Generator<string> {
  const entries = levels === 0 ? [] : entriesOf(value);
  if (entries.length === 0) {
    yield (JSON.stringify(value, undefined, INDENT.length) ?? 'null').replaceAll('\n', `\n${indent}`);
    return;
  }
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  let before = start;
  for (const [key, entry] of entries) {
    yield `${before}\n${indent}${INDENT}${key === undefined ? '' : `${JSON.stringify(key)}: `}`;
    yield* partsOf(entry, indent + INDENT, levels - 1);
    before = ',';
  }
  yield `\n${indent}${end}`;
}

function entriesOf(value: unknown): readonly (readonly [string | undefined, unknown])[] {
  if (Array.isArray(value)) return value.map((entry) => [undefined, entry] as const);
  return isObject(value) ? Object.entries(value).filter(([, entry]) => entry !== undefined) : [];
}

/** Values as NDJSON: one JSON value per line. */
export function* renderNdjson(events: Iterable<unknown>): Generator<string> {
  for (const event of events) yield `${escapeJson(JSON.stringify(event))}\n`;
}

/** A report as events: each finding, each result, then a summary with the rest. */
export function* reportEvents(report: BulkReport): Generator<{ readonly event: string }> {
  const { findings, results, ...summary } = report;
  for (const finding of findings) yield { event: 'finding', ...finding };
  for (const result of results) yield { event: 'result', ...result };
  yield { event: 'summary', ...summary };
}
