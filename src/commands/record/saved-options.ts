/** The part of a command's flags from which a run can be resumed. */
import type { BulkFlags } from '../options/bulk-options.ts';
import type { TargetChoice } from '../options/target-options.ts';

/** As JSON: without what only this call wanted, such as files to write. */
export function saveFlags(flags: BulkFlags): Readonly<Record<string, unknown>> {
  const { format, delimiter, encoding, timezone, fix, mapFile, map, ...sending } = flags;
  const { skipInvalid, concurrency, expect, maxChanges } = sending;
  const read = { format, delimiter, encoding, timezone, fix, mapFile };
  return { ...read, skipInvalid, concurrency, expect, maxChanges, ...(map ? { map: [...map] } : {}) };
}

/** How a remote is spoken to: its token is in no record, but the name of the file that holds it may be. */
export function saveRemote(target: TargetChoice): { readonly remote?: object } {
  if (target.kind === 'local') return {};
  const { kind: _kind, baseUrl: _where, ...remote } = target;
  return { remote };
}

/** Options given now take precedence over saved ones. */
export function restoreFlags(saved: unknown, now: BulkFlags): BulkFlags {
  const { map, ...then } = (saved ?? {}) as Omit<BulkFlags, 'map'> & { map?: readonly (readonly [string, string])[] };
  return { ...then, ...(map ? { map: new Map(map) } : {}), ...now };
}

/** All files on whose content a run depends; none where its records come from no file. */
export function inputsOf(files: readonly string[], { mapFile }: BulkFlags): string[] {
  return files.length > 0 && mapFile !== undefined ? [...files, mapFile] : [...files];
}
