import { requireKnownEncoding } from './bytes/encoding.ts';
import { peekText } from './bytes/text.ts';
import { parseDelimiter } from './csv/delimiter.ts';
import { type FormatName, formatOfPath, formatOfText, openFormat } from './formats.ts';
import type { Input, ReadingOptions } from './port.ts';
import { openSource } from './source.ts';

export interface InputOptions extends ReadingOptions {
  /** Overrides what the file's ending says; needed for standard input, where looking at the content does not decide. */
  readonly format?: FormatName | undefined;
}

export interface OpenInputOptions extends InputOptions {
  /** What the path `-` reads. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
}

/**
 * Opens an input file, or standard input for `-`. Whatever can be told at once is told here: a missing file, one that
 * is empty or no text, a CSV header that cannot be read, or an encoding that does not fit the first few records, which
 * are looked at to find the delimiter. Later faults reject the iterator's `next()`, after the records before them. The
 * records can be iterated once; stopping early closes the file.
 */
export async function openInput(path: string, { stdin, format, ...options }: OpenInputOptions): Promise<Input> {
  const delimiter = options.delimiter === undefined ? undefined : parseDelimiter(options.delimiter);
  if (options.encoding !== undefined) await requireKnownEncoding(options.encoding);
  const source = openSource(path, stdin);
  try {
    const name = format ?? formatOfPath(path) ?? formatOfText(await peekText(source, options.encoding));
    return await openFormat(name, source, { ...options, delimiter });
  } catch (error) {
    await source.close();
    throw error;
  }
}
