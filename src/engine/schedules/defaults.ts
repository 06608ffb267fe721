/** Which fields of a schedule were chosen, and which the platform filled in and must fill in again. */
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleEntity } from '../../platform/entities.ts';
import { DEFAULTED_FIELDS, type DefaultedField, type Schedule } from '../../platform/resources/schedule.ts';
import { omit } from '../rules/merge.ts';

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
