/**
 * A rejects file must be the result of the last run that names it. If that run rejects nothing, the file of an earlier
 * run is removed. A file with other content stays.
 */

import { lstat, open } from 'node:fs/promises';
import { parseJson } from '../../base/json-value.ts';
import { hasReasonColumns, REASON_COLUMNS } from '../../model/reject-columns.ts';
import { WORKBOOK_ENDING } from './render-rejects.ts';
import { removeFile } from './write-file.ts';

/**
 * Removes the file if its header or the keys of its first record show that it is a rejects file. Returns a note for the
 * user, who may have been fixing the rows.
 */
export async function removeEarlierRejects(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats?.isFile() || !(await isRejectsFile(file))) return undefined;
  await removeFile(file);
  return `Nothing is rejected, so ${file} was removed: it had the rejects of an earlier run.`;
}

async function isRejectsFile(file: string): Promise<boolean> {
  if (!file.toLowerCase().endsWith(WORKBOOK_ENDING)) return isRejects(await readBeginning(file));
  return (await import('../xlsx/marked/is-rejects-workbook.ts')).isRejectsWorkbook(file);
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
