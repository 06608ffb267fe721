/**
 * Rejected rows in the format of the input, with the reasons, so that the user can fix and send them again. The ending of
 * the file decides: a workbook, or text.
 */
import { lstat, open } from 'node:fs/promises';
import { parseJson } from '../../base/json-value.ts';
import { jsonAsWritten, type RejectedRow, type SourceLayout } from '../../model/draft.ts';
import { hasReasonColumns, REASON_COLUMNS, WORKBOOK_ENDING } from '../../model/reject-columns.ts';
import type { ReportedRun } from '../../model/report.ts';
import { BYTE_ORDER_MARK, formatCsvRow } from '../formats/csv-text.ts';
import { cellsOf, type RowsLayout, reasonsOf } from '../report/reject-reasons.ts';
import { escapeJson } from '../terminal/escape.ts';
import { type FileContent, removeFile } from './write-file.ts';

interface RejectsFile {
  readonly content: FileContent;
  /** A note for the user: the file is a new workbook, since the user's own cannot be marked. */
  readonly note?: string | undefined;
}

type RejectsSource = Pick<ReportedRun, 'layout' | 'rejects'>;

/** `undefined` if there is nothing to return. */
export async function renderRejectsFile(
  file: string,
  { layout, rejects }: RejectsSource,
): Promise<RejectsFile | undefined> {
  // A login to disable, for example, has no row in the input.
  const rows = [...rejects].filter(({ row }) => layout?.format === 'records' || 'cells' in row.content);
  if (layout === undefined || rows.length === 0) return undefined;
  if (layout.format === 'records') return { content: renderNdjson(layout, rows) };
  if (!file.toLowerCase().endsWith(WORKBOOK_ENDING)) return { content: renderCsv(layout, rows) };
  const { markedWorkbook } = await import('../xlsx/marked/marked-workbook.ts');
  const marked = await markedWorkbook(layout, rows);
  if (marked !== undefined) return { content: { bytes: marked } };
  const { rejectsWorkbook } = await import('./rejects-workbook.ts');
  return { content: { bytes: rejectsWorkbook(layout, rows) }, note: noteOf(file, layout) };
}

function noteOf(file: string, { sheet }: RowsLayout): string | undefined {
  if (sheet === undefined) return undefined;
  return `${file} is a new workbook with the rejected rows: ${sheet.file} cannot be marked itself (it has changed since it was read, the rows are of several files, or it lacks a part)`;
}

/** The columns of the input in their order, then the reason columns. Cells are guarded against formulas. */
function* renderCsv(layout: RowsLayout, rows: readonly RejectedRow[]): Generator<string> {
  const { header, delimiter } = layout;
  // Without the mark, spreadsheet programs read a CSV in the old encoding of the system.
  yield BYTE_ORDER_MARK;
  yield formatCsvRow([...header, ...REASON_COLUMNS], delimiter);
  for (const row of rows)
    yield formatCsvRow([...cellsOf(row, header), ...Object.values(reasonsOf(row, layout))], delimiter);
}

function* renderNdjson(layout: SourceLayout, rejects: readonly RejectedRow[]): Generator<string> {
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

/**
 * A rejects file must be the result of the last run that names it. So if that run rejects nothing, the file of an earlier
 * run is removed, if its header or the keys of its first record show that it is one. Returns a note for the user, who may
 * have been fixing the rows.
 */
export async function removeEarlierRejects(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile() || !(await isRejectsFile(file))) return undefined;
  await removeFile(file);
  return `Nothing is rejected, so ${file} was removed: it had the rejects of an earlier run.`;
}

async function isRejectsFile(file: string): Promise<boolean> {
  if (!file.toLowerCase().endsWith(WORKBOOK_ENDING)) return isRejects(await readBeginning(file));
  return (await import('../xlsx/marked/marked-workbook.ts')).isRejectsWorkbook(file);
}

const BEGINNING_BYTES = 1024 * 1024;

/** The first bytes of the file as text; empty if the file cannot be read. */
async function readBeginning(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(BEGINNING_BYTES) });
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close().catch(() => {});
  }
}

function isRejects(beginning: string): boolean {
  const text = beginning.trimStart();
  return text.startsWith('{') ? hasReasonKeys(text) : LAST_COLUMNS.test(headerOf(text));
}

/** Matches a header that ends with the reason columns, with any delimiter. */
const LAST_COLUMNS = new RegExp(`(?:^|.)${REASON_COLUMNS[0]}(.)${REASON_COLUMNS.slice(1).join('\\1')}$`);

/** The first row of the text. A quoted cell may contain line breaks. */
function headerOf(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, (cell) => (/[\r\n]/.test(cell) ? '' : cell.slice(1, -1)));
  return unquoted.split(/[\r\n]/, 1)[0] ?? '';
}

function hasReasonKeys(text: string): boolean {
  const first = parseJson(text.split('\n', 1)[0] ?? '');
  return hasReasonColumns(Object.keys(Object(first)));
}
