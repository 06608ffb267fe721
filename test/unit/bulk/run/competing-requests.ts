/** Random requests of all kinds that compete for the same user names, keys, groups and schedules. Some are invalid. */
import fc from 'fast-check';
import { ownValue } from '../../../../src/base/own-value.ts';
import type { Answer } from '../../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../../src/platform/service.ts';
import {
  asRequest,
  candidate,
  collectionRequest,
  scheduleRequest,
  userRequest,
} from '../../../support/conformance/requests.ts';

export interface Mixed {
  readonly key: string | null;
  readonly request: object;
}

const optional = <T>(...values: T[]) => fc.constantFrom(undefined, null, ...values);
const ids = fc.constantFrom('m-1', 'm-2', 'm-3', 'm-4', 'm-5', 'u-7');
const names = optional('one', 'two', 'three', 'm-4', 'author.one');
const passwords = optional('secret', 'longer-secret', 'the-longest-secret');
const groups = fc.constantFrom('LAW-1', 'LAW-2', 'CLOSED', 'NOWHERE');
const schedules = fc.constantFrom('S-1', 'S-2', 'S-3', 'S-DRAFT', 'S-ACTIVATED');
const KEYS = ['6F9619FF-8B86-D011-B42D-00C04FC964FF', '6f9619ff-8b86-d011-b42d-00c04fc964ff'];

const users = fc
  .record({
    ExternalId: ids,
    // An empty name is invalid.
    FirstName: fc.constantFrom('Ada', 'Ada', 'Augusta', 'Ada', ''),
    UserName: names,
    SynchronizationKey: optional(...KEYS, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'),
    City: optional('London'),
    Password: passwords,
    Role: optional('Candidate', 'Author', 'NOBODY'),
    SpecialNeeds: optional(true, false),
    ReasonableAdjustmentPercentage: optional(25),
    DisableLogin: optional(true, false),
    Hierarchies: fc.uniqueArray(
      fc.record({
        ExternalId: groups,
        Action: fc.constantFrom('UPSERT', 'DELETE'),
        IsCoordinator: optional(true),
      }),
      { maxLength: 2, selector: ({ ExternalId }) => ExternalId },
    ),
  })
  .map((changes): Mixed => ({ key: changes.ExternalId, request: userRequest(withoutUndefined(changes)) }));

const candidates = fc.uniqueArray(fc.record({ CandidateExtId: ids, UserName: names, Password: passwords }), {
  maxLength: 3,
  selector: ({ CandidateExtId }) => CandidateExtId,
});

const pushes = fc.record({ id: schedules, GroupExtId: groups, Upsert: fc.boolean(), people: candidates }).map(
  ({ id, GroupExtId, Upsert, people }): Mixed => ({
    key: id,
    request: scheduleRequest({
      schedule: { ScheduleExtId: id, GroupExtId },
      candidates: people.map((person) => candidate(withoutUndefined(person))),
      top: { Upsert },
    }),
  }),
);

const collections = fc
  .record({ ExternalId: optional('C-1', 'C-2'), Owner: optional('author.one', 'two') })
  .map(
    (changes): Mixed => ({ key: changes.ExternalId ?? null, request: collectionRequest(withoutUndefined(changes)) }),
  );

const removals = fc
  .record({ ScheduleExtId: schedules, UserExtId: fc.constantFrom('u-7', 'u-8', 'm-1') })
  .map((request): Mixed => ({ key: `${request.ScheduleExtId}/${request.UserExtId}`, request }));

/** Lists of at most `most` requests. */
export function sequences(most: number): fc.Arbitrary<Mixed[]> {
  const request = fc.oneof(
    { weight: 5, arbitrary: users },
    { weight: 5, arbitrary: pushes },
    { weight: 1, arbitrary: collections },
    { weight: 1, arbitrary: removals },
  );
  return fc.array(request, { minLength: 1, maxLength: most, size: 'max' });
}

export function send(service: AssessmentService, request: object): Promise<Answer<unknown>> {
  if ('Schedule' in request) return service.pushSchedule(asRequest(request));
  if ('Title' in request) return service.addCollection(asRequest(request));
  if ('UserExtId' in request)
    return service.removeInvigilators(String(ownValue(request, 'ScheduleExtId')), [String(request.UserExtId)]);
  return service.saveUser(asRequest(request));
}

export function withoutPasswords({ key, request }: Mixed): Mixed {
  return {
    key,
    request: JSON.parse(JSON.stringify(request, (name, value) => (name === 'Password' ? undefined : value))),
  };
}

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
