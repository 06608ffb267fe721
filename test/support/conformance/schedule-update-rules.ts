/** Endpoint 1 in prose: what Upsert does to a schedule that exists. */
import { expect, it } from 'vitest';
import type { PlatformInspector } from './platform.ts';
import { candidate, scheduleRequest, upsertRequest } from './requests.ts';
import { rulesIn } from './sightings.ts';
import { contentOf, itInspects, type Suite, scheduleOf } from './suite.ts';

export function describeScheduleUpdates(suite: Suite): void {
  it('create the schedule if it does not exist, and then update it', async () => {
    const { service } = await suite.start();
    for (const PIN of ['1111', '2222']) {
      expect(contentOf(await service.pushSchedule(upsertRequest({ schedule: { PIN } })))).toBe('S-1');
    }
  });

  it.each([false, null, undefined])('are refused if Upsert is %s', async (Upsert) => {
    const { service } = await suite.start();
    contentOf(await service.pushSchedule(scheduleRequest()));
    const answer = await service.pushSchedule(scheduleRequest({ top: { Upsert } }));
    expect(rulesIn(answer)).toEqual(['schedule.schedule-ext-id.duplicate']);
  });

  it('without Upsert say nothing of the schedule that is there already', async () => {
    const { service } = await suite.start();
    const schedule = { ScheduleExtId: 'S-ATTEMPTS', StartDateTime: '2029-03-01T09:00:00.000Z' };
    const answer = await service.pushSchedule(scheduleRequest({ schedule }));
    expect(rulesIn(answer)).toEqual(['schedule.schedule-ext-id.duplicate']);
  });

  it('of two candidates may hand a user name from one to the other, or from each to the other', async () => {
    const { service } = await suite.start();
    const named = (...names: string[]) =>
      upsertRequest({
        candidates: names.map((UserName, index) => candidate({ CandidateExtId: `c-${index}`, UserName })),
      });
    for (const names of [
      ['a', 'b'],
      ['c', 'a'],
      ['a', 'c'],
      ['b', 'a'],
    ]) {
      contentOf(await service.pushSchedule(named(...names)));
      contentOf(await service.pushSchedule(named(...names)));
    }
    const taken = await service.pushSchedule(upsertRequest({ candidates: [candidate({ UserName: 'b' })] }));
    expect(rulesIn(taken)).toEqual(['candidate.user-name.taken']);
    const free = await service.pushSchedule(upsertRequest({ candidates: [candidate({ UserName: 'c' })] }));
    contentOf(free);
  });

  it('keep the workflow if the request names none or the same', async () => {
    const { service } = await suite.start();
    const candidates = [candidate({ AttemptExtId: 'a-1' })];
    for (const top of [{}, { Workflow: null }, { Workflow: 'EXTERNAL_ATTEMPTS' }]) {
      const schedule = { ScheduleExtId: 'S-ATTEMPTS' };
      contentOf(await service.pushSchedule(upsertRequest({ schedule, candidates, top })));
    }
  });

  itInspects(suite, 'keep what is absent and clear what is null', async ({ service }, inspector) => {
    const schedule = { Title: 'Law', PIN: '1234', UseKeyCode: true, ScheduleGroupExtId: 'LAW-2' };
    contentOf(await service.pushSchedule(scheduleRequest({ schedule })));
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { PIN: null, Title: null } })));
    const stored = await scheduleOf(inspector, 'S-1');
    expect(stored).toMatchObject({ UseKeyCode: true, ScheduleGroupExtId: 'LAW-2', Title: 'Contract law 2027-03-01' });
    expect(stored['PIN'] ?? null).toBeNull();
  });

  itInspects(suite, 'move a default end with the start, and keep an explicit one', async ({ service }, inspector) => {
    const ends: unknown[] = [];
    const later = { StartDateTime: '2027-03-01T10:00:00.000Z' };
    for (const schedule of [{}, later, { ...later, EndDateTime: '2027-03-01T20:00:00.000Z' }, {}]) {
      contentOf(await service.pushSchedule(upsertRequest({ schedule })));
      ends.push((await scheduleOf(inspector, 'S-1'))['EndDateTime']);
    }
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { EndDateTime: null } })));
    ends.push((await scheduleOf(inspector, 'S-1'))['EndDateTime']);
    const [first, moved, explicit] = ['12', '13', '20'].map((hour) => `2027-03-01T${hour}:00:00.000Z`);
    expect(ends).toEqual([first, moved, explicit, explicit, first]);
  });

  itInspects(suite, 'keep an end that was chosen, also where it is the default one', async ({ service }, inspector) => {
    const chosen = { EndDateTime: '2027-03-01T12:00:00Z' };
    for (const schedule of [chosen, { StartDateTime: '2027-03-01T08:00:00.000Z' }]) {
      contentOf(await service.pushSchedule(upsertRequest({ schedule })));
      expect(await scheduleOf(inspector, 'S-1')).toMatchObject(chosen);
    }
  });

  itInspects(suite, 'make anew what nobody chose, when the assessment changes', async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(upsertRequest()));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject({ Title: 'Contract law 2027-03-01' });
    const schedule = { AssessmentExtId: 'PRO-1', StartDateTime: '2027-04-15T09:00:00.000Z' };
    contentOf(await service.pushSchedule(upsertRequest({ schedule })));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject({
      Title: 'Proctored 2027-04-15',
      EndDateTime: '2027-04-15T11:00:00.000Z',
      UseProctoringService: true,
      ProctoringServiceTemplateExternalId: 'PT2',
    });
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { ...schedule, UseProctoringService: false } })));
    const { UseProctoringService, ProctoringServiceTemplateExternalId } = await scheduleOf(inspector, 'S-1');
    expect([UseProctoringService, ProctoringServiceTemplateExternalId]).toEqual([false, undefined]);
  });

  itInspects(suite, 'keep what was chosen when the assessment changes', async ({ service }, inspector) => {
    const chosen = { Title: 'Law', UseProctoringService: false };
    contentOf(await service.pushSchedule(upsertRequest({ schedule: chosen })));
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { AssessmentExtId: 'PRO-1' } })));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject(chosen);
  });

  itInspects(
    suite,
    'change the named candidates, add new ones and let the others stay',
    async ({ service }, inspector) => {
      const [first, second] = [candidate({ City: 'Utrecht' }), candidate({ CandidateExtId: 'c-2' })];
      contentOf(await service.pushSchedule(scheduleRequest({ candidates: [first, second] })));
      const [changed, third] = [candidate({ FirstName: 'Augusta' }), candidate({ CandidateExtId: 'c-3' })];
      contentOf(await service.pushSchedule(upsertRequest({ candidates: [changed, third] })));
      expect(await candidatesOf(inspector, 'S-1')).toEqual([{ ...changed, City: 'Utrecht' }, second, third]);
      contentOf(await service.pushSchedule(upsertRequest({ candidates: [] })));
      expect(await candidatesOf(inspector, 'S-1')).toHaveLength(3);
    },
  );

  itInspects(suite, "keep the schedule's invigilators and status", async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(upsertRequest({ schedule: { ScheduleExtId: 'S-DRAFT' } })));
    expect(await inspector.entry('Schedules', 'S-DRAFT')).toMatchObject({
      Invigilators: ['u-7', 'u-8'],
      Status: 'DRAFT',
    });
  });

  itInspects(suite, 'change nothing at all where a request is refused', async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(scheduleRequest()));
    const before = [await inspector.entry('Schedules', 'S-1'), await inspector.entry('Users', 'c-1')];
    const candidates = [
      candidate({ LastName: 'Byron' }),
      candidate({ CandidateExtId: 'c-2', UserName: 'scheduler.one' }),
    ];
    expect((await service.pushSchedule(upsertRequest({ schedule: { PIN: '9999' }, candidates }))).status).toBe(400);
    expect([await inspector.entry('Schedules', 'S-1'), await inspector.entry('Users', 'c-1')]).toEqual(before);
    expect(await inspector.entry('Users', 'c-2')).toBeUndefined();
  });
}

async function candidatesOf(inspector: PlatformInspector, id: string): Promise<unknown> {
  return ((await inspector.entry('Schedules', id)) as { Candidates: unknown }).Candidates;
}
