/** Requests to the base platform, made from the fields of the contract. */
import fc from 'fast-check';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import { candidateResource, scheduleResource } from '../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';
import { goodRecord, type Known, spoiltRecord } from './field-arbitraries.ts';

/** Names of entries of the base platform, so that not all valid requests are refused for their references. */
const KNOWN_OF_SCHEDULES: Known = {
  AssessmentExtId: ['LAW-101', 'PRO-1', 'SLOW-1'],
  ScheduleExtId: ['S-1', 'S-2', 'S-DRAFT', 'S-ACTIVATED'],
  GroupExtId: ['LAW-1', 'LAW-2', 'LAW-1', 'CLOSED'],
  ScheduleGroupExtId: ['LAW-2', 'ROOT'],
  EndDateTime: ['9999-12-31T23:59:59.999Z', '2027-04-01T00:00:00Z'],
  StartDateTime: ['2027-03-01T09:00:00Z', '2027-03-01T10:00:00.000Z'],
  Owner: ['scheduler.one', 'planner.one', 'scheduler.one', 'author.one'],
  ProctoringServiceTemplateExternalId: ['PT1', 'PT2'],
};

const KNOWN_OF_CANDIDATES: Known = {
  CandidateExtId: ['c-1', 'c-2', 'c-3', 'u-1'],
  UserName: ['ada', 'augusta', 'c-1', 'scheduler.one'],
  AttemptExtId: [undefined, null],
};

const KNOWN_OF_USERS: Known = {
  ExternalId: ['u-1', 'u-2', 'LAW-1', 'LAW-2', 'NOWHERE'],
  UserName: ['ada', 'augusta', 'scheduler.one'],
  Role: ['Candidate', 'Author', 'Candidate', 'Nobody'],
};

const KNOWN_OF_COLLECTIONS: Known = {
  ExternalId: ['TAX1', 'LO1', 'LO5'],
  Owner: ['scheduler.one', 'author.one'],
  LoRepositoryExternalIds: [undefined, null, []],
};

/** Upsert, Workflow and the rest of the request's top level around a schedule and candidates. */
function around(
  schedule: fc.Arbitrary<unknown>,
  candidate: fc.Arbitrary<unknown>,
  Workflow: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc.record(
    {
      Workflow,
      Upsert: fc.constantFrom(true, false, true, null),
      Schedule: schedule,
      Candidates: fc.array(candidate, { maxLength: 3 }),
    },
    { requiredKeys: ['Schedule', 'Candidates'] },
  );
}

const goodSchedule = goodRecord(scheduleResource, KNOWN_OF_SCHEDULES);
const goodCandidate = goodRecord(candidateResource, KNOWN_OF_CANDIDATES);
const workflow = fc.constantFrom('DEFAULT', null, 'EXTERNAL_ATTEMPTS', 'DEFAULT');

/** Bodies that are not records. */
const oddBody: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, undefined, [], {}),
);

export const scheduleRequests: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: around(goodSchedule, goodCandidate, workflow) },
  { weight: 3, arbitrary: around(spoiltRecord(scheduleResource, KNOWN_OF_SCHEDULES), goodCandidate, workflow) },
  { weight: 3, arbitrary: around(goodSchedule, spoiltRecord(candidateResource, KNOWN_OF_CANDIDATES), workflow) },
  { weight: 1, arbitrary: around(goodSchedule, fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 1 })) },
  { weight: 1, arbitrary: oddBody },
);

export const userRequests: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: goodRecord(userResource, KNOWN_OF_USERS) },
  { weight: 5, arbitrary: spoiltRecord(userResource, KNOWN_OF_USERS) },
  { weight: 1, arbitrary: oddBody },
);

export const collectionRequests: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: goodRecord(collectionResource, KNOWN_OF_COLLECTIONS) },
  { weight: 5, arbitrary: spoiltRecord(collectionResource, KNOWN_OF_COLLECTIONS) },
  { weight: 1, arbitrary: oddBody },
);

/** Valid requests: an upsert of a schedule with candidates, and users and collections, all with these ids. */
export function goodUpserts(id: string, candidateIds: readonly string[]): fc.Arbitrary<unknown> {
  const schedule = goodRecord(scheduleResource, { ...KNOWN_OF_SCHEDULES, ScheduleExtId: [id] });
  const known = { ...KNOWN_OF_CANDIDATES, CandidateExtId: candidateIds, UserName: [undefined] };
  const Candidates = fc.uniqueArray(goodRecord(candidateResource, known), {
    maxLength: candidateIds.length,
    selector: (candidate) => candidate['CandidateExtId'],
  });
  return fc.record({ Upsert: fc.constant(true), Schedule: schedule, Candidates });
}

export function goodUsers(id: string): fc.Arbitrary<unknown> {
  const known = { ...KNOWN_OF_USERS, UserName: [`name.${id}`, undefined, null] };
  return goodRecord(userResource, known).map((user) => ({ ...user, ExternalId: id }));
}

export function goodCollections(id: string): fc.Arbitrary<unknown> {
  return goodRecord(collectionResource, KNOWN_OF_COLLECTIONS).map((collection) => ({ ...collection, ExternalId: id }));
}
