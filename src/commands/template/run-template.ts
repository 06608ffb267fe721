/** Executes `template`: renders a file to fill in, whose columns come from the contract, and prints or writes it. */

import { quoteWord } from '../../base/text/shell-words.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { KINDS } from '../../bulk/kinds/kinds.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { UsageError } from '../../errors.ts';
import { formatOfPath, isForeign } from '../../input/formats.ts';
import type { Mapping } from '../../input/mapping/mapping.ts';
import { LIST_SEPARATOR } from '../../input/values/cell-lists.ts';
import { MEANINGS_SHEET } from '../../input/xlsx/choose-sheet.ts';
import { type FileContent, writeFileAtomically } from '../../output/files/write-file.ts';
import { formatCsvRow } from '../../output/formats/csv-text.ts';
import { renderJson } from '../../output/formats/json.ts';
import { dropdownsOf } from '../../output/xlsx/dropdowns.ts';
import { newWorkbook } from '../../output/xlsx/new-workbook.ts';
import type { NewCell } from '../../output/xlsx/sheet-writer.ts';
import type { Field } from '../../platform/fields/field.ts';
import { limitWords, meaningWords } from '../../platform/fields/limit-words.ts';
import type { Call, OutputFormat } from '../options/call.ts';
import { presentDone } from '../options/present-result.ts';
import { confirmNewFile } from '../read/protected-files.ts';

const FORMATS = ['csv', 'json', 'xlsx'] as const;
/** A mapping is a file about files: it says which column is which field. */
export type Format = (typeof FORMATS)[number] | 'mapping';

export interface TemplateFlags {
  readonly format?: Format | undefined;
  readonly example?: true | undefined;
  readonly out?: string | undefined;
}

export async function runTemplate(call: Call<TemplateFlags>, kind: KindName): Promise<void> {
  const { output, flags } = call;
  const out = flags.out === STDOUT ? undefined : flags.out;
  const format = formatOf(out, flags.format);
  const isExample = flags.example === true;
  if (format === 'mapping' && isExample) throw new UsageError('A mapping has no example rows', { hint: DRAFT });
  if (format === 'json' && !isExample) output.note(TAKE_OUT);
  if (out === undefined) {
    refuseOtherOutput(call.global.format, format);
    if (format === 'xlsx') throw new UsageError('A workbook needs a file', { hint: 'Name one: --out FILE.xlsx' });
    return output.data(renderTemplate(kind, format, isExample));
  }
  await confirmNewFile(call, out);
  const content = format === 'xlsx' ? templateWorkbook(kind, isExample) : renderTemplate(kind, format, isExample);
  await writeFileAtomically(out, content);
  const done = { kind, file: out, format, example: isExample };
  const word = quoteWord(out.replace(/^-/, './-'));
  const check =
    format === 'mapping'
      ? `Check a file with it: ${VALIDATE} ${kind} FILE --mapping`
      : `Check it with: ${VALIDATE} ${kind}`;
  await presentDone(call, 'template', done, `Wrote ${out}. ${check} ${word}`);
}

/** The template itself is on standard output, so no report can be. */
function refuseOtherOutput(output: OutputFormat, format: Format): void {
  if (output === 'table' || output === endingOf(format)) return;
  throw new UsageError(`template prints a file and no report, so --output ${output} is no form of it`, {
    hint: 'Give --format json for a file of JSON, or write the file with --out FILE.',
  });
}

const VALIDATE = 'examctl validate';
const DRAFT = '"examctl mapping draft" makes one of a file.';
const TAKE_OUT = 'null clears what is stored: take out the fields that you do not fill in.';

/** `--out -` means the same as no `--out`. */
const STDOUT = '-';

/** The format of the template. It must match the ending of the file, or the program could not read the file back. */
function formatOf(file: string | undefined, given: Format | undefined): Format {
  const named = file === undefined ? undefined : formatOfPath(file);
  if (file !== undefined && isForeign(file)) {
    throw new UsageError(`--out: ${file} must end in .csv, .json or .xlsx`, {
      hint: 'The ending decides how the file is read.',
    });
  }
  const format = given ?? FORMATS.find((one) => one === named);
  if (named === undefined || named === (format && endingOf(format))) return format ?? 'csv';
  const problem = given === undefined ? `templates are ${FORMATS.join(', ')}` : `--format ${given} is another format`;
  throw new UsageError(`--out: ${file} is read as ${named}, and ${problem}`, {
    hint: `Give the file the ending .${endingOf(given ?? 'csv')}.`,
  });
}

function endingOf(format: Format): (typeof FORMATS)[number] {
  return format === 'mapping' ? 'json' : format;
}

/** A template as text. */
function renderTemplate(name: KindName, format: Exclude<Format, 'xlsx'>, hasExample: boolean): string {
  if (format === 'mapping') {
    const fields = Object.fromEntries(columnsOf(name).map((column) => [column, column]));
    return renderJson({ mapping: 1, kind: name, fields } satisfies Mapping);
  }
  if (format === 'csv') {
    return [columnsOf(name), ...rowsOf(name, hasExample)].map((row) => formatCsvRow(row)).join('');
  }
  const { exampleRows, requestsOf = (rows) => rows }: Kind<unknown> = KINDS[name];
  const empty = Object.fromEntries(columnsOf(name).map((column) => [column, null]));
  return renderJson(requestsOf(hasExample ? exampleRows : [empty]));
}

/** A template as a workbook. Typed values stay texts, cells offer choices, and a second sheet explains the columns. */
function templateWorkbook(name: KindName, hasExample: boolean): FileContent {
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
