/** The checks of each kind of record: the form of one, and what several must not share. */
import { checkFields, failed } from '../../platform/fields/check.ts';
import { collectionResource } from '../../platform/resources/collection.ts';
import { type InvigilatorRemoval, invigilatorResource, NAME_SCHEDULE } from '../../platform/resources/invigilators.ts';
import { ownValue } from '../../base/own-value.ts';
import { type Problem, problem } from '../../platform/problem.ts';
import {
  checkCandidateRules,
  checkCollectionRequest,
  checkScheduleRequest,
  checkUserRequest,
} from '../../platform/requests.ts';
import {
  type Candidate,
  candidateResource,
  scheduleRequestResource,
  scheduleResource,
} from '../../platform/resources/schedule.ts';
import { userResource } from '../../platform/resources/user.ts';
import { alikeRule, checkAlikeCandidates, foldId } from './alike-ids.ts';
import type { DraftChecks } from './check-draft.ts';
import { createOneUserCheck } from './id-conflicts.ts';
import { createRepeatCheck, type RepeatCheck, type Uniqueness } from './repeats.ts';
import { kebabCase } from '../../platform/fields/field.ts';

export interface KindChecks<R> extends DraftChecks<R> {
  /** Made anew for each input, since they remember. */
  readonly createRepeatChecks: () => RepeatCheck[];
}

/** Schedule requests: an id stands for one schedule only. */
export const scheduleChecks = {
  resource: scheduleRequestResource,
  checkForm: checkScheduleRequest,
  createRepeatChecks: () => [
    createRepeatCheck({
      rule: 'schedule.schedule-ext-id.repeated',
      path: ['Schedule', 'ScheduleExtId'],
      keyOf: ({ key }) => key,
      alike: { rule: alikeRule(scheduleResource, 'ScheduleExtId'), fold: foldId },
    }),
    createOneUserCheck(),
    checkAlikeCandidates,
  ],
} satisfies KindChecks<unknown>;

/** Candidates without their schedule: nobody twice in one, where the file says which one. */
export function candidateChecks(workflow: string | undefined): KindChecks<Candidate> {
  return {
    resource: candidateResource,
    checkForm: (request) => {
      const candidate = withoutScheduleExtId(request);
      const form = checkFields<Candidate>(candidateResource, candidate);
      return failed([...form.problems, ...checkCandidateRules(candidate, [], workflow)]) ?? form;
    },
    createRepeatChecks: () => [
      createRepeatCheck({
        rule: 'candidate.candidate-ext-id.duplicates',
        path: ['CandidateExtId'],
        keyOf: ({ key, request }) => (key === null ? null : JSON.stringify([ownValue(request, 'ScheduleExtId'), key])),
        alike: { rule: alikeRule(candidateResource, 'CandidateExtId'), fold: foldId },
      }),
    ],
  };
}

/** Users: each with the ExternalId by which it is known, and no two with one, nor one UserName or SynchronizationKey. */
export const userChecks = {
  resource: userResource,
  checkForm: (request: unknown) => {
    const form = checkUserRequest(request);
    const hasId = textOf(ownValue(request, 'ExternalId')) !== null;
    // A value that is not a user lacks every field; one finding says so.
    const isTold = form.problems.some(({ path: [first] }) => first === undefined || first === 'ExternalId');
    return hasId || isTold ? form : (failed([...form.problems, MISSING_ID]) ?? form);
  },
  createRepeatChecks: () =>
    ['ExternalId', 'UserName', 'SynchronizationKey'].map((name) => createRepeatCheck(uniqueField('user', name))),
} satisfies KindChecks<unknown>;

export const collectionChecks = {
  resource: collectionResource,
  checkForm: checkCollectionRequest,
  createRepeatChecks: () => [createRepeatCheck({ ...uniqueField('collection', 'ExternalId'), suggestion: GIVE_IDS })],
} satisfies KindChecks<unknown>;

/** Collections without an id get one from their content. */
const GIVE_IDS = 'delete the row, or give each of the two an ExternalId of its own';

const MISSING_ID = problem({
  path: ['ExternalId'],
  rule: 'user.external-id.required',
  message: 'ExternalId is required: users of a file are known by it',
});

/** Removals: nobody twice from one schedule. */
export const invigilatorChecks = {
  resource: invigilatorResource,
  checkForm: (request: unknown) => {
    const form = checkFields<InvigilatorRemoval>(invigilatorResource, request);
    const hasNone = textOf(ownValue(request, 'ScheduleExtId')) === null;
    return (hasNone ? failed(form.problems.map(suggestSchedule)) : undefined) ?? form;
  },
  createRepeatChecks: () => [
    createRepeatCheck({
      rule: 'invigilator.user-ext-id.repeated',
      path: ['UserExtId'],
      keyOf: ({ key }) => key,
    }),
  ],
} satisfies KindChecks<unknown>;

function suggestSchedule(found: Problem): Problem {
  return found.path[0] === 'ScheduleExtId' ? { ...found, suggestion: NAME_SCHEDULE } : found;
}

/** A file of candidates says of each which schedule it is for; the candidate itself has no such field. */
function withoutScheduleExtId(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const { ScheduleExtId: _, ...candidate } = request as Record<string, unknown>;
  return candidate;
}

function uniqueField(resource: string, name: string): Uniqueness {
  return {
    rule: `${resource}.${kebabCase(name)}.repeated`,
    path: [name],
    keyOf: ({ request }) => {
      const text = textOf(ownValue(request, name));
      return name === GUID_FIELD ? (text?.toLowerCase() ?? null) : text;
    },
    ...(name !== GUID_FIELD && { alike: { rule: alikeRule({ name: resource }, name), fold: foldId } }),
  };
}

/** Guids are the same in either case. */
const GUID_FIELD = 'SynchronizationKey';

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
