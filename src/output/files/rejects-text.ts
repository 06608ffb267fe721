/**
 * Renders rejected rows in the format of the input, with the reasons, so that the user can fix and send them again.
 */

import { ownValue } from '../../base/own-value.ts';
import type { RejectedRow, SourceLayout } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { addressOf, describePlace } from '../../model/place.ts';
import { isRepeatRule, MISSING_CELL, REASON_COLUMNS, repeatedText } from '../../model/reject-columns.ts';
import { jsonAsWritten } from '../../model/written-numbers.ts';
import { formatPath, parsePath } from '../../platform/problem.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from '../formats/csv-text.ts';
import { escapeJson } from '../terminal/escape.ts';
import type { TextParts } from '../terminal/text-parts.ts';

export type RowsLayout = Extract<SourceLayout, { format: 'rows' }>;
export type Reasons = Record<(typeof REASON_COLUMNS)[number], string | number>;

const SEPARATOR = ' | ';

/** The rejected rows in the format of the input; `undefined` if there is nothing to return. */
export function renderRejects(layout: SourceLayout | undefined, rejects: Iterable<RejectedRow>): TextParts | undefined {
  const rows = layout?.format === 'rows' ? rowsOf(rejects) : rejects;
  if (layout === undefined || isEmpty(rows)) return undefined;
  return layout.format === 'records' ? renderNdjson(layout, rows) : renderCsv(layout, rows);
}

/** The rejects that have a row in the input. A login to disable, for example, has none. */
export function rowsOf(rejects: Iterable<RejectedRow>): Iterable<RejectedRow> {
  return {
    *[Symbol.iterator]() {
      for (const rejected of rejects) if ('cells' in rejected.row.content) yield rejected;
    },
  };
}

export function isEmpty(rejects: Iterable<RejectedRow>): boolean {
  for (const _ of rejects) return false;
  return true;
}

/** The columns of the input in their order, then the reason columns. Cells are guarded against formulas. */
function* renderCsv(layout: RowsLayout, rows: Iterable<RejectedRow>): Generator<string> {
  const { header, delimiter } = layout;
  // Without the mark, spreadsheet programs read a CSV in the old encoding of the system.
  yield BYTE_ORDER_MARK;
  yield formatCsvRow([...header, ...REASON_COLUMNS], delimiter);
  for (const row of rows)
    yield formatCsvRow([...cellsOf(row, header), ...Object.values(reasonsOf(row, layout))], delimiter);
}

/**
 * The cells of a rejected row. A row with too many cells keeps all of them. A row with too few gets a mark for each missing
 * cell. A row that was cut or filled up would look correct to the next run.
 */
export function cellsOf({ row: { content } }: RejectedRow, { length }: readonly string[]): string[] {
  const cells = 'cells' in content ? content.cells : [];
  return Array.from({ length: Math.max(length, cells.length) }, (_, index) => cells[index] ?? MISSING_CELL);
}

function* renderNdjson(layout: SourceLayout, rejects: Iterable<RejectedRow>): Generator<string> {
  for (const rejected of rejects) yield `${escapeJson(withReasons(rejected, layout))}\n`;
}

/** The record with its reasons as JSON. Its numbers stay as the input writes them. */
function withReasons(reject: RejectedRow, layout: SourceLayout): string {
  const { content } = reject.row;
  if (!('value' in content)) return JSON.stringify({ _value: content.cells, ...reasonsOf(reject, layout) });
  const { value, numbers, path } = content;
  return jsonAsWritten({ ...withoutReasonKeys(value), ...reasonsOf(reject, layout) }, numbers, path);
}

/** The keys of the record without the reasons of an earlier run. A value that is not an object becomes `_value`. */
function withoutReasonKeys(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { _value: value };
  const ours: readonly string[] = REASON_COLUMNS;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !ours.includes(key)));
}

/** The reasons of a row, keys in the order of the columns. Each column lists the findings in the same order. */
export function reasonsOf(
  { row, findings, note }: RejectedRow,
  { isOfSeveral = false, header = [] }: Partial<Pick<RowsLayout, 'isOfSeveral' | 'header'>> = {},
): Reasons {
  const messages = findings.map((finding) => messageOf(finding) + repeatedIn(row, header, finding));
  return {
    _line: isOfSeveral ? placesOf(row, findings) : linesOf(row, findings),
    _code: joined(findings.map(({ code }) => code ?? '')),
    _field: joined(findings.map(({ field }) => field ?? '')),
    _message: joined([...messages, ...(note === undefined ? [] : [note])]),
    _suggestion: joined(findings.map(({ suggestion }) => suggestion ?? '')),
  };
}

/** The value that another row has too, for the reader of the rejects file. */
function repeatedIn({ content }: RejectedRow['row'], header: readonly string[], finding: Finding): string {
  const { rule, column, field } = finding;
  if (!isRepeatRule(rule) || finding.severity !== 'error') return '';
  if ('cells' in content) {
    const value = column === null ? undefined : content.cells[header.indexOf(column)];
    return value === undefined || column === null ? '' : repeatedText({ column, value });
  }
  const path = parsePath(field ?? '').slice(content.path?.length ?? 0);
  const value = path.reduce(ownValue, content.value);
  return typeof value === 'string' ? repeatedText({ column: formatPath(path), value }) : '';
}

/** The line of the row. For a row of a workbook, the addresses of the cells with findings. */
function linesOf(row: RejectedRow['row'], findings: readonly Finding[]): string | number {
  const address = addressOf(row);
  if (address === undefined) return row.line;
  return joined(findings.length === 0 ? [address] : findings.map((finding) => addressOf(finding) ?? address));
}

/** The same with the names of the files. A row that is joined from two files has findings in both. */
function placesOf(row: RejectedRow['row'], findings: readonly Finding[]): string {
  const places = findings.length === 0 ? [describePlace(row)] : findings.map((finding) => describePlace(finding));
  return new Set(places).size === 1 ? (places[0] ?? '') : joined(places);
}

/** The message of a finding, with its severity if it is no error, and with its rule if it has no code of the interface. */
export function messageOf({ severity, code, rule, message }: Finding): string {
  const text = severity === 'error' ? message : `${severity}: ${message}`;
  return code === null && rule !== '' ? `${text} [${rule}]` : text;
}

function joined(parts: readonly (string | number)[]): string {
  // A message of a platform may have several lines. In a cell, these would look like rows that a missing quote joined.
  return parts.every((part) => part === '') ? '' : parts.join(SEPARATOR).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
