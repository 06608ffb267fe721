import { stat } from 'node:fs/promises';
import { requireKnownEncoding } from './bytes/encoding.ts';
import { beginsAsArchive } from './bytes/signature.ts';
import { peekText } from './bytes/text.ts';
import { parseDelimiter } from './csv/delimiter.ts';
import { type FormatName, formatOfPath, formatOfText, hasObjectLines, openFormat } from './formats.ts';
import type { Input, ReadingOptions } from './port.ts';
import { openSource, type Source } from './source.ts';

export interface InputOptions extends ReadingOptions {
  /** Overrides what the file's ending says; needed for standard input, where looking at the content does not decide. */
  readonly format?: FormatName | undefined;
}

export interface OpenInputOptions extends InputOptions {
  /** What the path `-` reads. */
  readonly stdin?: NodeJS.ReadableStream | undefined;
}

/**
 * Opens an input file, or standard input for `-`. It throws for all faults at the beginning: a missing file, one that is
 * empty or no text, a CSV header that cannot be read, or an encoding that does not fit the first few records, from which
 * the delimiter is found. Later faults reject the iterator's `next()`, after the records before them. The records can be
 * iterated once. A reader that stops early closes the file.
 */
export async function openInput(path: string, given: OpenInputOptions): Promise<Input> {
  const { stdin, format, ...options } = given;
  const delimiter = options.delimiter === undefined ? undefined : parseDelimiter(options.delimiter);
  if (options.encoding !== undefined) await requireKnownEncoding(options.encoding);
  if (options.roster !== undefined && format === undefined && path !== '-') {
    const { openPackage } = await import('./roster/package.ts');
    const roster = await openPackage(path);
    if (roster !== undefined) {
      const { openRoster } = await import('./roster/open-roster.ts');
      return openRoster(roster, options.roster, { ...options, delimiter });
    }
  }
  const source = openSource(path, stdin);
  try {
    const name = format ?? (await formatOf(path, source, options));
    const input = await openFormat(name, source, { ...options, delimiter });
    const canRepeat = input.kind === 'table' && (await stat(path).catch(() => undefined))?.isFile() === true;
    return canRepeat ? { ...input, again: () => openInput(path, given) } : input;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** JSON with an object on each line is NDJSON, whatever the name of its file. */
async function formatOf(path: string, source: Source, options: ReadingOptions): Promise<FormatName> {
  const name = formatOfPath(path);
  if (name !== undefined && name !== 'json') return name;
  if (name === undefined) return formatOfContent(source, options);
  return hasObjectLines(await peekText(source, options)) ? 'ndjson' : name;
}

async function formatOfContent(source: Source, options: ReadingOptions): Promise<FormatName> {
  return beginsAsArchive(await source.head()) ? 'xlsx' : formatOfText(await peekText(source, options));
}
