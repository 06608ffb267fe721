import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import { argon2Hasher } from '../../../src/engine/argon2-hasher.ts';
import type { Effect } from '../../../src/platform/service.ts';
import { summariseChanges } from '../../../src/engine/rehearsal/rehearsal.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import {
  candidate,
  collectionRequest,
  scheduleRequest,
  upsertRequest,
  userRequest,
} from '../../support/conformance/requests.ts';
import { rulesIn } from '../../support/conformance/sightings.ts';
import { entity } from '../../support/store/entities.ts';
import { createTestEngine } from './test-engine.ts';

const WHOLE = {
  ...{ Email: 'ada@example.edu', UserName: 'ada', SpecialNeeds: true, ReasonableAdjustmentPercentage: 0 },
  ...{ SynchronizationKey: '9F1B7C1E-0D2A-4C3B-8A4D-5E6F7A8B9C0D', Labels: ['a'], City: null, Password: 'secret-1' },
  Hierarchies: [{ ExternalId: 'LAW-1', IsCoordinator: true, Action: 'UPSERT' }],
};

describe('sending the same again', () => {
  it.each([
    ['a fake', {}],
    ['the real', { passwords: argon2Hasher }],
  ])('changes nothing, with %s hash of a password', async (_, changes) => {
    const { service, lastEffect, state } = await createTestEngine(undefined, changes);
    await service.saveUser(userRequest(WHOLE));
    expect(lastEffect()).toEqual({ action: 'create', changes: [] });
    const before = await state();
    await service.saveUser(userRequest(WHOLE));
    expect(lastEffect()).toEqual({ action: 'unchanged', changes: [] });
    expect(await state()).toEqual(before);
    await service.saveUser(userRequest({ ...WHOLE, Password: 'secret-2' }));
    expect(changedFields(lastEffect())).toEqual(['Password']);
  });

  it.each([
    ['a fake', {}],
    ['the real', { passwords: argon2Hasher }],
  ])('of a schedule changes nothing, with %s hash of a password', async (_, changes) => {
    const { service, lastEffect, state } = await createTestEngine(undefined, changes);
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

  it('names the fields of a schedule that differ', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(upsertRequest());
    await service.pushSchedule(upsertRequest({ candidates: [candidate({ City: 'Utrecht' })] }));
    expect(changedFields(lastEffect())).toEqual(['Candidates']);
    await service.pushSchedule(upsertRequest({ schedule: { PIN: '1234' } }));
    expect(lastEffect()).toEqual({ action: 'update', changes: [{ field: 'PIN', after: '1234' }] });
  });

  it('is an update where only a candidate’s user changes', async () => {
    const { service, lastEffect } = await createTestEngine();
    await service.pushSchedule(upsertRequest());
    await service.pushSchedule(upsertRequest({ candidates: [candidate({ Password: 'secret-1' })] }));
    expect(changedFields(lastEffect())).toEqual(['Password']);
  });
});

describe('a create that may have been made already', () => {
  it('of a schedule has worked where it is there as it would be made, and is refused otherwise', async () => {
    const { service, state } = await createTestEngine(undefined, { mayRepeat: true });
    const request = scheduleRequest({ candidates: [candidate({ Password: 'secret-1' })] });
    expect((await service.pushSchedule(request)).envelope.Success).toBe(true);
    const before = await state();
    expect((await service.pushSchedule(request)).envelope).toEqual({ Content: 'S-1', Success: true, Errors: null });
    const other = scheduleRequest({ schedule: { PIN: '9999' } });
    expect(rulesIn(await service.pushSchedule(other))).toEqual(['schedule.schedule-ext-id.duplicate']);
    expect(await state()).toEqual(before);
  });

  it('of a schedule has not worked where another request has made more of it', async () => {
    const { service } = await createTestEngine(undefined, { mayRepeat: true });
    await service.pushSchedule(scheduleRequest({ candidates: [candidate(), candidate({ CandidateExtId: 'c-2' })] }));
    const fewer = await service.pushSchedule(scheduleRequest({ candidates: [candidate()] }));
    expect(rulesIn(fewer)).toEqual(['schedule.schedule-ext-id.duplicate']);
  });

  it('of a schedule has worked although another schedule has changed one of its candidates since', async () => {
    const { service, state } = await createTestEngine(undefined, { mayRepeat: true });
    const first = scheduleRequest({ candidates: [candidate({ FirstName: 'Ada' })] });
    await service.pushSchedule(first);
    const renamed = [candidate({ FirstName: 'Augusta' })];
    await service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId: 'S-2' }, candidates: renamed }));
    const before = await state();
    expect((await service.pushSchedule(first)).envelope.Success).toBe(true);
    expect(await state()).toEqual(before);
  });

  it('of a collection has worked where it is there as it would be made, and is refused otherwise', async () => {
    const { service } = await createTestEngine(undefined, { mayRepeat: true });
    const codes = async (Title: string) => {
      const { envelope } = await service.addCollection(collectionRequest({ ExternalId: 'COL1', Title }));
      return envelope.Errors?.map(({ Code }) => Code) ?? 'added';
    };
    expect([await codes('One'), await codes('One'), await codes('Two')]).toEqual(['added', 'added', [810]]);
  });

  it('of a user has worked where it is there as it would be made, and is refused otherwise', async () => {
    const onlyCreating: Catalogue = { ...BASE_CATALOGUE, Settings: { ...BASE_CATALOGUE.Settings, UserMode: 'create' } };
    const { service, state } = await createTestEngine(onlyCreating, { mayRepeat: true });
    expect((await service.saveUser(userRequest(WHOLE))).envelope.Success).toBe(true);
    const before = await state();
    expect((await service.saveUser(userRequest(WHOLE))).envelope.Success).toBe(true);
    const other = await service.saveUser(userRequest({ ...WHOLE, City: 'Utrecht' }));
    expect(other.envelope.Errors?.map(({ Code }) => Code)).toEqual([233]);
    expect(await state()).toEqual(before);
  });
});

describe('what changes amount to', () => {
  it('is nothing where there are none', () => {
    expect(summariseChanges([])).toEqual({ action: 'unchanged', changes: [] });
  });

  it('is judged by the schedule before its candidates, whatever their order', () => {
    const user = { kind: 'Users', id: 'c-1', after: entity({ ExternalId: 'c-1' }) } as const;
    const before = entity<'Schedules'>({ Status: 'DRAFT' });
    const after = entity<'Schedules'>({ Status: 'ACTIVATED' });
    const schedule = { kind: 'Schedules', id: 'S-1', before, after } as const;
    const update = { action: 'update', changes: [{ field: 'Status', before: 'DRAFT', after: 'ACTIVATED' }] };
    expect(summariseChanges([user, schedule])).toEqual(update);
    expect(summariseChanges([schedule, user])).toEqual(update);
  });

  it('is an update where only what stands behind the record changed', () => {
    const index = { kind: 'UserNames', id: 'ada', after: { ExternalId: 'u-1' } } as const;
    expect(summariseChanges([index])).toEqual({ action: 'update', changes: [] });
  });
});

function changedFields({ action, changes }: Effect): string[] {
  expect(action).toBe('update');
  return changes.map(({ field }) => field);
}
