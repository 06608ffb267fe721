/** Opens the files of a command, with the flags for reading them. */

import { foldName, hintOfNames } from '../../base/closest.ts';
import type { DraftOptions, Kind } from '../../bulk/kinds/kind.ts';
import { draftKind } from '../../bulk/kinds/read/draft-kind.ts';
import { UsageError } from '../../errors.ts';
import { inRequestShape } from '../../input/json/shape.ts';
import type { CompiledMapping } from '../../input/mapping/compile-mapping.ts';
import { openInput } from '../../input/open-input.ts';
import type { HeaderSearch, Input } from '../../input/port.ts';
import { columnTest } from '../../input/table/header/column-test.ts';
import { isOwnHeader } from '../../input/table/header/match-columns.ts';
import { type ConversionOptions, type Defaults, openTimeZone } from '../../input/values/conversion.ts';
import { parseDateFormat } from '../../input/values/date-format.ts';
import { readDefaults } from '../../input/values/defaults.ts';
import type { DraftSource } from '../../model/draft.ts';
import { DRAFT_FLAGS, type ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { wordsGiven } from '../options/words.ts';
import { identitiesOf, isSameFile, sayItWaits } from './protected-files.ts';

/** The files of a kind, with options for reading them. */
interface Reading extends Omit<DraftOptions, 'candidates' | 'mapping'> {
  readonly files: readonly string[];
  /** A file of candidates to join. */
  readonly candidates?: string | undefined;
}

type ReadingCall = Pick<Call<ReadOptions>, 'context' | 'output' | 'flags' | 'given'>;

/** Opens all files before it reads records from the first, so that a wrong flag is reported at once. */
export async function openSources(
  call: ReadingCall,
  kind: Kind<unknown>,
  { files, candidates: joined, ...given }: Reading,
): Promise<DraftSource[]> {
  const { flags } = call;
  const conversion = { ...(await readConversion(flags)), ...given };
  const { map = new Map() } = flags;
  const resources = kind.parts ?? [kind.resource];
  // A wrong value is reported before any file is opened.
  readDefaults(resources, flags, conversion);
  if (files.filter((file) => file === '-').length > 1) throw new UsageError(STDIN_TWICE);
  const partFile = await partOf(files, joined, flags);
  await refuseRepeats(files);
  const inputs: Input[] = [];
  const { described, ofCandidates, ignore } = flags;
  if (ofCandidates !== undefined && partFile === undefined) throw noCandidates(flags.mapping);
  const isColumn = columnTest(kind, new Map([...map, ...columnsRead(described ?? ofCandidates?.described)]));
  for (const file of files) inputs.push(await openFile(file, call, { kind, isColumn }));
  const defaults = readDefaults(resources, withoutLeftOut(flags, inputs, call.output), conversion);
  reportDefaults(defaults, call.output);
  const candidates =
    partFile === undefined
      ? undefined
      : await openFile(partFile, { ...call, flags: { ...flags, ...ofCandidates } }, { kind, isColumn, isPart: true });
  const all = candidates === undefined ? inputs : [...inputs, candidates];
  const headers = all.flatMap((input) => (input.kind === 'table' ? input.header.names : []));
  // The rejects of two files lack the second column of ids, which the flags of their run may name.
  const isReturned = all.some((input) => input.kind === 'table' && input.header.written !== undefined);
  if (!isReturned) checkMappedHeaders(map, headers);
  const reveal = 'reveal' in flags && flags.reveal === true;
  const drafted = [...DRAFT_FLAGS, '--map', '--ignore'];
  const again = call.given.filter(({ flag }) => !drafted.includes(flag)).flatMap(({ words }) => words);
  const printed = { flags: wordsGiven(call, drafted), again };
  const reading = { described, describedCandidates: ofCandidates?.described, ignore, reveal, printed };
  const options = { ...conversion, defaults, mapping: asWritten(map, headers), ...reading };
  const parts = kind.parts && (await import('./check-parts.ts'));
  const missing = await parts?.checkParts(kind, inputs, candidates, { ...options, set: flags.set });
  const sources: DraftSource[] = [];
  for (const input of inputs) {
    const source = await draftKind(kind, input, { ...options, candidates });
    sources.push(parts?.withOneFinding(source, input, missing?.get(input)) ?? source);
  }
  return sources;
}

/** Refuses a file that is named twice: all its records would be repeated, at the same places. */
async function refuseRepeats(files: readonly string[]): Promise<void> {
  const seen = new Set<string>();
  for (const file of files) {
    const identities = await identitiesOf(file);
    if (identities.some((identity) => seen.has(identity))) {
      throw new UsageError(`${file} is given twice`, { hint: 'Name each file once.' });
    }
    for (const identity of identities) seen.add(identity);
  }
}

/** The file of candidates: `--candidates`, or the workbook of the schedules if only `--candidates-sheet` is given. */
async function partOf(
  [file, ...others]: readonly string[],
  joined: string | undefined,
  { candidatesSheet }: ReadOptions,
): Promise<string | undefined> {
  if (candidatesSheet === undefined) {
    if (file === undefined || joined === undefined || !(await isSameFile(file, joined))) return joined;
    throw new UsageError('--candidates names the file of the schedules', {
      hint: 'Where another sheet of the same workbook has them, name it with --candidates-sheet.',
    });
  }
  if (others.length === 0) return joined ?? file;
  throw new UsageError('--candidates-sheet goes with one file of schedules', {
    hint: 'examctl schedule push sittings.xlsx --sheet Sittings --candidates-sheet Candidates',
  });
}

function noCandidates(mapping = ''): UsageError {
  return new UsageError(`The mapping ${mapping} is for candidates, and no table has them alone`, {
    hint: 'Name their table with --candidates, or draft a mapping for schedules.',
  });
}

/** Leaves out the defaults of the settings for those fields that a file leaves out on purpose. */
function withoutLeftOut(flags: ReadOptions, inputs: readonly Input[], output: Call['output']): ReadOptions {
  const { defaults = new Map(), set = new Map() } = flags;
  const [file] = inputs.flatMap((input) => (input.kind === 'table' && input.leavesOut ? [input] : []));
  const unused = [...defaults.keys()].filter((name) => file?.header.names.includes(name) && !set.has(name));
  if (file === undefined || unused.length === 0) return flags;
  output.note(`Not filled in: ${unused.join(', ')}. What ${file.file} leaves out stays as it is on the platform.`);
  return { ...flags, defaults: new Map([...defaults].filter(([name]) => !unused.includes(name))) };
}

/** Reports them, so that nothing is added to records silently. */
function reportDefaults(defaults: Defaults | undefined, output: Call['output']): void {
  for (const values of defaults?.values() ?? []) {
    for (const [name, value] of Object.entries(values)) {
      output.note(`${name} is ${JSON.stringify(value)} where a record has none.`);
    }
  }
}

/** The arguments that are given. */
export function filesOf(...files: readonly (string | undefined)[]): string[] {
  return files.filter((file) => file !== undefined);
}

/** Refuses candidates for several files of schedules: it would be unclear which file lacks a schedule. */
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

interface FileRole {
  readonly kind: Kind<unknown>;
  readonly isColumn: NonNullable<HeaderSearch['isColumn']>;
  /** Whether the file has the candidates for another file. */
  readonly isPart?: boolean;
}

async function openFile(file: string, call: ReadingCall, { kind, isColumn, isPart = false }: FileRole): Promise<Input> {
  const { context, output, flags } = call;
  const { stdin } = context;
  const { format, delimiter, encoding, candidatesSheet, headerRow } = flags;
  const sheet = isPart ? (candidatesSheet ?? flags.sheet) : flags.sheet;
  const header = { line: headerRow, isColumn };
  sayItWaits(call, file);
  const roster = kind.hasRosters ? (flags.oneRoster ?? {}) : undefined;
  const opened = await openInput(file, { stdin, format, delimiter, encoding, sheet, header, roster });
  const input = inRequestShape(opened, kind);
  // `form` contains no personal data.
  if (output.verbose) output.note(`Reading ${input.file}: ${input.form}`);
  return input;
}

export async function readConversion({ timezone, fix, dateFormat }: ReadOptions): Promise<ConversionOptions> {
  const format = dateFormat === undefined ? undefined : parseDateFormat(dateFormat);
  if (typeof format === 'string') throw new UsageError(`--date-format: ${format}`);
  return { fix, dateFormat: format, zone: timezone === undefined ? undefined : await openTimeZone(timezone) };
}

type Mapping = ReadonlyMap<string, string>;

/** Returns the mapping with the headers as the files write them. */
function asWritten(map: Mapping, headers: readonly string[]): Mapping {
  return new Map([...map].map(([header, field]) => [findHeader(header, map, headers) ?? header, field]));
}

/**
 * Finds the column that `--map` means. Case, blanks, line breaks, `_` and `-` do not count, as where headers are matched
 * with fields, unless several columns are alike.
 */
function findHeader(header: string, map: Mapping, headers: readonly string[]): string | undefined {
  if (headers.includes(header)) return header;
  const like = new Set(headers.filter((name) => foldName(name) === foldName(header) && !map.has(name)));
  return like.size === 1 ? [...like][0] : undefined;
}

/** Refuses a header of `--map` that no file has. */
function checkMappedHeaders(map: Mapping, headers: readonly string[]): void {
  for (const header of map.keys()) {
    const quoted = JSON.stringify(header);
    if (isOwnHeader(header)) {
      throw new UsageError(`--map: the column ${quoted} is never read`, {
        hint: 'Names that begin with _ are those of rejects files; give the column another name.',
      });
    }
    if (findHeader(header, map, headers) !== undefined) continue;
    throw new UsageError(`--map: no input file has a column ${quoted}`, {
      hint:
        headers.length === 0
          ? 'JSON names fields as they are; --map is for the columns of CSV files.'
          : hintOfNames(header, headers, 'columns'),
    });
  }
}

/** The headers that a mapping reads, by which the row of the headers is found. */
function columnsRead(described: CompiledMapping | undefined): [string, unknown][] {
  if (described === undefined) return [];
  const headers = [
    ...described.fields.flatMap(({ steps }) => steps.template?.columns ?? []),
    ...described.skipRows.map(({ column }) => column),
  ];
  return headers.map((header) => [header, described]);
}
