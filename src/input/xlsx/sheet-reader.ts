/**
 * Reads the rows of a sheet with the texts of their cells. Keeps only the current row and the current chunk in memory.
 */
import { MAX_RECORD_BYTES } from '../limits.ts';
import type { SheetValue } from '../port.ts';
import { parseRange, type Range } from './address.ts';
import { type CellContext, type RawCell, RichText, readCell } from './cell.ts';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';
import { XmlFault } from './xml/text.ts';
import { XmlReader, type XmlToken } from './xml/xml-reader.ts';

export interface SheetRow {
  /** The number of the row, counted from 1. */
  readonly line: number;
  /** The texts of the cells, from column A on. */
  readonly cells: string[];
  values: Map<number, SheetValue> | undefined;
  readonly isHidden: boolean;
}

export class SheetReader {
  /** The number of the last row so far, even if it has no cells. */
  lastRow = 0;
  /** Ranges of hidden columns, counted from 0. They stand before the rows. */
  readonly hiddenColumns: (readonly [first: number, last: number])[] = [];
  /** The merged cells. They stand after the rows. */
  readonly merged: Range[] = [];
  readonly #context: CellContext;
  readonly #xml = new XmlReader();
  readonly #inline = new RichText();
  #rows: SheetRow[] = [];
  #row: SheetRow | undefined;
  #column = -1;
  #characters = 0;
  #cell: RawCell = emptyCell();
  /** The part of the cell that is open: value, formula or inline text. */
  #part: 'v' | 'f' | 'is' | '' = '';

  constructor(context: CellContext) {
    this.#context = context;
  }

  push(chunk: Buffer): SheetRow[] {
    const xml = this.#xml;
    xml.push(chunk);
    for (let token = xml.next(); token !== 'more'; token = xml.next()) this.#take(token);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#xml.end();
  }

  #take(token: XmlToken): void {
    if (this.#part === 'is') this.#takeInline(token);
    else if (token === 'text') this.#takeText();
    else if (token === 'open') this.#open();
    else this.#close();
  }

  #takeInline(token: XmlToken): void {
    if (token !== 'close' || this.#xml.name !== 'is') {
      this.#inline.take(this.#xml, token);
      return;
    }
    this.#part = '';
    this.#cell.inline = (this.#cell.inline ?? '') + this.#inline.finish();
  }

  #takeText(): void {
    const cell = this.#cell;
    if (this.#part === 'v' && cell.type === 's' && cell.shared === undefined) cell.shared = this.#xml.textCount();
    else if (this.#part === 'v') cell.value += this.#xml.text();
    else if (this.#part === 'f') cell.formula += this.#xml.text();
  }

  #open(): void {
    switch (this.#xml.name) {
      case 'c':
        this.#openCell();
        return;
      case 'v':
      case 'is':
        this.#cell.hasValue ||= this.#xml.name === 'v';
        this.#part = this.#row === undefined ? '' : this.#xml.name;
        return;
      case 'f':
        this.#cell.hasFormula = true;
        this.#part = 'f';
        return;
      case 'row':
        this.#openRow();
        return;
      case 'col':
        this.#openColumns();
        return;
      case 'mergeCell':
        this.#openMerged();
        return;
    }
  }

  #close(): void {
    switch (this.#xml.name) {
      case 'v':
      case 'f':
        this.#part = '';
        return;
      case 'c':
        this.#closeCell();
        return;
      case 'row':
        if (this.#row !== undefined) this.#rows.push(this.#row);
        this.#row = undefined;
    }
  }

  #openRow(): void {
    const xml = this.#xml;
    let [line, isHidden] = [this.lastRow + 1, false];
    while (xml.nextAttribute()) {
      if (xml.attribute === 'r') line = xml.count();
      else if (xml.attribute === 'hidden' || xml.attribute === 'ht') isHidden ||= hides(xml);
    }
    if (line <= this.lastRow) throw new XmlFault(`has its rows out of order, after row ${this.lastRow}`);
    if (line > MAX_ROWS) throw new XmlFault('has more rows than a sheet can have');
    this.lastRow = line;
    this.#row = { line, cells: [], values: undefined, isHidden };
    [this.#column, this.#characters] = [-1, 0];
  }

  #openColumns(): void {
    const xml = this.#xml;
    let [first, last, isHidden] = [0, 0, false];
    while (xml.nextAttribute()) {
      if (xml.attribute === 'min') first = xml.count();
      else if (xml.attribute === 'max') last = xml.count();
      else if (xml.attribute === 'hidden' || xml.attribute === 'width') isHidden ||= hides(xml);
    }
    if (isHidden && this.hiddenColumns.length < MAX_HIDDEN) this.hiddenColumns.push([first - 1, last - 1]);
  }

  #openMerged(): void {
    const xml = this.#xml;
    let range: Range | undefined;
    while (xml.nextAttribute()) if (xml.attribute === 'ref') range = parseRange(xml.value());
    if (range === undefined) return;
    if (this.merged.length === MAX_MERGED) throw new XmlFault('has too many merged cells');
    this.merged.push(range);
  }

  #openCell(): void {
    const xml = this.#xml;
    const cell = this.#cell;
    let column = this.#column + 1;
    [cell.type, cell.style, cell.value, cell.shared, cell.formula] = ['n', -1, '', undefined, ''];
    [cell.inline, cell.hasValue, cell.hasFormula] = [undefined, false, false];
    while (xml.nextAttribute()) {
      if (xml.attribute === 'r') column = xml.column();
      else if (xml.attribute === 't') cell.type = xml.value();
      else if (xml.attribute === 's') cell.style = xml.count();
    }
    if (column <= this.#column || column >= MAX_COLUMNS) {
      throw new XmlFault(`has the cells of row ${this.lastRow} out of order`);
    }
    this.#column = column;
  }

  #closeCell(): void {
    const row = this.#row;
    const cell = this.#cell;
    if (row === undefined || (!cell.hasValue && !cell.hasFormula && cell.inline === undefined)) return;
    const { text, value } = readCell(cell, this.#context);
    if (text === '' && value === undefined) return;
    this.#characters += text.length;
    if (this.#characters > MAX_RECORD_BYTES) throw new XmlFault(`has too much text in row ${row.line}`);
    while (row.cells.length < this.#column) row.cells.push('');
    row.cells.push(text);
    if (value === undefined) return;
    row.values ??= new Map();
    row.values.set(this.#column, value);
  }
}

const [MAX_HIDDEN, MAX_MERGED] = [1000, 100_000];

/** Whether the current attribute hides a row or a column: it says so, or is a height or a width of nothing. */
function hides(xml: XmlReader): boolean {
  const value = xml.value();
  return xml.attribute === 'hidden' ? value === '1' || value === 'true' : Number(value) === 0;
}

function emptyCell(): RawCell {
  const parts = { value: '', shared: undefined, formula: '', inline: undefined };
  return { type: 'n', style: -1, ...parts, hasValue: false, hasFormula: false };
}
