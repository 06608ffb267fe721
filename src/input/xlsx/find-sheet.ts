/** Finds a sheet of a workbook by its first rows. */
import { openSource } from '../source.ts';
import { ROWS_SEARCHED } from '../table/header/header-row.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, openArchive } from './package/archive.ts';
import { readSharedTexts, type SharedTexts } from './package/shared-texts.ts';
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
    return await firstSheetWith(archive, texts, sheets, fits);
  } catch {
    return undefined;
  } finally {
    archive.close();
  }
}

/** Returns the first of some sheets with a row that fits among its first rows. */
export async function firstSheetWith(
  archive: Archive,
  texts: string | undefined,
  sheets: readonly Sheet[],
  fits: (cells: readonly string[], sheet: Sheet) => boolean,
): Promise<Sheet | undefined> {
  const shared = await readSharedTexts(archive, texts);
  for (const sheet of sheets) {
    if (await hasRow(archive, sheet.part, shared, (cells) => fits(cells, sheet))) return sheet;
  }
  return undefined;
}

async function hasRow(
  archive: Archive,
  part: string,
  texts: SharedTexts,
  fits: (cells: readonly string[]) => boolean,
): Promise<boolean> {
  const reader = new SheetReader({ texts, formats: [], is1904: false });
  let searched = 0;
  for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
    for (const { cells } of reader.push(chunk)) {
      if (fits(cells)) return true;
      searched += 1;
      if (searched > ROWS_SEARCHED) return false;
    }
  }
  return false;
}
