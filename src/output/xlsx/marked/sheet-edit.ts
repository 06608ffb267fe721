/** Edits a sheet: rejected rows stay in their places and are marked; all other rows below the header are emptied. */
import { parseRange } from '../../../input/xlsx/address.ts';
import type { XmlReader } from '../../../input/xlsx/xml/xml-reader.ts';
import { type Dropdown, dropdownXml } from '../dropdowns.ts';
import { RELATION_NAMES } from '../names.ts';
import { MAX_SHEET_ROWS } from '../sheet-writer.ts';
import { showColumns } from './column-edit.ts';
import { prefixOf, withAttribute, type XmlCopy, type XmlEdit } from './edit-xml.ts';
import { type CellChange, changeRow, type ExistingCell, type ExistingRow, emptyRow, keepRow } from './row-edit.ts';

export interface SheetPlan {
  readonly headerRow: number;
  /** The changes of a row's cells, by column; `undefined` if the row is not a rejected one. */
  readonly changesOf: (row: ExistingRow) => ReadonlyMap<number, CellChange> | undefined;
  readonly dropdowns: readonly Dropdown[];
  /** The columns to show if they are hidden. */
  readonly shown: ReadonlySet<number>;
  /** Called for each row that is emptied. */
  readonly onEmptied: (row: number) => void;
  /** The id of the relation to the drawing of the notes; `undefined` if the sheet has a drawing already. */
  readonly drawingId: string | undefined;
}

export class SheetEdit implements XmlEdit {
  undecidedFrom: number | undefined;
  readonly #plan: SheetPlan;
  #prefix = '';
  #row: ExistingRow | undefined;
  #lastRow = 0;
  #cell: ExistingCell | undefined;
  #part = '';
  #formulaStart = 0;
  /** The current list before or behind the rows, such as the list of columns, and the entries that stay. */
  #list: { readonly start: number; readonly tag: string; readonly kept: string[]; from: number } | undefined;
  #dropdowns: readonly Dropdown[];
  #needsDrawing: boolean;

  constructor(plan: SheetPlan) {
    this.#plan = plan;
    this.#dropdowns = plan.dropdowns;
    this.#needsDrawing = plan.drawingId !== undefined;
  }

  onToken(xml: XmlReader, token: 'open' | 'close' | 'text', copy: XmlCopy): void {
    if (this.#row !== undefined) this.#inRow(this.#row, xml, token, copy);
    else if (token === 'open') this.#open(xml, copy);
    else if (token === 'close') this.#close(xml, copy);
  }

  #open(xml: XmlReader, copy: XmlCopy): void {
    const { name, depth, tokenStart: start, tokenEnd: end } = xml;
    if (depth === 1) this.#prefix = prefixOf(copy.raw(start, end));
    else if (name === 'row' && depth === 3) this.#openRow(xml);
    else if (depth === 2) this.#openPart(name, start, end, copy);
    else if (this.#list !== undefined && depth === 3) this.#list.from = start;
  }

  /** Begins a part of the sheet. The standard fixes the order of parts, so some new parts go before this one. */
  #openPart(name: string, start: number, end: number, copy: XmlCopy): void {
    if (AFTER_DROPDOWNS.has(name)) this.#putDropdowns(start, copy);
    if (name === 'legacyDrawing') this.#needsDrawing = false;
    else if (AFTER_DRAWING.has(name)) this.#putDrawing(start, copy);
    if (!LISTS.has(name)) return;
    this.undecidedFrom = start;
    this.#list = { start, tag: copy.raw(start, end), kept: [], from: end };
  }

  #close(xml: XmlReader, copy: XmlCopy): void {
    const { name, depth, tokenStart: start, tokenEnd: end } = xml;
    const list = this.#list;
    if (list !== undefined && depth === 2) this.#keep(name, copy.raw(list.from, end), list.kept);
    else if (list !== undefined && depth === 1) this.#closeList(name, end, copy);
    else if (depth === 0) {
      this.#putDropdowns(start, copy);
      this.#putDrawing(start, copy);
    }
  }

  #keep(name: string, text: string, kept: string[]): void {
    if (name === 'dataValidation') {
      const ranges = rangesOf(text, 'sqref').map(parseRange);
      const has = (column: number) =>
        ranges.some((range) => range !== undefined && range.first.column <= column && column <= range.last.column);
      this.#dropdowns = this.#dropdowns.filter(({ column }) => !has(column));
    } else if (name === 'col') {
      kept.push(...showColumns(text, this.#plan.shown));
      return;
    }
    kept.push(text);
  }

  #closeList(name: string, end: number, copy: XmlCopy): void {
    const { start, tag, kept } = this.#list ?? { start: end, tag: '', kept: [] };
    const all = name === 'dataValidations' ? [...kept, ...this.#dropdownTexts()] : kept;
    if (name === 'dataValidations') this.#dropdowns = [];
    copy.copy(start);
    if (all.length > 0) {
      const counted = name === 'cols' ? tag : withAttribute(tag, 'count', String(all.length));
      const open = counted.replace(/\s*\/?>$/, '>');
      copy.put(`${open}${all.join('')}</${this.#prefix}${name}>`);
    }
    copy.cut(end);
    [this.#list, this.undecidedFrom] = [undefined, undefined];
  }

  #dropdownTexts(): string[] {
    return this.#dropdowns.map((one) => dropdownXml(one, this.#plan.headerRow + 1, MAX_SHEET_ROWS, this.#prefix));
  }

  #putDropdowns(at: number, copy: XmlCopy): void {
    const texts = this.#dropdownTexts();
    this.#dropdowns = [];
    if (texts.length === 0) return;
    copy.copy(at);
    const name = `${this.#prefix}dataValidations`;
    copy.put(`<${name} count="${texts.length}">${texts.join('')}</${name}>`);
  }

  #putDrawing(at: number, copy: XmlCopy): void {
    if (!this.#needsDrawing) return;
    this.#needsDrawing = false;
    copy.copy(at);
    copy.put(`<${this.#prefix}legacyDrawing ${RELATION_NAMES} r:id="${this.#plan.drawingId}"/>`);
  }

  #openRow(xml: XmlReader): void {
    const { tokenStart: start, tokenEnd: end } = xml;
    let number = this.#lastRow + 1;
    while (xml.nextAttribute()) if (xml.attribute === 'r') number = xml.count();
    this.#lastRow = number;
    this.undecidedFrom = start;
    this.#row = { number, prefix: this.#prefix, start, tagEnd: end, end, cells: [] };
  }

  #inRow(row: ExistingRow, xml: XmlReader, token: 'open' | 'close' | 'text', copy: XmlCopy): void {
    const cell = this.#cell;
    if (token === 'text') {
      if (cell !== undefined && VALUES.has(this.#part) && xml.text() !== '') cell.hasValue = true;
      return;
    }
    this.#part = '';
    if (token === 'open') this.#openInRow(row, xml);
    else if (xml.name === 'f' && cell !== undefined) cell.formulas.push([this.#formulaStart, xml.tokenEnd]);
    else if (xml.name === 'c' && cell !== undefined) {
      cell.end = xml.tokenEnd;
      this.#cell = undefined;
    } else if (xml.name === 'row') this.#closeRow(row, xml, copy);
  }

  #openInRow(row: ExistingRow, xml: XmlReader): void {
    const { name, tokenStart: start, tokenEnd: end } = xml;
    this.#part = name;
    if (name === 'f') this.#formulaStart = start;
    if (name !== 'c') return;
    let column = (row.cells.at(-1)?.column ?? -1) + 1;
    let style = 0;
    while (xml.nextAttribute()) {
      if (xml.attribute === 'r') column = xml.column();
      else if (xml.attribute === 's') style = Math.max(xml.count(), 0);
    }
    this.#cell = { column, start, tagEnd: end, end, style, formulas: [], hasValue: false };
    row.cells.push(this.#cell);
  }

  #closeRow(row: ExistingRow, xml: XmlReader, copy: XmlCopy): void {
    row.end = xml.tokenEnd;
    const { headerRow, changesOf, onEmptied } = this.#plan;
    const changes = row.number < headerRow ? undefined : changesOf(row);
    if (changes !== undefined) changeRow(row, changes, copy);
    else if (row.number > headerRow && row.cells.some(({ hasValue }) => hasValue)) {
      emptyRow(row, copy);
      onEmptied(row.number);
    } else if (row.number > headerRow) keepRow(row, copy);
    else copy.copy(row.end);
    [this.#row, this.undecidedFrom] = [undefined, undefined];
  }
}

const VALUES: ReadonlySet<string> = new Set(['v', 't']);

/** `dimension` is no list, but is dropped like an empty one: the size changes, and programs compute it themselves. */
const LISTS: ReadonlySet<string> = new Set(['cols', 'dataValidations', 'dimension']);

/** The parts of a sheet that follow the drawing or the dropdowns, in the order of the standard. */
const AFTER_DRAWING: ReadonlySet<string> = new Set([
  ...['legacyDrawing', 'legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems'],
  ...['tableParts', 'extLst'],
]);
const AFTER_DROPDOWNS: ReadonlySet<string> = new Set([
  ...['hyperlinks', 'printOptions', 'pageMargins', 'pageSetup', 'headerFooter', 'rowBreaks', 'colBreaks'],
  ...['customProperties', 'cellWatches', 'ignoredErrors', 'smartTags', 'drawing', ...AFTER_DRAWING],
]);

function rangesOf(tag: string, name: string): string[] {
  const [, value = ''] = new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag) ?? [];
  return value.split(/\s+/);
}
