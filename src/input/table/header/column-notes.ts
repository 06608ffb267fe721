/** Findings about columns as a whole: advice, mixed dates, and the command that describes such files once. */

import { mask } from '../../../base/text/mask.ts';
import { quoteWord } from '../../../base/text/shell-words.ts';
import type { Finding } from '../../../model/finding.ts';
import { cellAddress, STDIN_NAME } from '../../../model/place.ts';
import { formatPath } from '../../../platform/problem.ts';
import { pathOf } from '../../column-field.ts';
import { type ColumnAdvice, DATE_ORDER, isDateField, LIST_SEPARATOR_RULE } from '../../values/column-advice.ts';
import { type MatchedTable, sheetPlace } from './match-columns.ts';

/** `file` is the place of notes about JSON, which has no headers. */
export function findColumnNotes(tables: readonly MatchedTable[], file: string, columns: ColumnAdvice): Finding[] {
  return columns.list().map(({ field, advice: { rule, message, suggestion = null } }) => {
    const [place = { file, line: 1, column: null }] = tables.flatMap((table) => placesIn(table, field));
    const note = { rule, message: message(JSON.stringify(place.column ?? field)), suggestion, code: null, key: null };
    return { severity: 'note', ...place, record: 0, field, ...note };
  });
}

/** Returns the suspicions about columns that are read as dates, and in which real dates and texts are mixed. */
export function findMixedDates(tables: readonly MatchedTable[], reveal = false): Finding[] {
  return tables.flatMap(({ input, columns: { header, fields, mapped } }) =>
    (input.mixedDates?.() ?? []).flatMap(({ index, date, text }): Finding[] => {
      const at = input.header.written?.positions.indexOf(index) ?? index;
      const field = fields[at] ?? mapped.find(({ indexes }) => indexes.includes(at))?.column;
      if (field === undefined || !isDateField(field.field)) return [];
      const column = header[at] ?? null;
      const place = { file: input.file, line: text.line, ...sheetPlace(input.sheet, input.header, column) };
      const sample = ({ line, text: shown }: typeof date) =>
        [cellAddress(index, line), reveal || field.field.kind === 'date-time' ? shown : mask(shown)] as const;
      const [dateCell, textCell] = [sample(date), sample(text)];
      const about = { record: 0, column, field: field.name, key: null, code: null, rule: 'input.column.mixed-dates' };
      const message = `The column ${JSON.stringify(column)} has dates and texts: ${dateCell[0]} is the date ${dateCell[1]}, ${textCell[0]} is the text ${textCell[1]}; the spreadsheet may have exchanged day and month`;
      const suggestion = 'write all of them alike, such as 2027-04-13, and compare each with its source';
      return [{ severity: 'error', ...place, ...about, cell: textCell[0], message, suggestion }];
    }),
  );
}

type ColumnPlace = Pick<Finding, 'file' | 'line' | 'column' | 'sheet' | 'cell'>;

/** Returns the headers of the columns that are read as a field. */
function placesIn({ input: { file, sheet, header }, columns }: MatchedTable, field: string): ColumnPlace[] {
  return columns.fields.flatMap((read, index) => {
    if (read === undefined || formatPath(pathOf(read)) !== field) return [];
    const column = columns.header[index] ?? null;
    return [{ file, line: header.line, column, ...sheetPlace(sheet, header, column) }];
  });
}

/** The rule of the note that names the command of a draft. */
export const DRAFT = 'input.header.draft';

/** The kind of record of a table, the flags of the call that say how it is read, and its other words. */
export interface DraftCommand {
  readonly kindOf: (input: MatchedTable['input']) => string;
  readonly flags: readonly string[];
  readonly again: readonly string[];
}

/**
 * Returns the command that drafts a mapping, as a note about each table that a mapping would make readable: one whose
 * columns are open or missing, or whose dates or lists are written in a way of their own.
 */
export function draftNotes(
  tables: readonly MatchedTable[],
  found: readonly Finding[],
  { kindOf, flags, again }: DraftCommand,
): Finding[] {
  return tables.flatMap(({ input, columns }) => {
    const { file, sheet, header } = input;
    const all = [...columns.findings, ...found.filter((one) => one.file === file && one.sheet === sheet)];
    const isOpen = all.some(
      ({ severity, rule }) =>
        (HELPED.has(rule) || columns.missing.includes(rule)) &&
        (severity === 'error' || rule.startsWith('input.value')),
    );
    if (!isOpen || file === STDIN_NAME) return [];
    const mapping = `${file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')}.mapping.json`;
    const words = ['examctl', 'mapping', 'draft', kindOf(input), file, ...flags, '--out', mapping];
    const message = `A mapping says once how files like this are read: ${words.map(quoteWord).join(' ')}`;
    const suggestion = `then ${['examctl', ...again, '--mapping', mapping].map(quoteWord).join(' ')}`;
    const place = { file, line: header.line, ...sheetPlace(sheet, header, null), record: 0, column: null, field: null };
    return [{ severity: 'note', ...place, key: null, code: null, rule: DRAFT, message, suggestion }];
  });
}

const HELPED: ReadonlySet<string> = new Set([
  ...['input.header.unknown', 'input.header.misspelt'],
  ...[DATE_ORDER, LIST_SEPARATOR_RULE],
]);
