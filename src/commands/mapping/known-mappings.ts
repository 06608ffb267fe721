/** Finds a mapping: a file, a name of the settings, or a preset. Lists and shows those with a name. */
import { existsSync } from 'node:fs';
import { hintOfNames } from '../../base/closest.ts';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { UsageError } from '../../errors.ts';
import { type NamedMapping, parseMapping } from '../../input/mapping/compile-mapping.ts';
import { PRESETS } from '../../input/mapping/presets.ts';
import { readSmallFile } from '../../input/open-file.ts';
import type { Call } from '../options/call.ts';
import { presentRows } from '../present-result.ts';

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
