/** Marks rejected rows in the user's own workbook. Each wrong cell is red and has its reason as a note. */

import { openSource } from '../../../input/source.ts';
import { readYesNo } from '../../../input/words/meaning.ts';
import { parseRange } from '../../../input/xlsx/address.ts';
import { type Archive, openArchive } from '../../../input/xlsx/package/archive.ts';
import { findSheet } from '../../../input/xlsx/reader.ts';
import type { RejectedRow, SourceSheet } from '../../../model/draft.ts';
import type { Finding } from '../../../model/finding.ts';
import { cellAddress } from '../../../model/place.ts';
import { hasReasonColumns, isReasonColumn, listPositions, REASON_COLUMNS } from '../../../model/reject-columns.ts';
import { notesByColumn, type RowsLayout, reasonsOf } from '../../report/reject-reasons.ts';
import type { Dropdown } from '../dropdowns.ts';
import type { Note } from '../notes.ts';
import { guardedText, textCellXml } from '../sheet-writer.ts';
import { writeZip } from '../zip-writer.ts';
import { markedParts } from './marked-parts.ts';
import type { CellChange, ExistingRow } from './sheet-edit.ts';
import type { StyleEdit } from './style-edit.ts';

/** `undefined` if the rows come from several sheets, or if the sheet has changed or cannot be marked. */
export async function markedWorkbook(
  layout: RowsLayout,
  rows: readonly RejectedRow[],
): Promise<AsyncGenerator<Buffer> | undefined> {
  const { sheet } = layout;
  if (sheet === undefined) return undefined;
  if (!rows.every(({ row }) => row.file === sheet.file && row.sheet === sheet.name)) return undefined;
  const archive = await openUnchanged(sheet);
  if (archive === undefined) return undefined;
  try {
    const places = placesIn(sheet, layout);
    const marks = new Map(rows.map((row) => [row.row.line, markRow(row, places)]));
    const { headerRow } = sheet;
    // In a workbook of rejects, other rows may have the marks of an earlier run.
    const isRejects = sheet.header.some(isReasonColumn);
    const parts = await markedParts(archive, {
      sheet: sheet.name,
      headerRow,
      isMarked: (row) => row === headerRow || marks.has(row) || (isRejects && row > headerRow),
      notes: [...marks.values()].flatMap(({ notes }) => notes),
      dropdowns: await truthsOf(sheet),
      shown: new Set([...places.reasons, ...[...marks.values()].flatMap(({ wrong }) => [...wrong])]),
      changesOf: (styles) => (row) => changesOf(row, { sheet, places, marks, styles }),
    });
    if (parts !== undefined) return closing(archive, writeZip(parts));
  } catch (error) {
    archive.close();
    throw error;
  }
  archive.close();
  return undefined;
}

/** Whether one of the sheets has the reason columns in its header. A file that cannot be read counts as no rejects file. */
export async function isRejectsWorkbook(file: string): Promise<boolean> {
  return (await findSheet(file, hasReasonColumns)) !== undefined;
}

/** Dropdowns with the two words for yes and no that a column has in the first rows, such as ja and nee. */
async function truthsOf({ file, name }: SourceSheet): Promise<Dropdown[]> {
  const words: Set<string>[] = [];
  await findSheet(file, (cells, sheet) => {
    for (const [column, text] of sheet.name === name ? cells.entries() : []) {
      if (!/^\p{L}+$/u.test(text) || readYesNo(text) === undefined) continue;
      words[column] = (words[column] ?? new Set()).add(text);
    }
    return false;
  });
  const isBoth = (own: ReadonlySet<string>) => own.size === 2 && new Set([...own].map(readYesNo)).size === 2;
  return words.flatMap((own, column) => (isBoth(own) ? [{ column, choices: [...own] }] : []));
}

/** Opens the workbook if it has not changed since it was read. */
async function openUnchanged({ file, version }: SourceSheet): Promise<Archive | undefined> {
  const archive = await openArchive(openSource(file, undefined)).catch(() => undefined);
  if (archive?.version === version) return archive;
  archive?.close();
  return undefined;
}

async function* closing(archive: Archive, bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } finally {
    archive.close();
  }
}

interface Mark {
  readonly reject: RejectedRow;
  /** The cells of the list, by column of the sheet. */
  readonly cells: ReadonlyMap<number, string>;
  readonly wrong: ReadonlySet<number>;
  readonly notes: readonly Note[];
}

function markRow(reject: RejectedRow, places: Places): Mark {
  const { content, line } = reject.row;
  const noted = [...notesByColumn(reject, (finding) => columnOf(finding, places))];
  return {
    reject,
    cells: new Map(('cells' in content ? content.cells : []).map((text, index) => [places.of(index), text])),
    wrong: new Set(noted.filter(([, { isWrong }]) => isWrong).map(([column]) => column)),
    notes: noted.map(([column, { note }]) => ({ column, row: line, text: note })),
  };
}

function columnOf({ cell, column }: Finding, { header, of }: Places): number {
  const known = parseRange(cell ?? '')?.first.column;
  if (known !== undefined || column === null) return known ?? -1;
  return header.includes(column) ? of(header.indexOf(column)) : -1;
}

/** The columns of the sheet, which may be a workbook of rejects itself. */
interface Places {
  /** The header of the list. */
  readonly header: readonly string[];
  /** Returns the column of a cell of the list, by its position in its row. */
  readonly of: (index: number) => number;
  /** The columns of the reasons: as in an earlier rejects file, or behind the header. */
  readonly reasons: readonly number[];
}

function placesIn({ header: all }: SourceSheet, { header }: RowsLayout): Places {
  const positions = listPositions(all);
  // Surplus cells stand behind the columns of the list, and in front of the reasons if these are the last columns.
  const isTail = positions.at(-1) === positions.length - 1;
  let next = all.length;
  return {
    header,
    of: (index) => positions[index] ?? (isTail ? index : all.length + index - positions.length),
    reasons: REASON_COLUMNS.map((name) => (all.includes(name) ? all.indexOf(name) : next++)),
  };
}

interface ChangeContext {
  readonly sheet: SourceSheet;
  readonly places: Places;
  readonly marks: ReadonlyMap<number, Mark>;
  readonly styles: StyleEdit;
}

function changesOf(row: ExistingRow, { sheet, places, marks, styles }: ChangeContext): ReadonlyMap<number, CellChange> {
  if (row.number === sheet.headerRow) return headerChanges(row, places, styles);
  const mark = marks.get(row.number);
  const changes = new Map<number, CellChange>(styleChanges(row, mark, styles));
  for (const [column, text] of mark?.cells ?? []) {
    if (guardedText(text) === text) continue;
    const style = row.styles.get(column) ?? 0;
    const shown = mark?.wrong.has(column) ? styles.wrong(style) : style;
    changes.set(column, textCell(row, column, guardedText(text), styles.forText(shown, text)));
  }
  // Surplus cells of a row stay where they are, and its reasons stand behind them.
  const surplus = Math.max(0, (mark?.cells.size ?? 0) - places.header.length);
  const reasons = mark === undefined ? [] : Object.values(reasonsOf(mark.reject, places)).map(String);
  for (const [index, first] of places.reasons.entries()) {
    const [column, reason = ''] = [first + surplus, reasons[index]];
    if (reason !== '') changes.set(column, textCell(row, column, reason, styles.forText(0, reason)));
    else if (row.styles.has(column)) changes.set(column, { xml: '' });
  }
  return changes;
}

/** Adds the names of the reasons, and guards names that would lose their guard when the file is read again. */
function headerChanges(
  row: ExistingRow,
  { header, of, reasons }: Places,
  styles: StyleEdit,
): ReadonlyMap<number, CellChange> {
  const style = row.styles.get(of(header.length - 1)) ?? 0;
  const names = header.map((name, index) => [of(index), guardedText(name)] as const);
  const guarded = names.filter(([, text], index) => text !== header[index]);
  const texts = [...guarded, ...reasons.map((column, index) => [column, REASON_COLUMNS[index] ?? ''] as const)];
  return new Map(texts.map(([column, text]) => [column, textCell(row, column, text, styles.forText(style, text))]));
}

function textCell({ number, prefix }: ExistingRow, column: number, text: string, style: number): CellChange {
  return { xml: textCellXml(text, cellAddress(column, number), style, prefix) };
}

/** Makes wrong cells red, and removes the red of an earlier run from the others. */
function* styleChanges(row: ExistingRow, mark: Mark | undefined, styles: StyleEdit): Generator<[number, CellChange]> {
  for (const [column, style] of row.styles) {
    const right = styles.right(style);
    if (right !== style) yield [column, { style: right }];
  }
  for (const column of mark?.wrong ?? []) yield [column, { style: styles.wrong(row.styles.get(column) ?? 0) }];
}
