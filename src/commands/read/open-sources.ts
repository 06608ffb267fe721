/** Opens the files that a command names, and reads what its flags say about reading them. */
import { isOwnHeader } from '../../input/table/columns.ts';
import { closest } from '../../base/closest.ts';
import { readFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { type DraftOptions, draftKind, type Kind } from '../../bulk/kinds/kind.ts';
import { UsageError } from '../../errors.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import { openInput } from '../../input/open-input.ts';
import type { Input } from '../../input/port.ts';
import { openTimeZone } from '../../input/values/time-zone.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import { describeInput } from '../target/verbose-notes.ts';

/** Files of a kind, and what is said about reading them. */
interface Reading extends Omit<DraftOptions, 'candidates' | 'mapping'> {
  readonly files: readonly string[];
  /** A file of candidates to join. */
  readonly candidates?: string | undefined;
  readonly flags: ReadOptions;
}

/** All are opened before drafts are made of the first: what is wrong with a flag is told before anything is read. */
export async function openSources(
  context: Pick<Context, 'stdin'>,
  output: Output,
  kind: Kind<unknown>,
  { files, candidates: joined, flags, ...given }: Reading,
): Promise<DraftSource[]> {
  const options = { ...(await readConversion(flags)), ...given, mapping: await readMapping(flags) };
  if (files.filter((file) => file === '-').length > 1) throw new UsageError(STDIN_TWICE);
  const inputs: Input[] = [];
  for (const file of files) inputs.push(await openFile(file, flags, context, output));
  const candidates = joined === undefined ? undefined : await openFile(joined, flags, context, output);
  checkMappedHeaders(flags.map, candidates === undefined ? inputs : [...inputs, candidates]);
  const sources: DraftSource[] = [];
  for (const input of inputs) sources.push(await draftKind(kind, input, { ...options, candidates }));
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
export async function openReopenable(
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
async function readMapping({ map, mapFile }: ReadOptions): Promise<ReadonlyMap<string, string>> {
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

/** So many columns are named where none is like the one that was not found. */
const MAX_COLUMNS_NAMED = 5;

/** Refuses a header of `--map` that none of the files has. A file of mappings may serve several files, and is not checked. */
function checkMappedHeaders(map: ReadonlyMap<string, string> | undefined, inputs: readonly Input[]): void {
  const headers = inputs.flatMap((input) => (input.kind === 'table' ? input.header.names : []));
  for (const header of map?.keys() ?? []) {
    const quoted = JSON.stringify(header);
    if (isOwnHeader(header)) {
      throw new UsageError(`--map: the column ${quoted} is never read`, {
        hint: 'Names that begin with _ are those of rejects files; give the column another name.',
      });
    }
    if (headers.includes(header)) continue;
    throw new UsageError(`--map: no input file has a column ${quoted}`, { hint: hintFor(header, headers) });
  }
}

function hintFor(header: string, headers: readonly string[]): string {
  if (headers.length === 0) return 'JSON names fields as they are; --map is for the columns of CSV files.';
  const meant = closest(header, headers);
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  const named = headers.slice(0, MAX_COLUMNS_NAMED).map((name) => JSON.stringify(name));
  return `The columns are ${named.join(', ')}${headers.length > named.length ? ', …' : ''}`;
}
