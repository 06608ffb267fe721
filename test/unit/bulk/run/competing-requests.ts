/** Random requests of all kinds that compete for the same user names, keys, groups and schedules. Some are invalid. */
import fc from 'fast-check';
import { candidate, collectionRequest, scheduleRequest, userRequest } from '../../../support/conformance/requests.ts';

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
    Hierarchies: fc.uniqueArray(fc.record({ ExternalId: groups, Action: fc.constantFrom('UPSERT', 'DELETE') }), {
      maxLength: 2,
      selector: ({ ExternalId }) => ExternalId,
    }),
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

export function withoutPasswords({ key, request }: Mixed): Mixed {
  return {
    key,
    request: JSON.parse(JSON.stringify(request, (name, value) => (name === 'Password' ? undefined : value))),
  };
}

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
