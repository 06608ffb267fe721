/** Finds out whether a request has only values of the stored schedule. A list that comes from the platform changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { ScheduleEntity } from '../../platform/entities.ts';
import {
  type Candidate,
  DEFAULTED_FIELDS,
  type DefaultedField,
  type Schedule,
  type ScheduleRequest,
} from '../../platform/resources/schedule.ts';
import { mergeFields, omit } from '../merge.ts';
import { mergeCandidate } from './candidates.ts';

const TIMES = ['StartDateTime', 'EndDateTime'] as const;

/** The schedule with the stored text of each time that is the same moment: a moment can be written in several ways. */
export function withStoredTimes(existing: ScheduleEntity | undefined, schedule: Schedule): Schedule {
  const same = TIMES.flatMap((name) => {
    const [given, stored] = [schedule[name], existing?.Schedule[name]];
    return given && stored && Date.parse(given) === Date.parse(stored) ? [[name, stored] as const] : [];
  });
  return same.length === 0 ? schedule : { ...schedule, ...Object.fromEntries(same) };
}

/** Whether each field of the request has the stored value, also if the platform filled it in. */
export function hasStoredFields(existing: ScheduleEntity | undefined, { Schedule }: ScheduleRequest): boolean {
  if (existing === undefined) return false;
  return isAsStored(existing, mergeFields<Schedule>(existing.Schedule, Schedule));
}

function isAsStored(existing: ScheduleEntity, schedule: Schedule): boolean {
  return isDeepStrictEqual(withStoredTimes(existing, schedule), existing.Schedule);
}

/** The stored schedule without its default values. */
export function chosenFields(existing: ScheduleEntity | undefined): Schedule | undefined {
  return existing && omit(existing.Schedule, ...(existing.Defaulted ?? []));
}

/**
 * The fields whose values are defaults. A request that names exactly the stored values, defaults as well, changes
 * nothing: such a list is an export of the platform.
 */
export function defaultedFields(
  chosen: Schedule,
  schedule: Schedule,
  existing: ScheduleEntity | undefined,
): DefaultedField[] {
  if (existing !== undefined && isAsStored(existing, schedule)) return existing.Defaulted ?? [];
  return DEFAULTED_FIELDS.filter((name) => (chosen[name] ?? '') === '' && schedule[name] !== undefined);
}

/** Whether the workflow and the candidates of the request are as stored. Passwords belong to the users. */
export function hasStoredCandidates(existing: ScheduleEntity, { Workflow, Candidates }: ScheduleRequest): boolean {
  if ((Workflow ?? existing.Workflow) !== existing.Workflow) return false;
  const stored = new Map<string, Candidate>(existing.Candidates.map((one) => [one.CandidateExtId, one]));
  return Candidates.every((candidate) => {
    const known = stored.get(candidate.CandidateExtId);
    return known !== undefined && isDeepStrictEqual(mergeCandidate(known, candidate), known);
  });
}
