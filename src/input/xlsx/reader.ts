/** Reads a sheet of a workbook as a table, and finds a sheet by its first rows. */
import { InputError } from '../../errors.ts';
import { stoppable } from '../batch.ts';
import { rowsOf } from '../csv/piece-rows.ts';
import type { OpenLineCounts, ReadingOptions, TableInput, TableRow, TableWarning } from '../port.ts';
import { openSource, type Source } from '../source.ts';
import { findHeader, headerWarnings, ROWS_SEARCHED } from '../table/header/header-row.ts';
import { type ChosenSheet, chooseSheet } from './choose-sheet.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, openArchive } from './package/archive.ts';
import { refuseOtherBeginnings } from './package/other-files.ts';
import { faultIn, readFormats, readSharedTexts, readWorkbook, type Sheet } from './package/workbook.ts';
import { SheetChecks, type SheetPlace } from './sheet-checks.ts';
import { SheetReader, type SheetRow } from './sheet-reader.ts';

export async function openXlsx(source: Source, options: ReadingOptions): Promise<TableInput> {
  await refuseOtherBeginnings(source);
  const archive = await openArchive(source);
  try {
    await source.close();
    return await openSheet(archive, options);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openSheet(archive: Archive, { sheet: named, header: search = {} }: ReadingOptions): Promise<TableInput> {
  const { file, version } = archive;
  const { sheets, texts, styles, is1904 } = await readWorkbook(archive);
  const chosen = await chooseSheet(archive, sheets, named);
  const { name: sheet, part } = chosen.sheet;
  const [shared, formats] = [await readSharedTexts(archive, texts), await readFormats(archive, styles)];
  const reader = new SheetReader({ texts: shared, formats, is1904 });
  const batches = readRows(archive, part, reader);
  const first = await firstRows(batches, search.line);
  const at = findHeader(file, first, search);
  const head = first[at];
  if (head === undefined) throw new InputError({ file }, `the sheet ${JSON.stringify(sheet)} is empty`);
  const { line, cells: names } = head;
  const place = { file, sheet, headerRow: line, names };
  const checks = new SheetChecks(reader, place);
  const lineCounts = createLineCounts(file, line, at);
  const rows = tableRows(first.slice(at + 1), batches, { archive, reader, place, lineCounts, checks });
  return {
    kind: 'table',
    file,
    form: `XLSX, sheet ${JSON.stringify(sheet)}`,
    delimiter: ',',
    sheet,
    version,
    header: { names, line },
    warnings: [...headerWarnings(first, at, search, sheet), ...hiddenSheetNotes(chosen, line)],
    mixedDates: () => checks.mixedDates(),
    lateWarnings: () => checks.hidden(),
    rows: rowsOf(
      stoppable(rows, () => archive.close()),
      (batch) => batch.values(),
    ),
    lineCounts,
  };
}

/** Returns the notes about hidden sheets with data, which are not read. */
function hiddenSheetNotes({ sheet: { name: sheet }, passedOver }: ChosenSheet, line: number): TableWarning[] {
  return passedOver.map((name) => ({
    line,
    sheet,
    rule: 'input.sheet.hidden-sheet',
    message: `The hidden sheet ${JSON.stringify(name)} is not read`,
    suggestion: `if it is the right one, name it with --sheet; to confirm the other one, give --sheet ${JSON.stringify(sheet)}`,
  }));
}

type RowBatches = AsyncGenerator<readonly SheetRow[], undefined>;

/** Yields the rows of the sheet that are not empty, several at once. */
async function* readRows(archive: Archive, part: string, reader: SheetReader): RowBatches {
  try {
    for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
      yield reader.push(chunk).filter(({ cells }) => cells.length > 0);
    }
    reader.end();
  } catch (error) {
    throw faultIn(archive, part, error);
  }
  return undefined;
}

/** Reads the rows in which the header is searched, and those up to a line, as far as the sheet has them. */
async function firstRows(batches: RowBatches, line = 0): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  while (first.length <= ROWS_SEARCHED || (first.at(-1)?.line ?? 0) < line) {
    const { done, value } = await batches.next();
    if (done) break;
    first.push(...value);
  }
  return first;
}

type SheetLineCounts = OpenLineCounts & { blank: number; lines: number | undefined };

/** Creates the counts of a sheet. Rows that are empty, or that the file leaves out, count as blank lines. */
function createLineCounts(file: string, headerRow: number, above: number): SheetLineCounts {
  const lineCounts: SheetLineCounts = {
    file,
    lines: undefined,
    header: above + 1,
    blank: headerRow - above - 1,
    addBlank: (lines) => {
      lineCounts.blank += lines;
    },
    giveUp: () => {
      lineCounts.lines = undefined;
    },
  };
  return lineCounts;
}

interface SheetTable {
  readonly archive: Archive;
  readonly reader: SheetReader;
  readonly place: SheetPlace;
  readonly lineCounts: SheetLineCounts;
  readonly checks: SheetChecks;
}

async function* tableRows(
  first: readonly SheetRow[],
  batches: RowBatches,
  { archive, reader, place: { file, sheet, headerRow, names }, lineCounts, checks }: SheetTable,
): AsyncGenerator<TableRow[], undefined> {
  let [record, last] = [0, headerRow];
  const read = (row: SheetRow): TableRow => {
    const { line, cells, values } = row;
    while (cells.length < names.length) cells.push('');
    checks.addRow(row);
    lineCounts.blank += line - last - 1;
    last = line;
    record += 1;
    return { file, line, lines: 1, record, sheet, cells, values };
  };
  try {
    yield first.map(read);
    for await (const rows of batches) yield rows.map(read);
    lineCounts.blank += reader.lastRow - last;
    lineCounts.lines = reader.lastRow;
    checks.refuseMerged();
  } finally {
    archive.close();
  }
  return undefined;
}

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
      const reader = new SheetReader({ texts: shared, formats: [], is1904: false });
      const batches = readRows(archive, sheet.part, reader);
      const rows = await firstRows(batches);
      await batches.return(undefined);
      if (rows.slice(0, ROWS_SEARCHED + 1).some(({ cells }) => fits(cells, sheet))) return sheet;
    }
  } catch {
    // It is not the file that is searched.
  } finally {
    archive.close();
  }
  return undefined;
}
