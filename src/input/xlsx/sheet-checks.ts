/** What a sheet can hide or change: merged cells, hidden rows and columns, and dates that may be exchanged. */
import { InputError } from '../../errors.ts';
import { cellAddress, columnLetters, listPlaces } from '../../model/place.ts';
import { cellText } from '../mapping/template.ts';
import type { MixedDates, TableWarning } from '../port.ts';
import { isBlankRow } from '../table/rows.ts';
import { isNonIsoDate } from '../values/date-format.ts';
import type { SheetReader, SheetRow } from './sheet-reader.ts';

/** The table in a workbook. */
export interface SheetPlace {
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  readonly names: readonly string[];
}

/** The number of hidden rows or columns that a message names. */
const MAX_NAMED = 5;

/** A cell may have a time without a date. */
const HAS_DAY = /^\d{4}-/;

/** Collects what is to be said about the rows of a table. The reader knows merged cells only after the rows. */
export class SheetChecks {
  readonly #reader: SheetReader;
  readonly #place: SheetPlace;
  readonly #hiddenRows: number[] = [];
  /** The first real date and the first text of a date of each column. */
  readonly #dates = new Map<number, MixedDates['date']>();
  readonly #texts = new Map<number, MixedDates['text']>();

  constructor(reader: SheetReader, place: SheetPlace) {
    this.#reader = reader;
    this.#place = place;
  }

  addRow(row: SheetRow): void {
    const { line, cells, values, isHidden } = row;
    for (const [index, text] of cells.entries()) {
      const value = values?.get(index);
      if (value === undefined) {
        if (/^\d/.test(text) && !this.#texts.has(index) && isNonIsoDate(text)) this.#texts.set(index, { line, text });
      } else if (value.dateTime !== undefined && !this.#dates.has(index)) {
        const shown = cellText(row, index);
        if (HAS_DAY.test(shown)) this.#dates.set(index, { line, text: shown });
      }
    }
    if (isHidden && this.#hiddenRows.length <= MAX_NAMED && !isBlankRow(row, this.#place.names)) {
      this.#hiddenRows.push(line);
    }
  }

  /**
   * Returns the columns in which real dates and texts of dates are mixed. A spreadsheet that expects the month first makes
   * a date of `03-04-2027`, with day and month exchanged, and leaves `13-04-2027` as a text.
   */
  mixedDates(): MixedDates[] {
    return [...this.#dates].flatMap(([index, date]) => {
      const text = this.#texts.get(index);
      return text === undefined ? [] : [{ index, date, text }];
    });
  }

  /** Throws an InputError if cells of the table are merged: it is unclear what is meant for the cells behind the first one. */
  refuseMerged(): void {
    const { file, sheet, headerRow, names } = this.#place;
    const found = this.#reader.merged.find(({ first, last }) => last.row > headerRow && first.column < names.length);
    if (found === undefined) return;
    const [from, to] = [found.first, found.last].map(({ column, row }) => cellAddress(column, row));
    const problem = `the cells ${from}:${to} of the sheet ${JSON.stringify(sheet)} are merged`;
    const hint = 'Unmerge the cells of the table, and fill in each one.';
    throw new InputError({ file, line: found.first.row }, problem, { hint });
  }

  /** Returns the suspicions about the hidden rows of the table, and about its hidden columns. */
  hidden(): TableWarning[] {
    const { headerRow, names } = this.#place;
    const isHidden = (column: number) =>
      this.#reader.hiddenColumns.some(([first, last]) => first <= column && column <= last);
    const columns = [...names.keys()].filter(isHidden).map(columnLetters);
    const [line = headerRow] = this.#hiddenRows;
    return [
      ...this.#suspicion('row', this.#hiddenRows.map(String), line),
      ...this.#suspicion('column', columns, headerRow),
    ];
  }

  #suspicion(word: string, places: readonly string[], line: number): TableWarning[] {
    if (places.length === 0) return [];
    const message = `The table has hidden ${word}s: ${listPlaces(places, MAX_NAMED, { word })}`;
    const suggestion = `unhide the ${word}s and look at them, and delete those that are not meant`;
    return [{ severity: 'error', line, sheet: this.#place.sheet, rule: 'input.sheet.hidden', message, suggestion }];
  }
}
