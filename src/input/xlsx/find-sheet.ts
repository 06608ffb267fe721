/** Finds a sheet of a workbook by its first rows. */
import { openSource } from '../source.ts';
import { ROWS_SEARCHED } from '../table/header/header-row.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, openArchive } from './package/archive.ts';
import { readSharedTexts } from './package/shared-texts.ts';
import { readWorkbook, type Sheet } from './package/workbook.ts';
import { SheetReader } from './sheet-reader.ts';

/** Returns the first sheet with a row that fits; `undefined` if there is none, or if the file cannot be read. */
export async function findSheet(
  file: string,
  fits: (cells: readonly string[], sheet: Sheet) => boolean,
): Promise<Sheet | undefined> {
  const archive = await openArchive(openSource(file, undefined)).catch(() => undefined);
  if (archive === undefined) return undefined;
  try {
    const { sheets, texts } = await readWorkbook(archive);
    const shared = await readSharedTexts(archive, texts);
    for (const sheet of sheets) {
      const rows = await firstRows(archive, sheet.part, shared, ROWS_SEARCHED + 1);
      if (rows.some((cells) => fits(cells, sheet))) return sheet;
    }
  } catch {
    // It is not the file that is searched.
  } finally {
    archive.close();
  }
  return undefined;
}

/** Returns the texts of the first rows of a sheet. */
export async function firstRows(
  archive: Archive,
  part: string,
  texts: readonly string[],
  count: number,
): Promise<(readonly string[])[]> {
  const reader = new SheetReader({ texts, formats: [], is1904: false });
  const rows: (readonly string[])[] = [];
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    rows.push(...reader.push(chunk).map(({ cells }) => cells));
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}
