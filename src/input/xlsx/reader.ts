/** Reads a sheet of a workbook as a table. */
import { InputError } from '../../errors.ts';
import { rowsOf } from '../csv/piece-rows.ts';
import type { OpenLineCounts, ReadingOptions, TableInput, TableRow } from '../port.ts';
import type { Source } from '../source.ts';
import { findHeader, headerWarnings, ROWS_SEARCHED } from '../table/header/header-row.ts';
import { isBlankRow } from '../table/rows.ts';
import { chooseSheet } from './choose-sheet.ts';
import { DateCells } from './date-cells.ts';
import { hiddenCells, hiddenSheetNotes, MAX_NAMED, refuseMerged } from './hidden-cells.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, openArchive } from './package/archive.ts';
import { refuseOtherBeginnings } from './package/other-files.ts';
import { faultIn } from './package/read-xml.ts';
import { readSharedTexts } from './package/shared-texts.ts';
import { readFormats } from './package/styles.ts';
import { readWorkbook } from './package/workbook.ts';
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
  const place = { file, sheet, headerRow: line, width: names.length };
  const hiddenRows: number[] = [];
  const dates = new DateCells();
  const lineCounts = createLineCounts(file, line, at);
  const finish = (last: number) => {
    lineCounts.blank += reader.lastRow - last;
    lineCounts.lines = reader.lastRow;
    refuseMerged(reader.merged, place);
  };
  const noteRow = (row: SheetRow) => {
    dates.addRow(row);
    if (row.isHidden && hiddenRows.length <= MAX_NAMED && !isBlankRow(row, names)) hiddenRows.push(row.line);
  };
  const table = { ...place, lineCounts, noteRow, finish };
  return {
    kind: 'table',
    file,
    form: `XLSX, sheet ${JSON.stringify(sheet)}`,
    delimiter: ',',
    sheet,
    version,
    header: { names, line },
    warnings: [...headerWarnings(first, at, search, sheet), ...hiddenSheetNotes(chosen, line)],
    mixedDates: () => dates.mixed(),
    lateWarnings: () => hiddenCells(hiddenRows, reader.hiddenColumns, place),
    rows: rowsOf(closing(archive, tableRows(first.slice(at + 1), batches, table)), (rows) => rows.values()),
    lineCounts,
  };
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

/** Closes the archive at the end, on a fault, and when the consumer stops early, even before the first row. */
function closing<T>(archive: Archive, rows: AsyncGenerator<T, undefined>): AsyncIterable<T> {
  const closed = async (step: Promise<IteratorResult<T, undefined>>) => {
    const result = await step.catch((error: unknown) => {
      archive.close();
      throw error;
    });
    if (result.done) archive.close();
    return result;
  };
  const iterator: AsyncIterator<T, undefined> = {
    next: () => closed(rows.next()),
    return: () => closed(rows.return(undefined)),
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

interface SheetTable {
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  readonly width: number;
  readonly lineCounts: SheetLineCounts;
  readonly noteRow: (row: SheetRow) => void;
  /** Called at the end of the sheet with its last row that is not empty. Throws an error about the sheet as a whole. */
  readonly finish: (last: number) => void;
}

async function* tableRows(
  first: readonly SheetRow[],
  batches: RowBatches,
  { file, sheet, headerRow, width, lineCounts, noteRow, finish }: SheetTable,
): AsyncGenerator<TableRow[], undefined> {
  let [record, last] = [0, headerRow];
  const read = (row: SheetRow): TableRow => {
    const { line, cells, values } = row;
    while (cells.length < width) cells.push('');
    noteRow(row);
    lineCounts.blank += line - last - 1;
    last = line;
    record += 1;
    return { file, line, lines: 1, record, sheet, cells, values };
  };
  yield first.map(read);
  for await (const rows of batches) yield rows.map(read);
  finish(last);
  return undefined;
}
