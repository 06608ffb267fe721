/** Finds a mapping: a file, a name of the settings, or a preset. Lists and shows those with a name, and applies one. */

import { existsSync } from 'node:fs';
import { hintOfNames } from '../../base/closest.ts';
import { loadKind } from '../../bulk/kinds/load-kind.ts';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { mappedFields } from '../../bulk/kinds/read/columns.ts';
import { UsageError } from '../../errors.ts';
import { compileMapping, type NamedMapping, parseMapping } from '../../input/mapping/compile-mapping.ts';
import { PRESETS } from '../../input/mapping/presets.ts';
import { readSmallFile } from '../../input/source.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { presentRows } from '../options/present-result.ts';

interface KnownMapping {
  readonly name: string;
  /** The file of the mapping; absent for a preset. */
  readonly file?: string | undefined;
}

/** The mappings with a name: those of the settings, then the presets that the settings do not replace. */
function knownMappings({ settings }: Pick<Call, 'settings'>): KnownMapping[] {
  const named = Object.entries((settings.find('mappings')?.value ?? {}) as Readonly<Record<string, string>>);
  const presets = [...PRESETS.keys()].filter((name) => !named.some(([other]) => other === name));
  return [...named.map(([name, file]) => ({ name, file })), ...presets.map((name) => ({ name }))];
}

/** Reads the mapping with a name, or from a file. Throws a UsageError if there is none, or if it has a fault. */
export async function readMapping(call: Pick<Call, 'settings'>, nameOrFile: string): Promise<NamedMapping> {
  const known = knownMappings(call);
  const named = known.find(({ name }) => name === nameOrFile);
  const file = named === undefined ? nameOrFile : named.file;
  if (file === undefined) return parseMapping(nameOrFile, PRESETS.get(nameOrFile) ?? '', [...KIND_NAMES]);
  if (named === undefined && !existsSync(file)) {
    const names = known.map(({ name }) => name);
    throw new UsageError(`There is no mapping ${JSON.stringify(nameOrFile)}, and no such file`, {
      hint: `${hintOfNames(nameOrFile, names, 'mappings')} "examctl mapping draft" writes one for a file.`,
    });
  }
  const text = await readSmallFile(file).catch((cause: unknown) => {
    throw new UsageError(`The mapping ${file} cannot be read`, { hint: 'Check the path.', cause });
  });
  return parseMapping(file, text, [...KIND_NAMES]);
}

/** Refuses a mapping for another kind of record. */
export function requireKind({ name, mapping }: NamedMapping, kind: KindName): void {
  if (mapping.kind === kind) return;
  throw new UsageError(`The mapping ${name} is for ${mapping.kind}, and these are ${kind}`, {
    hint: `Name a mapping for ${kind}; "examctl mapping list" shows those with a name.`,
  });
}

const COLUMNS = ['name', 'kind', 'from'] as const;

/** A mapping that cannot be read is listed with the reason, so that the others can still be seen. */
export async function listMappings(call: Call): Promise<void> {
  const rows = knownMappings(call).map(async ({ name, file }) => {
    const kind = await readMapping(call, name).then(
      ({ mapping }) => mapping.kind,
      (error: Error) => error.message,
    );
    return { name, kind, from: file ?? 'preset' };
  });
  await presentRows(call, COLUMNS, await Promise.all(rows));
}

export async function showMapping(call: Call, name: string): Promise<void> {
  const { mapping } = await readMapping(call, name);
  await call.output.data(`${JSON.stringify(mapping, null, 2)}\n`);
}

type ReadingCall<F> = Pick<Call<F>, 'flags' | 'settings' | 'given'>;

/** Throws a UsageError about a mapping that cannot be read, that has a fault, or that is for another kind. */
/** Completes the flags for reading with a mapping: flags come first, then the mapping, then the settings. */
export async function withMapping<F extends ReadOptions>(call: ReadingCall<F>, kind: KindName): Promise<F> {
  const { flags, settings } = call;
  const named = (settings.find('mappings')?.value ?? {}) as Readonly<Record<string, string>>;
  const ofSettings = Object.hasOwn(named, kind) ? kind : undefined;
  const mapping = flags.mapping ?? ofSettings;
  if (mapping === undefined) return flags;
  const read = await readMapping(call, mapping);
  // The candidates of schedules may have a table of their own, and with it a mapping.
  const known = await loadKind(read.mapping.kind as KindName);
  const isOfCandidates = (await loadKind(kind)).parts?.includes(known.resource) === true;
  if (!isOfCandidates) requireKind(read, kind);
  if (flags.mapping === undefined) refuseAccepts(call, read);
  const described = await compileMapping(read, mappedFields(known));
  const reading = { ...readFlags(call, read), described };
  const { ignore = [], accept = [] } = read.mapping;
  return {
    ...flags,
    ...(isOfCandidates ? { ofCandidates: reading } : reading),
    mapping,
    ignore: [...(flags.ignore ?? []), ...ignore],
    accept: [...(flags.accept ?? []), ...accept],
  };
}

/** Where a mapping says how to read the file, and no flag of this call does. */
function readFlags<F extends ReadOptions>({ given }: ReadingCall<F>, { mapping: { read = {} } }: NamedMapping): object {
  const isFree = ([name]: readonly [string, unknown]) => !given.some(({ flag }) => flag === `--${kebabCase(name)}`);
  return Object.fromEntries(Object.entries(read).filter(isFree));
}

/** A mapping that the file of a project names must not let suspicions through: others may have written that file. */
function refuseAccepts<F>({ settings }: ReadingCall<F>, { name, mapping: { accept = [] } }: NamedMapping): void {
  if (accept.length === 0 || settings.find('mappings')?.level !== 'project') return;
  throw new UsageError(`The mapping ${name} of this folder's settings lets suspicions through (${accept.join(', ')})`, {
    hint: `If that is meant, name it: --mapping ${name}, or give --accept yourself.`,
  });
}
