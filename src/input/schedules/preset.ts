/** Values from the command line for every schedule request. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import { kebabCase, type Resource } from '../../platform/fields/field.ts';
import { type Path, type Problem, problem } from '../../platform/problem.ts';
import {
  candidateResource,
  type Schedule,
  scheduleRequestResource,
  scheduleResource,
} from '../../platform/resources/schedule.ts';
import { deriveScheduleExtId } from '../generated-ids.ts';
import type { Defaults } from '../values/conversion.ts';
import { fillEmpty } from '../values/defaults.ts';

/** Values that replace the values of a file. */
export interface SchedulePreset {
  readonly Workflow?: string | undefined;
  readonly Upsert?: true | undefined;
  readonly Schedule: Partial<Record<keyof Schedule, unknown>>;
}

/** Returns the request with the values of the command line, and with an id if its schedule has none. */
export function applyPreset(request: Record<string, unknown>, preset: SchedulePreset): Record<string, unknown> {
  const { Schedule: fields, ...top } = preset;
  const given = ownValue(request, 'Schedule');
  const schedule = isObject(given) ? { ...given, ...fields } : { ...fields };
  if (Object.keys(schedule).length === 0) return { ...request, ...top };
  return { ...request, ...top, Schedule: { ...schedule, ScheduleExtId: idOf(schedule) } };
}

/** Returns the request with the defaults for fields that its schedule and its candidates do not have. */
export function applyDefaults(
  request: Record<string, unknown>,
  defaults: Defaults | undefined,
): Record<string, unknown> {
  if (defaults === undefined) return request;
  const filled = (value: unknown, resource: Resource) => {
    if (!isObject(value)) return value;
    const record = { ...value };
    fillEmpty(record, resource, defaults);
    return record;
  };
  const [Schedule, Candidates] = [ownValue(request, 'Schedule'), ownValue(request, 'Candidates')];
  return {
    ...request,
    ...(Schedule === undefined ? {} : { Schedule: filled(Schedule, scheduleResource) }),
    ...(Array.isArray(Candidates) ? { Candidates: Candidates.map((one) => filled(one, candidateResource)) } : {}),
  };
}

/** Returns a warning for each value of a request that a flag replaces with a different one. */
export function findOverridden(request: unknown, { Schedule: fields, ...top }: SchedulePreset): Problem[] {
  return [
    ...overriddenIn(request, top, scheduleRequestResource, []),
    ...overriddenIn(ownValue(request, 'Schedule'), fields, scheduleResource, ['Schedule']),
  ];
}

function overriddenIn(given: unknown, preset: object, { name: resource }: Resource, parent: Path): Problem[] {
  return Object.entries(preset).flatMap(([name, value]) => {
    const own = ownValue(given, name);
    if (own === undefined || own === null || own === '' || isDeepStrictEqual(own, value)) return [];
    const flag = kebabCase(name);
    const message = `--${flag} decides, and the ${name} that the file gives here is not sent`;
    return [problem({ path: [...parent, name], rule: `${resource}.${flag}.overridden`, message })];
  });
}

/** Returns the id of a schedule, or else an id made from its fields. An empty text is an id too, which is not valid. */
export function idOf(schedule: Record<string, unknown>): unknown {
  return schedule['ScheduleExtId'] ?? deriveScheduleExtId(schedule);
}
