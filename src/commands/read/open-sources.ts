/** Opens the files that a command names, and reads what its flags say about reading them. */
import { readFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { openInput } from '../../input/open-input.ts';
import type { Input } from '../../input/port.ts';
import { openTimeZone } from '../../input/values/time-zone.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import { checkMappedHeaders } from './mapped-headers.ts';
import { describeInput } from '../target/verbose-notes.ts';

/** Makes drafts of one opened file, and of the file of candidates where there is one. */
export type MakeDrafts = (input: Input, candidates?: Input) => Promise<DraftSource> | DraftSource;

/** All are opened before drafts are made of the first: what is wrong with a flag is told before anything is read. */
export async function openSources(
  files: readonly string[],
  options: ReadOptions & { readonly candidates?: string | undefined },
  context: Pick<Context, 'stdin'>,
  output: Output,
  makeDrafts: MakeDrafts,
): Promise<DraftSource[]> {
  const { candidates: joined, map } = options;
  if (files.filter((file) => file === '-').length > 1) throw new UsageError(STDIN_TWICE);
  const inputs: Input[] = [];
  for (const file of files) inputs.push(await openFile(file, options, context, output));
  const candidates = joined === undefined ? undefined : await openFile(joined, options, context, output);
  checkMappedHeaders(map, candidates === undefined ? inputs : [...inputs, candidates]);
  const sources: DraftSource[] = [];
  for (const input of inputs) sources.push(await makeDrafts(input, candidates));
  return sources;
}

/** Candidates are joined with one file of schedules: with several, it would be unclear which of them lacks a schedule. */
export function checkJoin(files: readonly string[], candidates: string | undefined): void {
  if (candidates === undefined) return;
  if (files.length !== 1) {
    throw new UsageError('--candidates goes with one file of schedules', {
      hint: 'examctl schedule push schedules.csv --candidates candidates.csv',
    });
  }
  if (files[0] === '-' && candidates === '-') throw new UsageError(STDIN_TWICE);
}

const STDIN_TWICE = 'Standard input (-) can be read once only';

/** Sources of a job, and the way to open them again; standard input cannot be read twice. */
export async function openTwice(
  files: readonly string[],
  open: () => Promise<readonly DraftSource[]>,
): Promise<{ sources: readonly DraftSource[]; reopen?: () => Promise<readonly DraftSource[]> }> {
  const sources = await open();
  return files.includes('-') || files.length === 0 ? { sources } : { sources, reopen: open };
}

async function openFile(
  file: string,
  { format, delimiter, encoding }: ReadOptions,
  { stdin }: Pick<Context, 'stdin'>,
  output: Output,
): Promise<Input> {
  if (file === '-' && stdin.isTTY) output.note('Reading from the terminal; end with Ctrl-D.');
  const input = await openInput(file, {
    stdin,
    format,
    delimiter,
    encoding,
  });
  if (output.verbose) output.note(describeInput(input));
  return input;
}

export async function readConversion({ timezone, fix }: ReadOptions): Promise<ConversionOptions> {
  return {
    ...(fix ? { fix } : {}),
    ...(timezone === undefined ? {} : { zone: await openTimeZone(timezone) }),
  };
}

/** `--map-file` and `--map`; what a flag says comes first. */
export async function readMapping({ map, mapFile }: ReadOptions): Promise<ReadonlyMap<string, string>> {
  const entries = mapFile === undefined ? [] : await readMapFile(mapFile);
  return new Map([...entries, ...(map ?? [])]);
}

async function readMapFile(file: string): Promise<[string, string][]> {
  const hint = 'It is a JSON object of field names by header, such as {"Surname": "LastName"}.';
  try {
    const mapping: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping)) {
      return Object.entries(mapping).map(([header, field]) => [header, String(field)]);
    }
  } catch (cause) {
    throw new UsageError(`--map-file: cannot read ${file}`, { hint, cause });
  }
  throw new UsageError(`--map-file: ${file} does not hold an object`, { hint });
}
