/** Requests that break one rule each, by the rule's name; and the rules that no request can break by its form alone. */
import { codeOf } from '../../../src/platform/conditions/index.ts';
import type { Problem } from '../../../src/platform/problem.ts';
import { checkCollectionRequest, checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { FAULTY_COLLECTIONS } from '../../support/conformance/collection-conditions.ts';
import { LIMITS } from '../../support/conformance/limits.ts';
import { collectionRequest, userRequest } from '../../support/conformance/requests.ts';
import { FAULTY_USERS } from '../../support/conformance/user-conditions.ts';

type Problems = readonly Problem[];
type Sample = readonly [rule: string, problems: () => Problems];

const schedule = (candidate: object, more: object = {}): Problems =>
  checkScheduleRequest({
    Schedule: { AssessmentExtId: 'A-1', StartDateTime: '2027-01-11T08:00:00Z', GroupExtId: 'G-1', GroupName: 'Group' },
    Candidates: [{ CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'a@b.nl', ...candidate }],
    ...more,
  }).problems;

const OTHERS: Readonly<Record<string, () => Problems>> = {
  'schedule-request.body.empty': () => checkScheduleRequest({ Schedule: {}, Candidates: [] }).problems,
  'candidate.reasonable-adjustment-percentage.range': () =>
    schedule({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 1000 }),
  'candidate.reasonable-adjustment-percentage.type': () =>
    schedule({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: '20' }),
  'candidate.reasonable-adjustment-percentage.without-special-needs': () =>
    schedule({ SpecialNeeds: 'false', ReasonableAdjustmentPercentage: 20 }),
  'candidate.attempt-ext-id.missing': () => schedule({}, { Workflow: 'EXTERNAL_ATTEMPTS' }),
  'candidate.attempt-ext-id.not-allowed': () => schedule({ AttemptExtId: 'a' }),
  'user.reasonable-adjustment-percentage.without-special-needs': () =>
    checkUserRequest(userRequest({ ReasonableAdjustmentPercentage: 20 })).problems,
  'user.body.empty': () => checkUserRequest({}).problems,
  'user.body.type': () => checkUserRequest([]).problems,
};

/** The reasons why a request with a valid form can break these rules: they depend on the state. */
export const STATE_RULES: Readonly<Record<string, readonly string[]>> = {
  'what is in the store': [
    'schedule.not-found',
    'schedule.activated',
    'schedule.hierarchy.not-found',
    'schedule.hierarchy.inactive',
    'schedule.workflow.differs',
    'schedule.schedule-ext-id.duplicate',
    'schedule.assessment.not-found',
    'schedule.end-date-time.too-early',
    'schedule.proctoring-template.not-found',
    'candidate.adjustment.exceeds-window',
    'candidate.user-name.taken',
    'review-session.not-found',
    'collection.owner.not-found',
    'collection.owner.not-permitted',
    'collection.external-id.taken',
    'collection.taxonomy.not-found',
    'collection.repository.not-found',
    'collection.repository.not-a-repository',
    'collection.repository.not-published',
    'collection.repository.no-access',
    'user.root-hierarchy.not-found',
    'user.hierarchy.not-found',
    'user.hierarchy.permissions',
    'user.hierarchy.inactive',
    'user.not-found',
    'user.external-id.taken',
    'user.user-name.taken',
    'user.synchronization-key.taken',
    'user.role.not-found',
    'invigilators.schedule.not-found',
    'invigilators.schedule.archived',
    'invigilators.schedule.finished',
    'invigilators.user.not-invigilator',
  ],
  "the platform's settings and roles": [
    'schedule.owner.not-set',
    'schedule.owner.not-permitted',
    'collection.owner.not-set',
    'user.external-id.required',
    'user.role.required',
  ],
  'the world outside': ['user.photo.not-loaded'],
  'a path and a plain array, which are no resource with fields': [
    'invigilators.body.empty',
    'invigilators.body.no-valid-id',
    'invigilators.schedule-ext-id.required',
  ],
};

const ofState = new Set(Object.values(STATE_RULES).flat());
const tooLong = (name: string, check: (change: object) => Problems): Sample[] =>
  LIMITS.filter(({ resource, rule }) => resource === name && codeOf(rule) !== null).map(
    ({ field, max, make, rule }) => [rule, () => check({ [field]: make(max + 1) })],
  );

/** Requests with an invalid form: those of the conformance suite, and those that it cannot send. */
export const FORM_SAMPLES: readonly Sample[] = [
  ...Object.entries(OTHERS),
  ...FAULTY_USERS.map(({ rule, request }): Sample => [rule, () => checkUserRequest(request).problems]),
  ...FAULTY_COLLECTIONS.map(({ rule, request }): Sample => [rule, () => checkCollectionRequest(request).problems]),
  ...tooLong('user', (change) => checkUserRequest(userRequest(change)).problems),
  ...tooLong('collection', (change) => checkCollectionRequest(collectionRequest(change)).problems),
].filter(([rule]) => !ofState.has(rule));
