import { requireKnownEncoding } from './bytes/encoding.ts';
import { beginsAsArchive } from './bytes/signature.ts';
import { peekText } from './bytes/text.ts';
import { requireDelimiter } from './csv/delimiter.ts';
import { type FormatName, formatOfPath, formatOfText, openFormat } from './formats.ts';
import type { Input, ReadingOptions } from './port.ts';
import { asListed } from './rejects-table.ts';
import { openSource, type Source } from './source.ts';

export interface InputOptions extends ReadingOptions {
  /** Overrides the ending of the file. Standard input needs it if its first bytes do not show the format. */
  readonly format?: FormatName | undefined;
  /** The stream for the path `-`. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
}

/**
 * Opens an input file, or standard input for `-`. Throws for all faults at the beginning of the file: a file that is
 * missing, empty or not text, a CSV header that cannot be read, or first records that are not valid in the encoding.
 * Later faults are thrown by the iterator, after the records before them. The records can be iterated once. A consumer
 * that stops early closes the file.
 */
export async function openInput(path: string, given: InputOptions): Promise<Input> {
  const { stdin, format, ...options } = given;
  if (options.delimiter !== undefined) requireDelimiter(options.delimiter);
  if (options.encoding !== undefined) await requireKnownEncoding(options.encoding);
  if (options.roster !== undefined && format === undefined && path !== '-') {
    const { openPackage } = await import('./roster/package.ts');
    const roster = await openPackage(path);
    if (roster !== undefined) {
      const { openRoster } = await import('./roster/open-roster.ts');
      return openRoster(roster, options.roster, options);
    }
  }
  const source = openSource(path, stdin);
  try {
    const name = format ?? (await formatOf(path, source, options));
    const opened = await openFormat(name, source, options);
    return opened.kind === 'table' ? asListed(opened) : opened;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Returns the format by the ending of the path, or else by the content. */
async function formatOf(path: string, source: Source, options: ReadingOptions): Promise<FormatName> {
  const name = formatOfPath(path);
  if (name !== undefined) return name;
  return beginsAsArchive(await source.head()) ? 'xlsx' : formatOfText(await peekText(source, options));
}
