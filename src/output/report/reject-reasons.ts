/** The cells of a rejected row, and why it was rejected: the texts of the reason columns, and the notes of the cells of a workbook. */

import { ownValue } from '../../base/own-value.ts';
import type { RejectedRow, SourceLayout } from '../../model/draft.ts';
import { type Finding, isError } from '../../model/finding.ts';
import { addressOf, describePlace } from '../../model/place.ts';
import { isRepeatRule, MISSING_CELL, type REASON_COLUMNS, repeatedText } from '../../model/reject-columns.ts';
import { formatPath, parsePath } from '../../platform/problem.ts';

export type RowsLayout = Extract<SourceLayout, { format: 'rows' }>;

type Reasons = Record<(typeof REASON_COLUMNS)[number], string | number>;

const SEPARATOR = ' | ';

/**
 * The cells of a rejected row. A row with too many cells keeps all of them. A row with too few gets a mark for each missing
 * cell. A row that was cut or filled up would look correct to the next run.
 */
export function cellsOf({ row: { content } }: RejectedRow, { length }: readonly string[]): string[] {
  const cells = 'cells' in content ? content.cells : [];
  return Array.from({ length: Math.max(length, cells.length) }, (_, index) => cells[index] ?? MISSING_CELL);
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
function messageOf({ severity, code, rule, message }: Finding): string {
  const text = severity === 'error' ? message : `${severity}: ${message}`;
  return code === null && rule !== '' ? `${text} [${rule}]` : text;
}

function joined(parts: readonly (string | number)[]): string {
  // A message of a platform may have several lines. In a cell, these would look like rows that a missing quote joined.
  return parts.every((part) => part === '') ? '' : parts.join(SEPARATOR).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

export interface CellNote {
  readonly note: string;
  /** Whether the cell itself is wrong; if not, the note is about the row. */
  readonly isWrong: boolean;
}

/** The findings of a row as notes, by column. A finding about no column goes to the first cell. */
export function notesByColumn(
  { findings, note }: RejectedRow,
  columnOf: (finding: Finding) => number,
): ReadonlyMap<number, CellNote> {
  const notes = new Map<number, CellNote>();
  const add = (column: number, text: string, isFault: boolean) => {
    const at = Math.max(column, 0);
    const known = notes.get(at);
    const joined = known === undefined ? text : `${known.note}\n${text}`;
    notes.set(at, { note: joined, isWrong: known?.isWrong === true || (isFault && column >= 0) });
  };
  for (const finding of findings) add(columnOf(finding), noteText(finding), isError(finding));
  if (note !== undefined) add(-1, note, false);
  return notes;
}

function noteText(finding: Finding): string {
  const { suggestion } = finding;
  return suggestion === null ? messageOf(finding) : `${messageOf(finding)}\nFix: ${suggestion}`;
}
