import { type Batch, recordsOf } from './batch.ts';
import { parseDelimiter } from './csv/delimiter.ts';
import { CsvReader } from './csv/reader.ts';
import { emptyFileError } from './empty-file.ts';
import { requireKnownEncoding } from './bytes/encoding.ts';
import { formatOfPath, formatOfText } from './format.ts';
import { JsonReader } from './json/reader.ts';
import { openAccount } from './bytes/line-account.ts';
import { NdjsonReader } from './json/ndjson-reader.ts';
import type { CsvInput, CsvRow, Input, InputFormat, InputOptions, JsonInput, JsonRecord } from './port.ts';
import { openSource, type Source } from './source.ts';
import { readText, type Text } from './bytes/text.ts';

export interface OpenInputOptions extends InputOptions {
  /** What the path `-` reads. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
}

/** A text whose beginning was looked at, so that its format is known. */
interface OpenText extends Text {
  readonly file: string;
}

/**
 * Opens an input file, or standard input for `-`. Whatever can be told at once is told here: a missing file, one that
 * is empty or no text, a CSV header that cannot be read, or an encoding that does not fit the first few records, which
 * are looked at to find the delimiter. Later faults reject the iterator's `next()`, after the records before them. The records can be iterated once; stopping early closes the file.
 */
export async function openInput(path: string, options: OpenInputOptions): Promise<Input> {
  const delimiter = options.delimiter === undefined ? undefined : parseDelimiter(options.delimiter);
  if (options.encoding !== undefined) await requireKnownEncoding(options.encoding);
  const source = openSource(path, options.stdin);
  try {
    const { text, beginning } = await beginText(source, options.encoding);
    const format = options.format ?? formatOfPath(path) ?? formatOfText(beginning.toString());
    return await OPENERS[format](text, delimiter);
  } catch (error) {
    await source.close();
    throw error;
  }
}

const OPENERS = {
  csv: openCsv,
  json: async (text) => jsonInput('json', text),
  ndjson: async (text) => jsonInput('ndjson', text),
} satisfies Record<InputFormat, (text: OpenText, delimiter: string | undefined) => Promise<Input>>;

async function beginText(source: Source, encoding: string | undefined): Promise<{ text: OpenText; beginning: Buffer }> {
  const text = await readText(source, encoding);
  const beginning = await text.next();
  if (beginning === undefined) throw emptyFileError(source.file);
  let ahead: Buffer | undefined = beginning;
  const next = async (): Promise<Buffer | undefined> => {
    if (ahead === undefined) return text.next();
    const chunk = ahead;
    ahead = undefined;
    return chunk;
  };
  const opened = {
    encoding: text.encoding,
    file: source.file,
    get lines() {
      return text.lines;
    },
    next,
    close: () => text.close(),
  };
  return { text: opened, beginning };
}

async function openCsv(text: OpenText, delimiter: string | undefined): Promise<CsvInput> {
  const reader = new CsvReader(text.file, delimiter);
  const early: Batch<CsvRow>[] = [];
  while (reader.head === undefined) {
    const chunk = await text.next();
    const batch = chunk === undefined ? reader.end() : reader.push(chunk);
    if (reader.head === undefined && batch.fault !== undefined) throw batch.fault;
    if (reader.head === undefined && chunk === undefined) throw emptyFileError(text.file);
    early.push(batch);
  }
  const account = openAccount(text, reader);
  return {
    format: 'csv',
    file: text.file,
    encoding: text.encoding,
    ...reader.head,
    rows: recordsOf(text, reader, { early, onEnd: account.close }),
    account,
  };
}

function jsonInput(format: 'json' | 'ndjson', text: OpenText): JsonInput {
  const reader = format === 'json' ? new JsonReader(text.file) : new NdjsonReader(text.file);
  const { file, encoding } = text;
  const account = openAccount(text, reader);
  const records = recordsOf<JsonRecord>(text, reader, { onEnd: account.close });
  return { format, file, encoding, records, account };
}
