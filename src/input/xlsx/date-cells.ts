/** Finds columns in which real dates and texts of dates are mixed. */
import { cellText } from '../mapping/cell-text.ts';
import type { MixedDates, TableRow } from '../port.ts';
import { isNonIsoDate } from '../values/fitting-date-formats.ts';

type Row = Pick<TableRow, 'line' | 'cells' | 'values'>;

/**
 * Remembers the first real date and the first text of a date of each column. A spreadsheet that expects the month first
 * makes a date of `03-04-2027`, with day and month exchanged, and leaves `13-04-2027` as a text.
 */
export class DateCells {
  readonly #dates = new Map<number, MixedDates['date']>();
  readonly #texts = new Map<number, MixedDates['text']>();

  addRow({ line, cells, values }: Row): void {
    for (const [index, text] of cells.entries()) {
      const value = values?.get(index);
      if (value === undefined) {
        if (isDigit(text) && !this.#texts.has(index) && isNonIsoDate(text)) this.#texts.set(index, { line, text });
      } else if (value.dateTime !== undefined && !this.#dates.has(index)) {
        const shown = cellText({ cells, values }, index);
        if (HAS_DAY.test(shown)) this.#dates.set(index, { line, text: shown });
      }
    }
  }

  mixed(): MixedDates[] {
    return [...this.#dates].flatMap(([index, date]) => {
      const text = this.#texts.get(index);
      return text === undefined ? [] : [{ index, date, text }];
    });
  }
}

/** A cell may have a time without a date. */
const HAS_DAY = /^\d{4}-/;

function isDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 48 && code <= 57;
}
