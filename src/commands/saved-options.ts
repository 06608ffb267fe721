/** The part of a command's flags from which a run can be gone on with. */
import type { BulkFlags } from './bulk-options.ts';

/** As JSON: without what only this call wanted, such as files to write and guards of the plan. */
export function saveFlags(flags: BulkFlags): Readonly<Record<string, unknown>> {
  const { format, delimiter, encoding, timezone, fix, mapFile, map, skipInvalid } = flags;
  return { format, delimiter, encoding, timezone, fix, mapFile, skipInvalid, ...(map ? { map: [...map] } : {}) };
}

/** What is given now comes before what was given then. */
export function restoreFlags(saved: unknown, now: BulkFlags): BulkFlags {
  const { map, ...then } = (saved ?? {}) as Omit<BulkFlags, 'map'> & { map?: readonly (readonly [string, string])[] };
  return { ...then, ...(map ? { map: new Map(map) } : {}), ...now };
}
