/** Renders a file to fill in. Its columns come from the contract. */

import type { Kind } from '../../bulk/kinds/kind.ts';
import { KINDS } from '../../bulk/kinds/kinds.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import type { Mapping } from '../../input/mapping/mapping.ts';
import { LIST_SEPARATOR } from '../../input/values/cell-lists.ts';
import { MEANINGS_SHEET } from '../../input/xlsx/choose-sheet.ts';
import type { FileContent } from '../../output/files/write-file.ts';
import { formatCsvRow } from '../../output/formats/csv-text.ts';
import { renderJson } from '../../output/formats/json.ts';
import { dropdownsOf } from '../../output/xlsx/dropdowns.ts';
import { newWorkbook } from '../../output/xlsx/new-workbook.ts';
import type { NewCell } from '../../output/xlsx/sheet-writer.ts';
import type { Field } from '../../platform/fields/field.ts';
import { limitWords, meaningWords } from '../../platform/fields/limit-words.ts';

/** A template as text. */
export function renderTemplate(name: KindName, format: 'csv' | 'json' | 'mapping', hasExample: boolean): string {
  if (format === 'mapping') {
    const fields = columnsOf(name).map((column) => [column, column]);
    return renderJson({ mapping: 1, kind: name, fields: Object.fromEntries(fields) } satisfies Mapping);
  }
  if (format === 'csv') {
    return [columnsOf(name), ...rowsOf(name, hasExample)].map((row) => formatCsvRow(row)).join('');
  }
  const { exampleRows, requestsOf = (rows) => rows }: Kind<unknown> = KINDS[name];
  const empty = Object.fromEntries(columnsOf(name).map((column) => [column, null]));
  return renderJson(requestsOf(hasExample ? exampleRows : [empty]));
}

/** A template as a workbook. Typed values stay texts, cells offer choices, and a second sheet explains the columns. */
export function templateWorkbook(name: KindName, hasExample: boolean): FileContent {
  const columns = [...fieldsOf(name)];
  const meanings = columns.map(([column, field]): NewCell[] => [
    ...[column, field.required ? 'yes' : '', typeWords(field)],
    ...[limitWords(field), { text: meaningWords(field), style: 'wrapped' } as const],
  ]);
  return {
    bytes: newWorkbook([
      {
        name: KINDS[name].words.many,
        header: columnsOf(name),
        rows: rowsOf(name, hasExample),
        dropdowns: dropdownsOf(columns.map(([, field]) => field)),
      },
      {
        name: MEANINGS_SHEET,
        header: ['Column', 'Required', 'Kind', 'Limits', 'Meaning'],
        rows: meanings,
        widths: [30, 10, 24, 44, 80],
      },
    ]),
  };
}

/** The type of a field in words. */
function typeWords(field: Field): string {
  if (field.kind === 'choice') return field.values.join(', ');
  return field.kind === 'list' ? `${typeWords(field.of)}s, with ${LIST_SEPARATOR} between them` : field.kind;
}

function rowsOf(name: KindName, hasExample: boolean): string[][] {
  const { exampleRows }: Kind<unknown> = KINDS[name];
  return (hasExample ? exampleRows : []).map((row) => columnsOf(name).map((column) => cellOf(row[column])));
}

function columnsOf(name: KindName): string[] {
  return [...fieldsOf(name).keys()];
}

/** The fields by the names of their columns. */
function fieldsOf(name: KindName): ReadonlyMap<string, Field> {
  const { resource, parts = [resource], extraColumns = [] }: Kind<unknown> = KINDS[name];
  const fields = parts.flatMap((part) => Object.entries<Field>(part.fields));
  return new Map([...extraColumns.map((column) => [column.name, column.field] as const), ...fields]);
}

/** A value as the text of a cell: the entries of a list separated by bars, an object as its id with a title. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(LIST_SEPARATOR);
  if (typeof value !== 'object') return String(value);
  const { ExternalId, Title } = value as { readonly ExternalId?: string; readonly Title?: string };
  return Title === undefined ? String(ExternalId) : `${ExternalId}=${Title}`;
}
