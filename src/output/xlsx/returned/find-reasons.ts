/** Whether a workbook is a file of rejects: one of its sheets has our columns in its header. */

import { openSource } from '../../../input/source.ts';
import { ROWS_SEARCHED } from '../../../input/table/header/find-header.ts';
import { MAX_SHEET_BYTES } from '../../../input/xlsx/limits.ts';
import { type Archive, openArchive } from '../../../input/xlsx/package/archive.ts';
import { readSharedTexts, type SharedTexts } from '../../../input/xlsx/package/shared-texts.ts';
import { readWorkbook } from '../../../input/xlsx/package/workbook.ts';
import { SheetReader } from '../../../input/xlsx/sheet-reader.ts';
import { REASON_COLUMNS } from '../../../model/reject-columns.ts';

/** What cannot be read is none. */
export async function isRejectsWorkbook(file: string): Promise<boolean> {
  const archive = await openArchive(openSource(file, undefined)).catch(() => undefined);
  if (archive === undefined) return false;
  try {
    const { sheets, texts } = await readWorkbook(archive);
    const shared = await readSharedTexts(archive, texts);
    for (const { part } of sheets) if (await hasReasons(archive, part, shared)) return true;
    return false;
  } catch {
    return false;
  } finally {
    archive.close();
  }
}

async function hasReasons(archive: Archive, part: string, texts: SharedTexts): Promise<boolean> {
  const reader = new SheetReader({ texts, formats: [], is1904: false });
  let searched = 0;
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    for (const { cells } of reader.push(chunk)) {
      if (REASON_COLUMNS.every((name) => cells.includes(name))) return true;
      searched += 1;
      if (searched > ROWS_SEARCHED) return false;
    }
  }
  return false;
}
