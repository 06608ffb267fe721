/** Reads a sheet of a workbook as a table. */
import { InputError } from '../../errors.ts';
import type { HeaderSearch, OpenLineCounts, ReadingOptions, SheetPiece, TableInput } from '../port.ts';
import type { Source } from '../source.ts';
import {
  findHeader,
  headerWarnings,
  lacksHeader,
  ROWS_SEARCHED,
  ROWS_SEARCHED_FOR_LATE_HEADER,
  refuseLateHeader,
} from '../table/header/header-row.ts';
import { rowsOf, sheetRowsIn } from '../table/piece-rows.ts';
import { isBlankRow } from '../table/rows.ts';
import { chooseSheet } from './choose-sheet.ts';
import { DateCells } from './date-cells.ts';
import { HiddenCells, hiddenSheetNotes, refuseMerged } from './hidden-cells.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { type Archive, openArchive } from './package/archive.ts';
import { refuseOtherBeginnings } from './package/other-files.ts';
import { faultIn } from './package/read-xml.ts';
import { readSharedTexts } from './package/shared-texts.ts';
import { readFormats } from './package/styles.ts';
import { readWorkbook, type Workbook } from './package/workbook.ts';
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

async function openSheet(archive: Archive, options: ReadingOptions): Promise<TableInput> {
  const { file } = archive;
  const workbook = await readWorkbook(archive);
  const chosen = await chooseSheet(archive, workbook, options);
  const { name: sheet, part } = chosen.sheet;
  const reader = await createReader(archive, workbook);
  const batches = readRows(archive, part, reader);
  const search = options.header ?? {};
  const { first, at } = await findSheetHeader(file, batches, search);
  const head = first[at];
  if (head === undefined) throw new InputError({ file }, `the sheet ${JSON.stringify(sheet)} is empty`);
  const { line, cells: names } = head;
  const lineCounts = createLineCounts(file, reader, line, at);
  const place = { file, sheet, headerRow: line, width: names.length };
  const [hidden, dates] = [new HiddenCells(), new DateCells()];
  const refuse = () => refuseMerged(reader.merged, place);
  const context = { lineCounts, header: head, hidden, dates, refuse };
  const sheetPieces = readPieces(archive, joined(first.slice(at + 1), batches), context);
  return {
    kind: 'table',
    file,
    form: `XLSX, sheet ${JSON.stringify(sheet)}`,
    delimiter: ',',
    sheet,
    version: archive.version,
    header: { names, line },
    warnings: [...headerWarnings(first, at, search, sheet), ...hiddenSheetNotes(chosen, line)],
    mixedDates: () => dates.mixed(),
    lateWarnings: () => hidden.suspicions(reader.hiddenColumns, place),
    rows: rowsOf(sheetPieces, (piece) => sheetRowsIn({ file, sheet }, piece)),
    lineCounts,
  };
}

async function createReader(archive: Archive, { texts, styles, is1904 }: Workbook): Promise<SheetReader> {
  const [shared, formats] = [await readSharedTexts(archive, texts), await readFormats(archive, styles)];
  return new SheetReader({ texts: shared, formats, is1904 });
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

/** Finds the header among the first rows, which are those of the table as well. */
async function findSheetHeader(
  file: string,
  batches: RowBatches,
  search: HeaderSearch,
): Promise<{ readonly first: readonly SheetRow[]; readonly at: number }> {
  const first: SheetRow[] = [];
  await addRows(first, batches, ROWS_SEARCHED, search.line);
  const at = findHeader(file, first, search);
  if (lacksHeader(first[at], search)) {
    await addRows(first, batches, ROWS_SEARCHED_FOR_LATE_HEADER);
    refuseLateHeader(file, first, search);
  }
  return { first, at };
}

/** Reads until there are more than `count` rows, and those up to a line, as far as the sheet has them. */
async function addRows(first: SheetRow[], batches: RowBatches, count: number, line = 0): Promise<void> {
  while (first.length <= count || (first.at(-1)?.line ?? 0) < line) {
    const { done, value } = await batches.next();
    if (done) return;
    first.push(...value);
  }
}

/** Yields all rows, as many at once as make a piece. */
async function* joined(first: readonly SheetRow[], batches: RowBatches): RowBatches {
  let [rows, size] = [[...first], 0];
  let fault: { readonly error: unknown } | undefined;
  try {
    for await (const batch of batches) {
      for (const row of batch) {
        rows.push(row);
        size += sizeOf(row);
        if (rows.length < MAX_PIECE.rows && size < MAX_PIECE.size) continue;
        yield rows;
        [rows, size] = [[], 0];
      }
    }
  } catch (error) {
    fault = { error };
  }
  if (rows.length > 0) yield rows;
  if (fault !== undefined) throw fault.error;
  return undefined;
}

/** Returns about how many bytes the cells of a row take in memory. */
function sizeOf({ cells }: SheetRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, cells.length * 8);
}

const MAX_PIECE = { rows: 500, size: 1024 * 1024 } as const;

interface SheetLineCounts extends OpenLineCounts {
  blank: number;
  lines: number | undefined;
  /** Counts the empty rows at the end of the sheet, after `last`, the last row that is not empty. */
  close(last: number): void;
}

/** Creates the counts of a sheet. Rows that are empty, or that the file leaves out, count as blank lines. */
function createLineCounts(file: string, reader: SheetReader, headerRow: number, above: number): SheetLineCounts {
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
    close: (last) => {
      lineCounts.blank += reader.lastRow - last;
      lineCounts.lines = reader.lastRow;
    },
  };
  return lineCounts;
}

interface TableContext {
  readonly lineCounts: SheetLineCounts;
  readonly header: SheetRow;
  readonly hidden: HiddenCells;
  readonly dates: DateCells;
  /** Throws an error about the sheet as a whole. It is called at its end. */
  readonly refuse: () => void;
}

/** Closes the archive at the end, on a fault, and when the consumer stops early, even before the first row. */
function readPieces(archive: Archive, batches: RowBatches, context: TableContext): AsyncIterable<SheetPiece> {
  const pieces = countRows(archive, batches, context);
  const iterator: AsyncIterator<SheetPiece, undefined> = {
    next: () => pieces.next(),
    return: async () => {
      archive.close();
      return pieces.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* countRows(
  archive: Archive,
  batches: RowBatches,
  { lineCounts, header, hidden, dates, refuse }: TableContext,
): AsyncGenerator<SheetPiece, undefined> {
  const { line: headerRow, cells: names } = header;
  let [before, last] = [0, headerRow];
  try {
    for await (const rows of batches) {
      for (const row of rows) {
        while (row.cells.length < names.length) row.cells.push('');
        if (row.isHidden && !isBlankRow(row, names)) hidden.addRow(row.line);
        dates.addRow(row);
        lineCounts.blank += row.line - last - 1;
        last = row.line;
      }
      yield { before, rows };
      before += rows.length;
    }
    lineCounts.close(last);
    refuse();
  } finally {
    archive.close();
  }
  return undefined;
}
