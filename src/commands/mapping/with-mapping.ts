/** Completes the flags for reading with a mapping: flags come first, then the mapping, then the settings. */

import { KINDS } from '../../bulk/kinds/kinds.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { mappedFields } from '../../bulk/kinds/read/mapped-fields.ts';
import { UsageError } from '../../errors.ts';
import { compileMapping, type NamedMapping } from '../../input/mapping/compile-mapping.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { readMapping, requireKind } from './known-mappings.ts';

type ReadingCall<F> = Pick<Call<F>, 'flags' | 'settings' | 'given'>;

/** Throws a UsageError about a mapping that cannot be read, that has a fault, or that is for another kind. */
export async function withMapping<F extends ReadOptions>(call: ReadingCall<F>, kind: KindName): Promise<F> {
  const { flags, settings } = call;
  const named = (settings.find('mappings')?.value ?? {}) as Readonly<Record<string, string>>;
  const ofSettings = Object.hasOwn(named, kind) ? kind : undefined;
  const mapping = flags.mapping ?? ofSettings;
  if (mapping === undefined) return flags;
  const read = await readMapping(call, mapping);
  requireKind(read, kind);
  if (flags.mapping === undefined) refuseAccepts(call, read);
  const described = await compileMapping(read, mappedFields(KINDS[kind]));
  const { ignore = [], accept = [] } = read.mapping;
  return {
    ...flags,
    ...readFlags(call, read),
    mapping,
    described,
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
