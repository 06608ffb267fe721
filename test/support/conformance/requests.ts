/** Requests that the base platform accepts, and functions that put any JSON value into them. */
import type { CollectionRequest } from '../../../src/platform/resources/collection.ts';
import type { ScheduleRequest } from '../../../src/platform/resources/schedule.ts';
import type { UserRequest } from '../../../src/platform/resources/user.ts';

export const START = '2027-03-01T09:00:00.000Z';

export function candidate(changes: object = {}): object {
  return { CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu', ...changes };
}

export interface ScheduleParts {
  readonly schedule?: object;
  readonly candidates?: readonly unknown[];
  readonly top?: object;
}

export function scheduleRequest({ schedule = {}, candidates, top = {} }: ScheduleParts = {}): ScheduleRequest {
  return asRequest({
    Schedule: {
      AssessmentExtId: 'LAW-101',
      ScheduleExtId: 'S-1',
      StartDateTime: START,
      GroupExtId: 'LAW-1',
      GroupName: 'Law, year 1',
      ...schedule,
    },
    Candidates: candidates ?? [candidate()],
    ...top,
  });
}

/** A request that updates the schedule with the same id, or creates it. */
export function upsertRequest(parts: ScheduleParts = {}): ScheduleRequest {
  return scheduleRequest({ ...parts, top: { Upsert: true, ...parts.top } });
}

export function userRequest(changes: object = {}): UserRequest {
  return asRequest({ ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', ...changes });
}

export function collectionRequest(changes: object = {}): CollectionRequest {
  return asRequest({ Title: 'Collection', ...changes });
}

/** Uses any value as a request, since an implementation must check the form of requests. */
export function asRequest<R>(value: unknown): R {
  return value as R;
}

export function textOf(length: number, character = 'x'): string {
  return character.repeat(length);
}
