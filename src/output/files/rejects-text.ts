/**
 * What was not accepted, in the form of the input, with the reasons beside it: made to be fixed and sent again. Names
 * that begin with `_` are ours, so those of an earlier rejects file are replaced, not repeated.
 */
import type { RejectedRow, SourceLayout } from '../../model/draft.ts';
import type { Finding } from '../../model/finding.ts';
import { addressOf } from '../../model/place.ts';
import { MISSING_CELL, REASON_COLUMNS } from '../../model/reject-columns.ts';
import { jsonAsWritten } from '../../model/written-numbers.ts';
import { escapeJson } from '../terminal/escape.ts';
import type { TextParts } from '../terminal/text-parts.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from './csv.ts';

export type RowsLayout = Extract<SourceLayout, { format: 'csv' }>;
export type Reasons = Record<(typeof REASON_COLUMNS)[number], string | number>;

const SEPARATOR = ' | ';

/** In the form of the input; `undefined` where there is nothing to hand back. */
export function renderRejects(layout: SourceLayout | undefined, rejects: Iterable<RejectedRow>): TextParts | undefined {
  const rows = layout?.format === 'csv' ? rowsOf(rejects) : rejects;
  if (layout === undefined || isEmpty(rows)) return undefined;
  return layout.format === 'json' ? linesWithReasons(rows) : renderCsv(layout, rows);
}

/** What no row asked for, such as a login to be disabled, is no row to hand back. */
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

/** The rows in the input's own columns and order, then the reasons; guarded against formulas. */
function* renderCsv({ header, delimiter }: RowsLayout, rows: Iterable<RejectedRow>): Generator<string> {
  const format = { delimiter };
  // Spreadsheet programs take a CSV without it for the system's old encoding.
  yield BYTE_ORDER_MARK;
  yield formatCsvRow([...inputsOwn(header, header), ...REASON_COLUMNS], format);
  for (const row of rows) yield formatCsvRow([...cellsOf(row, header), ...Object.values(reasonsOf(row))], format);
}

/**
 * A row with too many cells keeps them, and one with too few shows where: cut or filled up to fit, it would pass for
 * right when it is read back.
 */
export function cellsOf({ row: { content } }: RejectedRow, header: readonly string[]): string[] {
  const cells = 'cells' in content ? content.cells : [];
  const length = Math.max(header.length, cells.length);
  const own = inputsOwn(
    Array.from({ length }, (_, index) => cells[index] ?? MISSING_CELL),
    header,
  );
  // It lacked columns of ours only, and whether the others are in place is unknown.
  return cells.length < header.length && !own.includes(MISSING_CELL) ? [...own, MISSING_CELL] : own;
}

/** Without what stands in the columns that an earlier rejects file had of ours. */
export function inputsOwn(cells: readonly string[], header: readonly string[]): string[] {
  return cells.filter((_, index) => header[index]?.startsWith('_') !== true);
}

function* linesWithReasons(rejects: Iterable<RejectedRow>): Generator<string> {
  for (const rejected of rejects) yield `${escapeJson(withReasons(rejected))}\n`;
}

/** As JSON, with the record's own numbers as they are in the input. */
function withReasons(reject: RejectedRow): string {
  const { content } = reject.row;
  if (!('value' in content)) return JSON.stringify({ _value: content.cells, ...reasonsOf(reject) });
  const { value, numbers, path } = content;
  return jsonAsWritten({ ...ownKeys(value), ...reasonsOf(reject) }, numbers, path);
}

/** A value that is not an object cannot hold reasons, so it stands beside them. */
function ownKeys(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { _value: value };
  const ours: readonly string[] = REASON_COLUMNS;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !ours.includes(key)));
}

/** Several reasons stand in the same order in each column. The keys stand in the order of the columns. */
export function reasonsOf({ row, findings, note }: RejectedRow): Reasons {
  return {
    _line: linesOf(row, findings),
    _code: joined(findings.map(({ code }) => code ?? '')),
    _field: joined(findings.map(({ field }) => field ?? '')),
    _message: joined([...findings.map(messageOf), ...(note === undefined ? [] : [note])]),
    _suggestion: joined(findings.map(({ suggestion }) => suggestion ?? '')),
  };
}

/** The line of the row; of one in a workbook, the cells that the findings are about. */
function linesOf(row: RejectedRow['row'], findings: readonly Finding[]): string | number {
  const own = addressOf(row);
  if (own === undefined) return row.line;
  return joined(findings.length === 0 ? [own] : findings.map((finding) => addressOf(finding) ?? own));
}

/** A condition without a number of the interface is known by its rule. */
export function messageOf({ code, rule, message }: Finding): string {
  return code === null && rule !== '' ? `${message} [${rule}]` : message;
}

function joined(parts: readonly (string | number)[]): string {
  // A platform's words may have several lines; given back, they would look like a cell with swallowed rows.
  return parts.every((part) => part === '') ? '' : parts.join(SEPARATOR).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
