/** Endpoint 1 in prose: the start and the end of a schedule, and the form of its fields. */
import { expect, it } from 'vitest';
import { candidate, scheduleRequest, upsertRequest } from './requests.ts';
import { rulesIn } from './sightings.ts';
import { contentOf, itInspects, type Suite, scheduleOf } from './suite.ts';

export function describeScheduleWindow(suite: Suite): void {
  it.each([
    ['a millisecond more than duration and extra time', '2027-03-01T11:15:00.001Z'],
    ['days', '2027-03-09T00:00:00Z'],
  ])('may end with %s in between', async (_, EndDateTime) => {
    const { service } = await suite.start();
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { EndDateTime } })));
  });

  it('have a default end that is accepted even if the extra time is longer than the margin', async () => {
    const { service } = await suite.start();
    contentOf(await service.pushSchedule(scheduleRequest({ schedule: { AssessmentExtId: 'SLOW-1' } })));
  });

  it('leave room for a candidate whose extra time just fits', async () => {
    const { service } = await suite.start();
    const candidates = [candidate({ SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 20 })];
    const push = (EndDateTime: string, ScheduleExtId: string) =>
      service.pushSchedule(scheduleRequest({ schedule: { EndDateTime, ScheduleExtId }, candidates }));
    contentOf(await push('2027-03-01T11:39:00.001Z', 'S-1'));
    expect(rulesIn(await push('2027-03-01T11:39:00.000Z', 'S-2'))).toEqual(['candidate.adjustment.exceeds-window']);
  });

  itInspects(suite, 'end after the duration and 60 minutes where no end is given', async ({ service }, inspector) => {
    contentOf(await service.pushSchedule(scheduleRequest()));
    expect(await scheduleOf(inspector, 'S-1')).toMatchObject({ EndDateTime: '2027-03-01T12:00:00.000Z' });
  });
}

/** "RFC 3339": the end may have any offset, and the start must be in UTC form. */
function describeEnds(suite: Suite): void {
  itInspects(suite, 'end at a time with any offset, which is kept in UTC', async ({ service }, inspector) => {
    const ends = {
      '2027-03-01T14:00:00+01:00': '2027-03-01T13:00:00.000Z',
      '2027-03-01T13:00:00+00:00': '2027-03-01T13:00:00.000Z',
      '2027-03-02T09:30:00.5-05:30': '2027-03-02T15:00:00.500Z',
      '2027-03-01t13:00:00z': '2027-03-01T13:00:00.000Z',
      '2027-03-01T13:00:00Z': '2027-03-01T13:00:00Z',
    };
    for (const [EndDateTime, stored] of Object.entries(ends)) {
      contentOf(await service.pushSchedule(upsertRequest({ schedule: { EndDateTime } })));
      expect(await scheduleOf(inspector, 'S-1')).toMatchObject({ EndDateTime: stored });
    }
  });

  it.each([
    ...['2027-03-01T14:00:00', '2027-03-01T14:00:00+1', '2027-03-01T14:00:00+24:00', '2027-02-29T14:00:00+01:00'],
    ...['2027-03-01T24:00:00+01:00', '9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00', 'tomorrow', ''],
  ])('do not end at %j', async (EndDateTime) => {
    const { service } = await suite.start();
    const answer = await service.pushSchedule(scheduleRequest({ schedule: { EndDateTime } }));
    expect(rulesIn(answer)).toEqual(['schedule.end-date-time.invalid']);
  });

  it.each([undefined, null, '', ' '])('need a start, and %j is none', async (StartDateTime) => {
    const { service } = await suite.start();
    const answer = await service.pushSchedule(scheduleRequest({ schedule: { StartDateTime } }));
    expect(rulesIn(answer)).toEqual(['schedule.start-date-time.required']);
  });
}

/** "RFC 3339, UTC form": valid and invalid texts. */
export function describeScheduleForm(suite: Suite): void {
  describeEnds(suite);
  it.each(['2027-03-01T09:00:00Z', '2027-03-01T09:00:00.5Z', '2028-02-29T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])(
    'start at %s',
    async (StartDateTime) => {
      const { service } = await suite.start();
      contentOf(await service.pushSchedule(scheduleRequest({ schedule: { StartDateTime } })));
    },
  );

  it.each([
    ...['2027-03-01T09:00:00', '2027-03-01T09:00:00+01:00', '2027-03-01', '2027-02-29T09:00:00Z', '1 March', ''],
    ...['2027-03-01T24:00:00Z', '2027-03-01T09:60:00Z', '2027-03-01t09:00:00z', '2027-03-01 09:00:00Z', 1_800_000_000],
    ...[
      '2027-03-01T09:00Z',
      '2027-03-01T09:00:00.Z',
      '2027-13-01T09:00:00Z',
      '2026-12-31T23:59:60Z',
      '2027-03-01T09:00:00Z\n',
    ],
  ])('do not start at %s', async (StartDateTime) => {
    const { service } = await suite.start();
    const answer = await service.pushSchedule(scheduleRequest({ schedule: { StartDateTime } }));
    expect(answer.status).toBe(400);
    expect(answer.envelope.Errors).toMatchObject([{ Field: 'Schedule.StartDateTime' }]);
  });

  it.each([
    ['AssessmentExtId', 'a_b'],
    ['ScheduleExtId', 'a b'],
    ['ScheduleExtId', 'ä'],
    ['GroupExtId', 'a.b'],
    ['ScheduleGroupExtId', 'a/b'],
    ['ProctoringServiceTemplateExternalId', 'a-b'],
  ])('have no %s like %s', async (field, value) => {
    const { service } = await suite.start();
    const answer = await service.pushSchedule(scheduleRequest({ schedule: { [field]: value } }));
    expect(answer.envelope.Errors).toMatchObject([{ Code: null, Field: `Schedule.${field}` }]);
  });

  it.each(['AssessmentExtId', 'StartDateTime', 'GroupExtId', 'GroupName'])('need a %s', async (field) => {
    const { service } = await suite.start();
    for (const value of [undefined, null, '']) {
      const answer = await service.pushSchedule(scheduleRequest({ schedule: { [field]: value } }));
      expect(answer.envelope.Errors).toMatchObject([{ Code: null, Field: `Schedule.${field}` }]);
    }
  });
}
