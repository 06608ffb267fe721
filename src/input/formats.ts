/** The formats of input files. A new format needs a reader and an entry here. */

import { extname } from 'node:path';
import { parseJson } from '../base/json-value.ts';
import { eitherOf } from '../base/text/either-of.ts';
import type { Input, ReadingOptions } from './port.ts';
import type { Source } from './source.ts';

interface InputFormat {
  readonly endings: readonly string[];
  /**
   * Opens a file of the format. Takes bytes, because a format may be binary. Loads the reader only when it is needed.
   */
  readonly open: (source: Source, options: ReadingOptions) => Promise<Input>;
}

const FORMATS = {
  csv: {
    endings: ['.csv', '.tsv', '.txt'],
    open: async (source, options) => (await import('./csv/reader.ts')).openCsv(source, options),
  },
  json: {
    endings: ['.json'],
    open: async (source, options) => (await import('./json/reader.ts')).openJson(source, options),
  },
  ndjson: {
    endings: ['.ndjson', '.jsonl'],
    open: async (source, options) => (await import('./json/reader.ts')).openNdjson(source, options),
  },
  xlsx: {
    endings: ['.xlsx'],
    open: async (source, options) => (await import('./xlsx/reader.ts')).openXlsx(source, options),
  },
} satisfies Record<string, InputFormat>;

/** The formats that the ending of a file or `--format` can name. */
export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

const SHORT_NAMES = FORMAT_NAMES.map((name) => name.toUpperCase());
/** The formats as text for help and errors: `CSV, JSON, ...`. */
export const FORMAT_WORDS = eitherOf(SHORT_NAMES);

export function openFormat(name: FormatName, source: Source, options: ReadingOptions): Promise<Input> {
  return FORMATS[name].open(source, options);
}

/** Returns the format that the ending of a path names, if it names one. */
export function formatOfPath(path: string): FormatName | undefined {
  const ending = extname(path).toLowerCase();
  return FORMAT_NAMES.find((name) => (FORMATS[name].endings as readonly string[]).includes(ending));
}

/** Whether the ending is that of a format which is not written: other programs would not open a text file of that name. */
export function isForeign(path: string): boolean {
  return /\.(?:xls[mb]?|ods|numbers|pdf|docx?|odt|html?|zip)$/i.test(path);
}

/**
 * Guesses the format of a file from its beginning. A first line that is a whole object, or longer than the beginning,
 * means NDJSON, which can also be a file of one line. In pretty-printed JSON, the first line is not a whole object.
 */
export function formatOfText(beginning: string): FormatName {
  const text = beginning.trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  return firstLine === text || parseJson(firstLine) !== undefined ? 'ndjson' : 'json';
}
