/** Edits a row of a marked sheet: keeps it, empties it, or changes some of its cells. */
import { cellAddress } from '../../../model/place.ts';
import { asEmptyTag, withAttribute, type XmlCopy } from './edit-xml.ts';

/** A cell of the sheet. Places are counted in bytes from the beginning of the part. */
export interface ExistingCell {
  readonly column: number;
  readonly start: number;
  readonly tagEnd: number;
  end: number;
  /** The number of its style; 0 if it has none. */
  readonly style: number;
  /** The places of its formulas. */
  readonly formulas: [from: number, to: number][];
  hasValue: boolean;
}

export interface ExistingRow {
  readonly number: number;
  /** The prefix of the names in the sheet, such as `x:`; empty without one. */
  readonly prefix: string;
  readonly start: number;
  readonly tagEnd: number;
  end: number;
  readonly cells: ExistingCell[];
}

/** The change of a cell: another style, or other content as XML. */
export type CellChange = { readonly style: number } | { readonly xml: string };

/** Removes all cells of a row and hides it. */
export function emptyRow(row: ExistingRow, copy: XmlCopy): void {
  copy.copy(row.start);
  const tag = withAttribute(withAttribute(copy.raw(row.start, row.tagEnd), 'spans', undefined), 'hidden', '1');
  copy.put(asEmptyTag(tag));
  copy.cut(row.end);
}

/** Keeps a row without its formulas, since the cells that these refer to may be removed. Their results stay. */
export function keepRow(row: ExistingRow, copy: XmlCopy): void {
  for (const { formulas } of row.cells) cutFormulas(formulas, copy);
  copy.copy(row.end);
}

/** Applies the changes to a row, in the order of its columns, and shows the row if it was hidden. */
export function changeRow(row: ExistingRow, changes: ReadonlyMap<number, CellChange>, copy: XmlCopy): void {
  copy.copy(row.start);
  const tag = copy.raw(row.start, row.tagEnd);
  copy.put(shownTag(withAttribute(tag, 'spans', undefined)));
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

/** The tag of a row without the attributes that hide it. A height of 0 hides a row too. */
function shownTag(tag: string): string {
  const open = withAttribute(tag, 'hidden', undefined);
  return / ht=["']0(?:\.0*)?["']/.test(open)
    ? withAttribute(withAttribute(open, 'ht', undefined), 'customHeight', undefined)
    : open;
}

function changeCell(cell: ExistingCell, change: CellChange | undefined, copy: XmlCopy): void {
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

/** Inserts a cell at a place without one. */
function putCell(waiting: [number, CellChange] | undefined, row: ExistingRow, copy: XmlCopy): void {
  if (waiting === undefined) return;
  const [column, change] = waiting;
  copy.put(
    'xml' in change ? change.xml : `<${row.prefix}c r="${cellAddress(column, row.number)}" s="${change.style}"/>`,
  );
}

function cutFormulas(formulas: ExistingCell['formulas'], copy: XmlCopy): void {
  for (const [from, to] of formulas) {
    copy.copy(from);
    copy.cut(to);
  }
}
