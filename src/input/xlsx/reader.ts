/** Reads a sheet of a workbook as a table. */
import { InputError } from '../../errors.ts';
import type { HeaderSearch, OpenAccount, ReadingOptions, TableInput, TableRow } from '../port.ts';
import type { Source } from '../source.ts';
import {
  findHeader,
  headerWarnings,
  lacksHeader,
  ROWS_LOOKED_AT,
  ROWS_SEARCHED,
  refuseLateHeader,
} from '../table/header/find-header.ts';
import { isBlankRow } from '../table/rows.ts';
import { chooseSheet } from './choose-sheet.ts';
import { HiddenRows, hiddenNotes } from './hidden-cells.ts';
import { MAX_SHEET_BYTES } from './limits.ts';
import { MergedCells, mergedNotes } from './merged-cells.ts';
import { findMergedRanges } from './merged-ranges.ts';
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
  const merged = await findMergedRanges(archive, part);
  const reader = await createReader(archive, workbook);
  const rows = readRows(archive, part, reader);
  const search = options.header ?? {};
  const { first, at } = await findHead(file, rows, search);
  const head = first[at];
  if (head === undefined) throw new InputError({ file }, `the sheet ${JSON.stringify(sheet)} is empty`);
  const { line, cells: names } = head;
  const width = names.length;
  const account = createAccount(file, reader, line, at);
  const [mergedCells, hiddenRows] = [new MergedCells(merged, line, width), new HiddenRows()];
  const context = { sheet, account, header: head, mergedCells, hiddenRows };
  return {
    kind: 'table',
    file,
    form: `XLSX, sheet ${JSON.stringify(sheet)}`,
    delimiter: ',',
    sheet,
    version: archive.version,
    header: { names, line },
    warnings: [
      ...headerWarnings(first, at, search, sheet),
      ...hiddenNotes(chosen, reader.hiddenColumns, line, width),
      ...mergedNotes(merged, { sheet, headerRow: line, width }),
    ],
    lateWarnings: () => [...hiddenRows.warnings(sheet), ...mergedCells.lostWarnings(sheet)],
    rows: tableRows(archive, joined(first.slice(at + 1), rows), context),
    account,
  };
}

async function createReader(archive: Archive, { texts, styles, is1904 }: Workbook): Promise<SheetReader> {
  const [shared, formats] = [await readSharedTexts(archive, texts), await readFormats(archive, styles)];
  return new SheetReader({ texts: shared, formats, is1904 });
}

/** Yields the rows of the sheet that are not empty. */
async function* readRows(archive: Archive, part: string, reader: SheetReader): AsyncGenerator<SheetRow, undefined> {
  try {
    for await (const chunk of archive.read(part, MAX_SHEET_BYTES)) {
      for (const row of reader.push(chunk)) if (row.cells.length > 0) yield row;
    }
    reader.end();
  } catch (error) {
    throw faultIn(archive, part, error);
  }
  return undefined;
}

/** A row at the beginning of a sheet, with its number as the line of a table. */
interface FirstRow extends SheetRow {
  readonly line: number;
}

/** Finds the header among the first rows, which are those of the table as well. */
async function findHead(
  file: string,
  rows: AsyncGenerator<SheetRow>,
  search: HeaderSearch,
): Promise<{ readonly first: readonly FirstRow[]; readonly at: number }> {
  const first = await firstRows(rows, ROWS_SEARCHED, search.line);
  const at = findHeader(file, first, search);
  if (lacksHeader(first[at], search)) {
    first.push(...(await firstRows(rows, ROWS_LOOKED_AT - first.length)));
    refuseLateHeader(file, first, search);
  }
  return { first, at };
}

/** Returns more than `count` rows, and those up to a line, as far as the sheet has them. */
async function firstRows(rows: AsyncGenerator<SheetRow>, count: number, line = 0): Promise<FirstRow[]> {
  const first: FirstRow[] = [];
  while (first.length <= count || (first.at(-1)?.line ?? 0) < line) {
    const { done, value } = await rows.next();
    if (done) break;
    first.push({ ...value, line: value.number });
  }
  return first;
}

async function* joined(first: readonly SheetRow[], rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  yield* first;
  yield* rows;
}

interface SheetAccount extends OpenAccount {
  blank: number;
  lines: number | undefined;
  /** Counts the empty rows at the end of the sheet, after `last`, the last row that is not empty. */
  close(last: number): void;
}

/** Creates the account of a sheet. Rows that are empty, or that the file leaves out, count as blank lines. */
function createAccount(file: string, reader: SheetReader, headerRow: number, above: number): SheetAccount {
  const account: SheetAccount = {
    file,
    lines: undefined,
    header: above + 1,
    blank: headerRow - above - 1,
    addBlank: (lines) => {
      account.blank += lines;
    },
    giveUp: () => {
      account.lines = undefined;
    },
    close: (last) => {
      account.blank += reader.lastRow - last;
      account.lines = reader.lastRow;
    },
  };
  return account;
}

interface TableContext {
  readonly sheet: string;
  readonly account: SheetAccount;
  readonly header: FirstRow;
  readonly mergedCells: MergedCells;
  readonly hiddenRows: HiddenRows;
}

/** Closes the archive at the end, on a fault, and when the consumer stops early, even before the first row. */
function tableRows(archive: Archive, rows: AsyncGenerator<SheetRow>, context: TableContext): AsyncIterable<TableRow> {
  const found = numberRows(archive, rows, context);
  const iterator: AsyncIterator<TableRow, undefined> = {
    next: () => found.next(),
    return: async () => {
      archive.close();
      return found.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

async function* numberRows(
  archive: Archive,
  rows: AsyncGenerator<SheetRow>,
  { sheet, account, header, mergedCells, hiddenRows }: TableContext,
): AsyncGenerator<TableRow, undefined> {
  const { file } = archive;
  const { line: headerRow, cells: names } = header;
  let [record, last] = [0, headerRow];
  try {
    for await (const row of rows) {
      const { number: line, cells } = row;
      mergedCells.apply(row);
      while (cells.length < names.length) cells.push('');
      if (row.isHidden && !isBlankRow(row, names)) hiddenRows.add(line);
      account.blank += line - last - 1;
      [record, last] = [record + 1, line];
      yield { file, line, lines: 1, record, sheet, cells, values: row.values };
    }
    account.close(last);
  } finally {
    archive.close();
  }
  return undefined;
}
