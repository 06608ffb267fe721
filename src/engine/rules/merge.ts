/**
 * An update: fields that are absent (or undefined, which no wire carries) keep their stored value, `null` clears.
 * Both are checked records: their names are the contract's, so none of them is special to an object.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleEntity } from '../../platform/entities.ts';
import { DEFAULTED_FIELDS, type DefaultedField, type Schedule } from '../../platform/resources/schedule.ts';

export function mergeFields<T extends object>(
  stored: T | undefined,
  given: object,
  leftOut: ReadonlySet<string> = NONE,
): T {
  const merged: Record<string, unknown> = { ...stored };
  const fields = given as Record<string, unknown>;
  // By names, since entries or a copy without some of them take several times as long.
  for (const name of Object.keys(fields)) {
    if (leftOut.has(name)) continue;
    const value = fields[name];
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = value;
  }
  return merged as T;
}

const NONE: ReadonlySet<string> = new Set();

/** The same without some of its fields: the record itself where it has none of them. */
export function omit<T extends object, K extends keyof T>(record: T, ...names: readonly K[]): Omit<T, K> {
  if (!names.some((name) => name in record)) return record;
  // Copied without them: an object from which something was deleted is slow for ever after.
  const left: Record<PropertyKey, unknown> = {};
  for (const name of Object.keys(record)) {
    if (!(names as readonly PropertyKey[]).includes(name)) left[name] = record[name as keyof T];
  }
  return left as Omit<T, K>;
}

/** The stored schedule without what follows from its other fields. */
export function chosenFields(existing: ScheduleEntity | undefined): Schedule | undefined {
  return existing && omit(existing.Schedule, ...(existing.Defaulted ?? []));
}

/**
 * The fields that a schedule has although it was not chosen what stands in them. Naming what stands there already changes
 * nothing: a list that was made of what the platform shows is the schedule as it is.
 */
export function defaultedFields(
  chosen: Schedule,
  schedule: Schedule,
  existing: ScheduleEntity | undefined,
): DefaultedField[] {
  if (existing !== undefined && isDeepStrictEqual(schedule, existing.Schedule)) return existing.Defaulted ?? [];
  return DEFAULTED_FIELDS.filter((name) => (chosen[name] ?? '') === '' && schedule[name] !== undefined);
}
