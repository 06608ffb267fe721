/** A schedule's candidates become users: what a request changes of users who exist already is told of each of them. */
import { describe, expect, it } from 'vitest';
import { candidate, upsertRequest, userRequest } from '../../support/conformance/requests.ts';
import { createTestEngine } from './test-engine.ts';

const IDS = ['c-1', 'c-2', 'c-3'];

function person(id: string, changes: object = {}): object {
  return candidate({ CandidateExtId: id, Email: `${id}@example.edu`, Password: `secret-${id}`, ...changes });
}

function listed(of: (id: string) => object = () => ({}), schedule: object = {}) {
  return upsertRequest({ schedule, candidates: IDS.map((id) => person(id, of(id))) });
}

/** The changes as field, person, and values, without the summary of the candidates. */
function told(changes: Awaited<ReturnType<typeof createTestEngine>>['lastEffect'] extends () => infer E ? E : never) {
  return changes.changes.map(({ field, candidate: who, before, after }) => [field, who?.CandidateExtId, before, after]);
}

describe('the changes of a schedule whose users differ', () => {
  it('name each of these users, where nothing else changes and where something else does', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(listed());
    const drift = async () => {
      await service.saveUser(userRequest({ ExternalId: 'c-1', FirstName: 'Other' }));
      await service.saveUser(userRequest({ ExternalId: 'c-2', UserName: 'other' }));
    };
    const users = [
      ['FirstName', 'c-1', 'Other', 'Ada'],
      ['UserName', 'c-2', 'other', 'c-2'],
    ];
    const summary = ['Candidates', undefined, '3', '3, 2 of them new or changed'];
    await drift();
    await service.pushSchedule(listed((id) => ({ UserName: id })));
    const own = ['c-1', 'c-2', 'c-3'].map((id) => ['UserName', id, undefined, id]);
    expect(told(lastEffect())).toEqual([
      ['Candidates', undefined, '3', '3, 3 of them new or changed'],
      ...[own[0], users[0], own[1], users[1], own[2]],
    ]);
    await drift();
    await service.pushSchedule(listed((id) => ({ UserName: id })));
    expect(told(lastEffect())).toEqual([summary, ...users]);
    await drift();
    await service.pushSchedule(listed((id) => ({ UserName: id }), { Title: 'New' }));
    const title = ['Title', undefined, 'Contract law 2027-03-01', 'New'];
    expect(told(lastEffect())).toEqual([summary, ...users, title]);
  });

  it('name those whose password is new, without it', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(listed());
    await service.pushSchedule(listed((id) => ({ Password: `new-${id}` }), { Title: 'New' }));
    expect(told(lastEffect()).slice(0, 4)).toEqual([
      ['Candidates', undefined, '3', '3, 3 of them new or changed'],
      ...IDS.map((id) => ['Password', id, undefined, undefined]),
    ]);
    expect(JSON.stringify(lastEffect())).not.toContain('new-c');
  });

  it('have a change of both the candidate and the user once', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(listed(() => ({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 10 })));
    await service.pushSchedule(
      listed((id) => ({
        Email: id === 'c-2' ? 'new@example.edu' : `${id}@example.edu`,
        ...{ SpecialNeeds: id === 'c-3' ? 'false' : 'true', ReasonableAdjustmentPercentage: id === 'c-3' ? null : 10 },
      })),
    );
    expect(told(lastEffect())).toEqual([
      ['Candidates', undefined, '3', '3, 2 of them new or changed'],
      ['Email', 'c-2', 'c-2@example.edu', 'new@example.edu'],
      ['SpecialNeeds', 'c-3', 'true', 'false'],
      ['ReasonableAdjustmentPercentage', 'c-3', 10, undefined],
    ]);
  });
});

describe('a new schedule', () => {
  it('has the changes of users who are there already, and none of new ones or of those who stay as they are', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.saveUser(userRequest({ ExternalId: 'c-1', Email: 'c-1@example.edu', UserName: 'ada' }));
    await service.saveUser(userRequest({ ExternalId: 'c-2', Email: 'c-2@example.edu' }));
    await service.pushSchedule(
      upsertRequest({
        candidates: [person('c-1', { UserName: 'new', Password: undefined }), person('c-2', { UserName: null })],
      }),
    );
    expect(lastEffect().action).toBe('create');
    expect(told(lastEffect())).toEqual([
      ['Candidates', undefined, undefined, '2, 2 of them known and changed'],
      ['UserName', 'c-1', 'ada', 'new'],
      ['UserName', 'c-2', undefined, 'c-2'],
      ['Password', 'c-2', undefined, undefined],
    ]);
    await service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: 'S-2' }, candidates: [person('c-3')] }));
    await service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: 'S-3' }, candidates: [person('c-3')] }));
    expect(lastEffect()).toEqual({ action: 'create', changes: [] });
  });

  it('names at most 100 of them, and says how many there are', async () => {
    const { service, lastEffect } = await createTestEngine();
    const candidates = (FirstName: string) =>
      Array.from({ length: 150 }, (_, at) => person(`c-${at}`, { FirstName, Password: undefined }));
    await service.pushSchedule(upsertRequest({ candidates: candidates('Ada') }));
    await service.pushSchedule(
      upsertRequest({ schedule: { ScheduleExtId: 'S-2' }, candidates: candidates('Augusta') }),
    );
    const { changes } = lastEffect();
    expect(changes[0]).toEqual({ field: 'Candidates', after: '150, 150 of them known and changed' });
    expect(changes).toHaveLength(101);
  });
});
