/** A row of a sheet that goes back: kept, emptied, or with other cells in some places. */
import { cellAddress } from '../../../model/place.ts';
import { asEmptyTag, withAttribute, type XmlCopy } from './edit-xml.ts';

/** A cell as it stands in the sheet; places are those of its bytes. */
export interface StandingCell {
  readonly column: number;
  readonly start: number;
  readonly tagEnd: number;
  end: number;
  /** The number of its style; 0 without one. */
  readonly style: number;
  /** Where formulas stand in it. */
  readonly formulas: [from: number, to: number][];
  hasValue: boolean;
}

export interface StandingRow {
  readonly number: number;
  /** `x:` where the names of the sheet have it. */
  readonly prefix: string;
  readonly start: number;
  readonly tagEnd: number;
  end: number;
  readonly cells: StandingCell[];
}

/** What becomes of a cell: another style, or other content as XML. */
export type CellChange = { readonly style: number } | { readonly xml: string };

/** Nothing of the row is left, and a spreadsheet does not show it. */
export function emptyRow(row: StandingRow, copy: XmlCopy): void {
  copy.copy(row.start);
  const tag = withAttribute(withAttribute(copy.raw(row.start, row.tagEnd), 'spans', undefined), 'hidden', '1');
  copy.put(asEmptyTag(tag));
  copy.cut(row.end);
}

/** Formulas go, since what they refer to may go; their results stay. */
export function keepRow(row: StandingRow, copy: XmlCopy): void {
  for (const { formulas } of row.cells) cutFormulas(formulas, copy);
  copy.copy(row.end);
}

/** The row is shown, with its cells changed, in the order of their columns. */
export function changeRow(row: StandingRow, changes: ReadonlyMap<number, CellChange>, copy: XmlCopy): void {
  copy.copy(row.start);
  const tag = copy.raw(row.start, row.tagEnd);
  copy.put(withAttribute(withAttribute(tag, 'spans', undefined), 'hidden', undefined));
  copy.cut(row.tagEnd);
  const waiting = [...changes].sort(([one], [other]) => one - other);
  const putUntil = (column: number): void => {
    while ((waiting[0]?.[0] ?? column) < column) putCell(waiting.shift(), row, copy);
  };
  for (const cell of row.cells) {
    putUntil(cell.column);
    copy.copy(cell.start);
    const change = waiting[0]?.[0] === cell.column ? waiting.shift()?.[1] : undefined;
    changeCell(cell, change, copy);
  }
  putUntil(Number.POSITIVE_INFINITY);
  copy.copy(row.end);
}

function changeCell(cell: StandingCell, change: CellChange | undefined, copy: XmlCopy): void {
  if (change !== undefined && 'xml' in change) {
    copy.put(change.xml);
    copy.cut(cell.end);
    return;
  }
  if (change !== undefined) {
    copy.put(withAttribute(copy.raw(cell.start, cell.tagEnd), 's', String(change.style)));
    copy.cut(cell.tagEnd);
  }
  cutFormulas(cell.formulas, copy);
  copy.copy(cell.end);
}

/** In a place where no cell stood. */
function putCell(waiting: [number, CellChange] | undefined, row: StandingRow, copy: XmlCopy): void {
  if (waiting === undefined) return;
  const [column, change] = waiting;
  copy.put(
    'xml' in change ? change.xml : `<${row.prefix}c r="${cellAddress(column, row.number)}" s="${change.style}"/>`,
  );
}

function cutFormulas(formulas: StandingCell['formulas'], copy: XmlCopy): void {
  for (const [from, to] of formulas) {
    copy.copy(from);
    copy.cut(to);
  }
}
