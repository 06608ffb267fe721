import { describe, expect, it } from 'vitest';
import { argon2Hasher } from '../../../src/engine/argon2-hasher.ts';
import type { ScheduleEntity } from '../../../src/platform/entities.ts';
import type { Effect } from '../../../src/platform/service.ts';
import { candidate, upsertRequest, userRequest } from '../../support/conformance/requests.ts';
import { createTestEngine } from './test-engine.ts';

const WHOLE = {
  ...{ Email: 'ada@example.edu', UserName: 'ada', SpecialNeeds: true, ReasonableAdjustmentPercentage: 0 },
  ...{ SynchronizationKey: '9F1B7C1E-0D2A-4C3B-8A4D-5E6F7A8B9C0D', Labels: ['a'], City: null, Password: 'secret-1' },
  Hierarchies: [{ ExternalId: 'LAW-1', IsCoordinator: true, Action: 'UPSERT' }],
};

describe('--replace-memberships', () => {
  const [LAW_1, LAW_2] = ['LAW-1', 'LAW-2'].map((ExternalId) => ({ ExternalId, IsCoordinator: true }));

  it.each([
    [
      'takes away what a row does not name, and keeps the permissions of what it names',
      [{ ExternalId: 'LAW-1' }],
      [LAW_1],
    ],
    ['takes away nothing else if a row takes a membership away', [{ ExternalId: 'LAW-1', Action: 'DELETE' }], [LAW_2]],
  ])('%s', async (_, Hierarchies, left) => {
    const { service, entity } = await createTestEngine();
    await service.saveUser(userRequest({ Hierarchies: [LAW_1, LAW_2] }));
    await service.saveUser(userRequest({ Hierarchies }), { replaceMemberships: true });
    const { ExternalId } = userRequest();
    expect((await entity('Users', ExternalId ?? ''))?.Hierarchies).toMatchObject(left);
    expect((await entity('Users', ExternalId ?? ''))?.Hierarchies).toHaveLength(left.length);
  });
});

describe('sending the same again', () => {
  it('changes nothing, with the real hash of a password', async () => {
    const { service, lastEffect, state } = await createTestEngine(undefined, { passwords: argon2Hasher });
    await service.saveUser(userRequest(WHOLE));
    expect(lastEffect()).toEqual({ action: 'create', changes: [] });
    const before = await state();
    await service.saveUser(userRequest(WHOLE));
    expect(lastEffect()).toEqual({ action: 'unchanged', changes: [] });
    expect(await state()).toEqual(before);
    await service.saveUser(userRequest({ ...WHOLE, Password: 'secret-2' }));
    expect(changedFields(lastEffect())).toEqual(['Password']);
  });

  it('of a schedule changes nothing, with a hash of a password', async () => {
    const { service, lastEffect, state } = await createTestEngine();
    const candidates = [candidate({ Password: 'secret-1' }), candidate({ CandidateExtId: 'c-2', City: null })];
    const request = upsertRequest({ schedule: { AssessmentExtId: 'PRO-1', PIN: null }, candidates });
    await service.pushSchedule(request);
    expect(lastEffect().action).toBe('create');
    const before = await state();
    await service.pushSchedule(request);
    expect(lastEffect().action).toBe('unchanged');
    expect(await state()).toEqual(before);
  });

  it('of a schedule with what the platform had filled in changes nothing', async () => {
    const { service, lastEffect, state } = await createTestEngine();
    await service.pushSchedule(upsertRequest());
    const before = await state();
    const filledIn = { Title: 'Contract law 2027-03-01', EndDateTime: '2027-03-01T12:00:00.000Z' };
    await service.pushSchedule(upsertRequest({ schedule: filledIn }));
    expect(lastEffect()).toEqual({ action: 'unchanged', changes: [] });
    expect(await state()).toEqual(before);
  });

  it('of a schedule with its default end, written in another way, leaves it a default that moves with the start', async () => {
    const { service, state } = await createTestEngine();
    await service.pushSchedule(upsertRequest());
    await service.pushSchedule(upsertRequest({ schedule: { EndDateTime: '2027-03-01T12:00:00Z' } }));
    await service.pushSchedule(upsertRequest({ schedule: { StartDateTime: '2027-03-02T09:00:00.000Z' } }));
    const [{ Schedule }] = [...(Object.values((await state()).Schedules ?? {}) as ScheduleEntity[])] as [
      ScheduleEntity,
    ];
    expect(Schedule.EndDateTime).toBe('2027-03-02T12:00:00.000Z');
  });

  it('names the fields of a schedule that differ', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(upsertRequest());
    await service.pushSchedule(upsertRequest({ candidates: [candidate({ City: 'Utrecht' })] }));
    expect(changedFields(lastEffect())).toEqual(['Candidates', 'City']);
    await service.pushSchedule(upsertRequest({ schedule: { PIN: '1234' } }));
    expect(lastEffect()).toEqual({ action: 'update', changes: [{ field: 'PIN', after: '1234' }] });
  });
});

function changedFields({ action, changes }: Effect): string[] {
  expect(action).toBe('update');
  return changes.map(({ field }) => field);
}
