/** Endpoint 1 in prose: the effects of creating a schedule. */
import { expect, it } from 'vitest';
import { LONGEST_ID, withParts, withSettings } from './base-catalogue.ts';
import { candidate, START, scheduleRequest } from './requests.ts';
import { rulesIn } from './sightings.ts';
import { contentOf, itInspects, type Suite, scheduleOf } from './suite.ts';

export function describeSchedules(suite: Suite): void {
  it('are answered with their external id, a plain string', async () => {
    const { service } = await suite.start();
    expect(contentOf(await service.pushSchedule(scheduleRequest()))).toBe('S-1');
  });

  it.each([undefined, null])('get an id of letters, digits and dashes if theirs is %s', async (ScheduleExtId) => {
    const { service } = await suite.start();
    const ids = [];
    for (const CandidateExtId of ['c-1', 'c-2']) {
      const candidates = [candidate({ CandidateExtId })];
      ids.push(contentOf(await service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId }, candidates }))));
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9-]{1,64}$/);
  });

  it('may have no candidates', async () => {
    const { service } = await suite.start();
    expect(contentOf(await service.pushSchedule(scheduleRequest({ candidates: [] })))).toBe('S-1');
  });

  describeDefaults(suite);
  describeGroups(suite);
}

function describeDefaults(suite: Suite): void {
  itInspects(suite, 'get a title of the assessment and the day where none is given', async ({ service }, inspector) => {
    for (const [id, Title] of Object.entries({ 'S-1': undefined, 'S-2': null, 'S-3': '' })) {
      contentOf(await service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId: id, Title } })));
      expect(await scheduleOf(inspector, id)).toMatchObject({ Title: 'Contract law 2027-03-01' });
    }
  });

  it.each(['', null, undefined])("belong to the settings' owner if theirs is %j", async (Owner) => {
    const { service } = await suite.start();
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { Owner } })));
  });

  itInspects(suite, 'get no title that is longer than a title may be', async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { AssessmentExtId: LONGEST_ID } })));
    const { Title } = await scheduleOf(inspector, 'S-1');
    expect(Title).toMatch(/^T+ 2027-03-01$/);
    expect(Title).toHaveLength(100);
  });

  itInspects(suite, 'are proctored as the assessment says, by the default template', async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { AssessmentExtId: 'PRO-1' } })));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject({
      UseProctoringService: true,
      ProctoringServiceTemplateExternalId: 'PT2',
    });
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId: 'S-2' } })));
    const { UseProctoringService, ProctoringServiceTemplateExternalId } = await scheduleOf(inspector, 'S-2');
    expect([UseProctoringService, ProctoringServiceTemplateExternalId]).toEqual([false, undefined]);
  });

  itInspects(suite, 'are proctored as the request says where it says so', async ({ service }, inspector) => {
    const schedule = { AssessmentExtId: 'PRO-1', UseProctoringService: false };
    contentOf(await service.pushSchedule(scheduleRequest({ schedule })));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject({ UseProctoringService: false });
    const named = { ScheduleExtId: 'S-2', UseProctoringService: true, ProctoringServiceTemplateExternalId: 'PT1' };
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: named })));
    expect(await scheduleOf(inspector, 'S-2')).toMatchObject({ ProctoringServiceTemplateExternalId: 'PT1' });
  });

  it('may name an owner in place of the one of the settings', async () => {
    const { service } = await suite.start(withSettings({ Owner: null }));
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { Owner: 'planner.one' } })));
  });
}

function describeGroups(suite: Suite): void {
  it('are connected to a hierarchy of their own or to the root', async () => {
    const { service } = await suite.start();
    const schedule = { ScheduleGroupExtId: 'LAW-2', ScheduleGroupName: 'Law, year 2' };
    contentOf(await service.pushSchedule(scheduleRequest({ schedule })));
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { ScheduleExtId: 'S-2' } })));
  });

  itInspects(
    suite,
    'create missing hierarchies under the root where the settings say so',
    async ({ service }, inspector) => {
      const schedule = { GroupExtId: 'NEW-1', GroupName: 'New', ScheduleGroupExtId: 'NEW-2', StartDateTime: START };
      contentOf(await service.pushSchedule(scheduleRequest({ schedule })));
      const expected = { ParentExternalId: 'ROOT', IsActive: true };
      expect(await inspector.entry('Hierarchies', 'NEW-1')).toMatchObject({ ...expected, Title: 'New' });
      expect(await inspector.entry('Hierarchies', 'NEW-2')).toMatchObject(expected);
    },
    withSettings({ CreateMissingHierarchies: true }),
  );

  it('create no hierarchy that exists and is not active', async () => {
    const { service } = await suite.start(
      withParts({ Settings: { Owner: 'scheduler.one', CreateMissingHierarchies: true } }),
    );
    const answer = await service.pushSchedule(scheduleRequest({ schedule: { GroupExtId: 'CLOSED' } }));
    expect(rulesIn(answer)).toEqual(['schedule.hierarchy.inactive']);
  });
}
