/** Templates: cells put together, as in `{Prefix} {Surname}`. */
import type { TableRow } from '../port.ts';

/** A literal text, or the position of a column in `columns`. */
type Part = string | number;

export interface Template {
  /** The headers that the template names, each once, in their order. */
  readonly columns: readonly string[];
  /** Whether the template is one cell, and nothing else. */
  readonly isCell: boolean;
  /** Returns the text for the cells of `columns`, or `undefined` if all of these cells are empty. */
  readonly fill: (cells: readonly string[]) => string | undefined;
}

/** Parses a header or a template. Returns a message if a brace is not closed or names no column. */
export function parseTemplate(text: string): Template | string {
  if (!/[{}]/.test(text)) return templateOf([text], [0]);
  const columns: string[] = [];
  const parts: Part[] = [];
  let literal = '';
  for (const [token, header] of text.matchAll(TOKEN)) {
    if (header === undefined) {
      if (token === '{' || token === '}')
        return `has a "${token}" without its counterpart; "${token}${token}" is a brace`;
      literal += token === '{{' || token === '}}' ? token[0] : token;
      continue;
    }
    if (header.trim() === '') return 'has braces without a header in them';
    if (literal !== '') parts.push(literal);
    literal = '';
    if (!columns.includes(header)) columns.push(header);
    parts.push(columns.indexOf(header));
  }
  if (literal !== '') parts.push(literal);
  return columns.length === 0 ? templateOf([parts.join('')], [0]) : templateOf(columns, parts);
}

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;

function templateOf(columns: readonly string[], parts: readonly Part[]): Template {
  const isCell = parts.length === 1 && typeof parts[0] === 'number';
  return {
    columns,
    isCell,
    fill: isCell ? ([cell = '']) => cell || undefined : (cells) => fillParts(parts, cells),
  };
}

/** An empty cell takes the blank beside it along: the one before it, or the one behind it at the begin of the text. */
function fillParts(parts: readonly Part[], cells: readonly string[]): string | undefined {
  let [text, isEmpty, dropsBlank] = ['', true, false];
  for (const part of parts) {
    if (typeof part === 'string') {
      text += dropsBlank ? part.replace(/^\s/, '') : part;
      dropsBlank = false;
      continue;
    }
    const cell = cells[part] ?? '';
    if (cell === '') {
      const shorter = text.replace(/\s$/, '');
      dropsBlank = shorter === text;
      text = shorter;
      continue;
    }
    [text, isEmpty, dropsBlank] = [text + cell, false, false];
  }
  return isEmpty ? undefined : text;
}

/** The days before the first date of a workbook: a cell with one of them is a time without a date. */
const NO_DATE = /^(?:1899-12-3[01]|1900-01-00|1904-01-01) /;

/**
 * Returns `2027-01-11` for a date, `09:00` for a time, both with a blank for a date with a time, and all digits of a
 * number; of other cells the text as it is.
 */
export function cellText({ cells, values }: Pick<TableRow, 'cells' | 'values'>, index: number): string {
  const { dateTime, number } = values?.get(index) ?? {};
  if (dateTime === undefined) return number ?? cells[index] ?? '';
  if (NO_DATE.test(dateTime)) return dateTime.replace(NO_DATE, '');
  return dateTime.replace(/ 00:00$/, '');
}
