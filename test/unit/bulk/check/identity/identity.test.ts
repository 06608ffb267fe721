/** One person with two ids, and two people with one address, within a list, and in a list and a store. */
import { describe, expect, it } from 'vitest';
import { createStorePeople } from '../../../../../src/bulk/check/identity/store-people.ts';
import { candidateKind } from '../../../../../src/bulk/kinds/candidates.ts';
import { scheduleKind } from '../../../../../src/bulk/kinds/schedules.ts';
import { userKind } from '../../../../../src/bulk/kinds/users.ts';
import type { UserEntity } from '../../../../../src/platform/entities.ts';
import type { Person } from '../../../../../src/platform/fields/person.ts';
import { candidate, scheduleRequest, userRequest } from '../../../../support/conformance/requests.ts';
import { findingsIn } from '../drafts.ts';

const ADA = { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu', DateOfBirth: '2001-05-31' };
const user = (ExternalId: string, changes: object = {}) => userRequest({ ...ADA, ExternalId, ...changes });
const NONE = 'none';

describe('in a list of users', () => {
  it.each([
    ['the same person', {}, 'user.external-id.same-person'],
    [
      'the same person with other accents and in capitals',
      { FirstName: 'ÁDA', Email: 'ADA@example.edu' },
      'user.external-id.same-person',
    ],
    ['another person with the same address', { FirstName: 'Eva' }, 'user.email.shared'],
    ['a twin with another address', { FirstName: 'Eva', Email: 'eva@example.edu' }, NONE],
    ['a person of the same name', { Email: 'ada2@example.edu', DateOfBirth: '1999-01-01' }, NONE],
    ['a person of the same name without an address', { Email: undefined, DateOfBirth: '1999-01-01' }, NONE],
  ])('the second user is %s', async (_, changes, rule) => {
    const findings = await findingsIn(userKind, [user('u-1'), user('u-2', changes)]);
    expect(findings.map((finding) => [finding.severity, finding.line, finding.rule])).toEqual(
      rule === NONE ? [] : [['warning', 3, rule]],
    );
    for (const { message } of findings) expect(message).toContain('in line 2');
  });

  it('without e-mail addresses, name and birth date identify a person', async () => {
    const users = ['u-1', 'u-2'].map((id) => user(id, { Email: undefined }));
    expect(await findingsIn(userKind, users)).toMatchObject([{ line: 3, rule: 'user.external-id.same-person' }]);
  });
});

it('in sittings and lists of candidates, an id may be repeated, but one person with two ids gets a warning', async () => {
  const [one, two] = [candidate({ CandidateExtId: 'c-1' }), candidate({ CandidateExtId: 'c-2' })];
  const sitting = (ScheduleExtId: string, who: object, day: number) =>
    scheduleRequest({ schedule: { ScheduleExtId, StartDateTime: `2027-03-0${day}T09:00:00.000Z` }, candidates: [who] });
  const kind = { ...scheduleKind, now: () => 0 };
  expect(await findingsIn(kind, [sitting('S-1', one, 1), sitting('S-2', one, 2)])).toEqual([]);
  const rule = 'candidate.candidate-ext-id.same-person';
  expect(await findingsIn(kind, [sitting('S-1', one, 1), sitting('S-2', two, 2)])).toMatchObject([{ line: 3, rule }]);
  expect(await findingsIn(candidateKind, [one, two])).toMatchObject([{ line: 3, rule }]);
});

describe('a store finds the conflicts of a person', () => {
  const users: readonly (Person & { readonly ExternalId: string })[] = [
    { ...ADA, ExternalId: 'u-1', UserName: 'ada' },
    { ...ADA, ExternalId: 'u-2', FirstName: 'Eva' },
    { ...ADA, ExternalId: 'u-4', DateOfBirth: '1971-05-31' },
    { FirstName: 'Bob', LastName: 'Baker', ExternalId: 'u-3', UserName: 'bob' },
    { FirstName: 'Cleo', LastName: 'Carter', ExternalId: 'u-5', Email: 'cleo@example.edu' },
  ];
  const ofAda = (id: string) => [`renumbered ${id} A••••• L•••••`];

  it.each([
    ['a new id of a known person', 'n-1', ADA, ofAda('u-1')],
    ['a person without a birth date in the list', 'n-1', { ...ADA, DateOfBirth: undefined }, ofAda('u-1')],
    [
      'a name with other letters and a date in another form',
      'n-1',
      { ...ADA, FirstName: 'ADÁ', DateOfBirth: '20010531' },
      ofAda('u-1'),
    ],
    ['a parent of the same name', 'n-1', { ...ADA, DateOfBirth: '1971-05-31' }, ofAda('u-4')],
    ['not for the known id itself', 'u-1', ADA, []],
    ['not for the known id of a person who shares the address', 'u-2', { ...ADA, FirstName: 'Eva' }, []],
    ['not for a child of the same name and address', 'n-1', { ...ADA, DateOfBirth: '2021-05-31' }, []],
    ['not for a person without an address', 'n-1', { FirstName: 'Bob', LastName: 'Baker' }, []],
    ['not for an address that several people share', 'n-1', { ...ADA, FirstName: 'Zoe' }, []],
    [
      'the address of one person with another name',
      'n-1',
      { FirstName: 'Zoe', Email: 'CLEO@example.edu' },
      ['email u-5 C••••• C•••••'],
    ],
    ['the user name of another id', 'n-1', { FirstName: 'Zoe', UserName: 'bob' }, ['user-name u-3 B••••• B•••••']],
    ['one conflict with one person', 'n-1', { ...ADA, UserName: 'ada' }, ofAda('u-1')],
    [
      'two conflicts with two people',
      'n-1',
      { ...ADA, UserName: 'bob' },
      [...ofAda('u-1'), 'user-name u-3 B••••• B•••••'],
    ],
  ])('%s', async (_, id, person, expected) => {
    const { conflicts } = createStorePeople({ ids: async () => [], like: async () => users as UserEntity[] });
    const [found = []] = await conflicts([{ id, person }]);
    expect(found.map((one) => `${one.kind} ${one.id} ${one.who}`)).toEqual(expected);
  });
});
