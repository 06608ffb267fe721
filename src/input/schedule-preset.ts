/** What the command line says of every schedule request. */
import { ownValue } from '../contract/own-value.ts';
import type { Schedule } from '../contract/schedule.ts';
import { deriveScheduleExtId } from './schedule-id.ts';

/** Takes the place of what a file says. */
export interface SchedulePreset {
  readonly Workflow?: string;
  readonly Upsert?: true;
  readonly Schedule: Partial<Record<keyof Schedule, unknown>>;
}

/** The request with what the command line says, and with an id where its schedule has none. */
export function applyPreset(request: Record<string, unknown>, preset: SchedulePreset): Record<string, unknown> {
  const { Schedule: fields, ...top } = preset;
  const given = ownValue(request, 'Schedule');
  const schedule = isRecord(given) ? { ...given, ...fields } : { ...fields };
  if (Object.keys(schedule).length === 0) return { ...request, ...top };
  return { ...request, ...top, Schedule: { ...schedule, ScheduleExtId: idOf(schedule) } };
}

/** The id that a schedule gives itself, or the one that follows from its fields. An empty text is an id that is wrong. */
export function idOf(schedule: Record<string, unknown>): unknown {
  return schedule['ScheduleExtId'] ?? deriveScheduleExtId(schedule);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
