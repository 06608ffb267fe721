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
      return [
        {
          ...{
            severity: 'error',
            ...place,
            cell: textCell[0],
            record: 0,
            column,
            field: field.name,
            key: null,
            code: null,
          },
          rule: 'input.column.mixed-dates',
          message: `The column ${JSON.stringify(column)} has dates and texts: ${dateCell[0]} is the date ${dateCell[1]}, ${textCell[0]} is the text ${textCell[1]}; the spreadsheet may have exchanged day and month`,
          suggestion: 'write all of them alike, such as 2027-04-13, and compare each with its source',
        },
      ];
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

/** The kind of record of a file, and the flags of the call that say how it is read. */
export interface DraftCommand {
  readonly kind: string;
  readonly flags: readonly string[];
}

/**
 * Returns the command that drafts a mapping, as a note about each table that a mapping would make readable: one whose
 * columns are open or missing, or whose dates or lists are written in a way of their own.
 */
export function draftNotes(
  tables: readonly MatchedTable[],
  found: readonly Finding[],
  { kind, flags }: DraftCommand,
): Finding[] {
  return tables.flatMap(({ input: { file, sheet, header }, columns }) => {
    const all = [...columns.findings, ...found.filter((one) => one.file === file && one.sheet === sheet)];
    const isOpen = all.some(
      ({ severity, rule }) => HELPED.has(rule) && (severity === 'error' || rule.startsWith('input.value')),
    );
    if (!isOpen || file === STDIN_NAME) return [];
    const mapping = `${file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')}.mapping.json`;
    const words = ['examctl', 'mapping', 'draft', kind, file, ...flags, '--out', mapping];
    const message = `A mapping says once how files like this are read: ${words.map(quoteWord).join(' ')}`;
    const suggestion = `then give --mapping ${quoteWord(mapping)} to the same command`;
    const place = { file, line: header.line, ...sheetPlace(sheet, header, null), record: 0, column: null, field: null };
    return [{ severity: 'note', ...place, key: null, code: null, rule: 'input.header.draft', message, suggestion }];
  });
}

const HELPED: ReadonlySet<string> = new Set([
  ...['input.header.unknown', 'input.header.misspelt'],
  ...[DATE_ORDER, LIST_SEPARATOR_RULE],
]);
