/**
 * What was not accepted, in the form of the input, with the reasons beside it: made to be fixed and given back. Names
 * that begin with `_` are ours, so those of an earlier rejects file are replaced, not repeated.
 */
import type { Finding } from '../../bulk/model/finding.ts';
import { REASON_COLUMNS } from '../../bulk/model/reject-columns.ts';
import { MISSING_CELL } from '../../bulk/model/missing-cell.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from './csv.ts';
import { renderNdjson } from './json.ts';

/** Why a row was not accepted. */
type RejectReason = Pick<Finding, 'code' | 'field' | 'rule' | 'message' | 'suggestion'>;

interface RejectedRow {
  readonly cells: readonly string[];
  readonly line: number;
  readonly findings: readonly RejectReason[];
  /** A note about the whole row: "not sent". */
  readonly note?: string | undefined;
}

export interface RejectsCsvOptions {
  readonly header: readonly string[];
  readonly delimiter: string;
  readonly rows: Iterable<RejectedRow> | AsyncIterable<RejectedRow>;
  /** Begin with a byte order mark, for files that people open in Excel. */
  readonly bom?: boolean | undefined;
}

export interface RejectedRecord {
  readonly value: unknown;
  readonly line: number;
  readonly findings: readonly RejectReason[];
  readonly note?: string | undefined;
}

type Reasons = Record<(typeof REASON_COLUMNS)[number], string | number>;

const SEPARATOR = ' | ';

/** The rows in the input's own columns and order, then the reasons; guarded against formulas. */
export async function* renderRejectsCsv(options: RejectsCsvOptions): AsyncGenerator<string> {
  const { header, delimiter, rows, bom = false } = options;
  const format = { delimiter };
  if (bom) yield BYTE_ORDER_MARK;
  yield formatCsvRow([...inputsOwn(header, header), ...REASON_COLUMNS], format);
  for await (const row of rows) {
    yield formatCsvRow([...cellsOf(row, header), ...Object.values(reasonsOf(row))], format);
  }
}

/**
 * A row with too many cells keeps them, and one with too few shows where: cut or filled up to fit, it would pass for
 * right when it is read back.
 */
function cellsOf({ cells }: RejectedRow, header: readonly string[]): string[] {
  const length = Math.max(header.length, cells.length);
  const own = inputsOwn(
    Array.from({ length }, (_, index) => cells[index] ?? MISSING_CELL),
    header,
  );
  // It lacked only columns of ours. Whether the others are where they were is unknown.
  return cells.length < header.length && !own.includes(MISSING_CELL) ? [...own, MISSING_CELL] : own;
}

/** Without what stands in the columns that an earlier rejects file had of ours. */
function inputsOwn(cells: readonly string[], header: readonly string[]): string[] {
  return cells.filter((_, index) => header[index]?.startsWith('_') !== true);
}

/** The records, one a line, each with the reasons as keys of its own. */
export function* renderRejectsNdjson(records: Iterable<RejectedRecord>): Generator<string> {
  for (const record of records) yield* renderNdjson([{ ...ownKeys(record.value), ...reasonsOf(record) }]);
}

/** A value that is not an object cannot hold reasons, so it stands beside them. */
function ownKeys(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { _value: value };
  const ours: readonly string[] = REASON_COLUMNS;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !ours.includes(key)));
}

/** Several reasons stand in the same order in each column. The keys stand in the order of the columns. */
function reasonsOf({ line, findings, note }: Pick<RejectedRow, 'line' | 'findings' | 'note'>): Reasons {
  return {
    _line: line,
    _code: joined(findings.map(({ code }) => code ?? '')),
    _field: joined(findings.map(({ field }) => field ?? '')),
    _message: joined([...findings.map(messageOf), ...(note === undefined ? [] : [note])]),
    _suggestion: joined(findings.map(({ suggestion }) => suggestion ?? '')),
  };
}

/** A condition without a number of the interface is known by its rule. */
function messageOf({ code, rule, message }: RejectReason): string {
  return code === null && rule !== '' ? `${message} [${rule}]` : message;
}

function joined(parts: readonly (string | number)[]): string {
  // A platform's words may have several lines; given back, they would look like a cell with swallowed rows.
  return parts.every((part) => part === '') ? '' : parts.join(SEPARATOR).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
