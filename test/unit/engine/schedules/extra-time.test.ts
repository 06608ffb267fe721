import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../src/platform/problem.ts';
import { candidate, scheduleRequest, upsertRequest, userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

/** LAW-101: 120 minutes and 15 for everybody; its default end leaves 180. */
const NEEDS = { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 100 };
const STORED = { ...NEEDS, SpecialNeeds: true };
const PERCENTAGE = ['Candidates', 0, 'ReasonableAdjustmentPercentage'];

const shown = (warnings: readonly Problem[] = []) => warnings.map(({ rule, path, message }) => [rule, path, message]);

describe('extra time', () => {
  it('that does not fit the default end is accepted, and warned of with the minutes that are missing', async () => {
    const { service } = await createTestEngine();
    const { status, warnings } = await service.pushSchedule(scheduleRequest({ candidates: [candidate(NEEDS)] }));
    expect(status).toBe(200);
    expect(warnings).toEqual([
      {
        rule: 'candidate.adjustment.exceeds-window',
        code: null,
        path: PERCENTAGE,
        message: 'With extra time candidate c-1 needs more than 255 minutes; the sitting has 180: 76 are missing',
        suggestion: 'set EndDateTime to 2027-03-01T13:16:00.000Z or later',
      },
    ]);
  });

  it('fits the end that is proposed', async () => {
    const { service } = await createTestEngine();
    const end = (EndDateTime: string) =>
      service.pushSchedule(upsertRequest({ schedule: { EndDateTime }, candidates: [candidate(NEEDS)] }));
    expect(await end('2027-03-01T13:16:00.000Z')).toMatchObject({ status: 200 });
    expect(await end('2027-03-01T13:16:00.000Z')).not.toHaveProperty('warnings');
    expect(await end('2027-03-01T13:15:00.000Z')).toMatchObject({ status: 400 });
  });

  it.each([
    ['the default end', {}, ' needs more than 255 minutes; the sitting has 180: 76 are missing'],
    [
      'an end that was chosen',
      { EndDateTime: '2027-03-01T12:30:00.000Z' },
      ' needs more than 255 minutes; the sitting has 210: 46 are missing',
    ],
  ])('stored with the user is warned of if it does not fit %s', async (_, schedule, words) => {
    const { service } = await createTestEngine();
    await service.saveUser(userRequest({ ExternalId: 'c-1', ...STORED }));
    const push = () => service.pushSchedule(upsertRequest({ schedule }));
    const message = `With the extra time of the user (100%) candidate c-1${words}`;
    for (const { status, warnings } of [await push(), await push()]) {
      expect(status).toBe(200);
      expect(shown(warnings)).toEqual([['candidate.adjustment.exceeds-window', PERCENTAGE, message]]);
    }
  });

  it('needs an end that is later by a millisecond, also where its minutes are no whole number', async () => {
    const { service, load } = await createTestEngine();
    await load({
      Assessments: [{ ExternalId: 'A-33', Title: 'T', Code: 'C', MaxTimePerAttempt: 33, UseProctoringService: false }],
    });
    const StartDateTime = '2027-03-01T09:00:00.000Z';
    for (const percent of [19, 44, 147]) {
      const exact = Date.parse(StartDateTime) + 33 * 60_000 + 33 * 600 * percent;
      const push = (end: number) =>
        service.pushSchedule(
          upsertRequest({
            schedule: { AssessmentExtId: 'A-33', StartDateTime, EndDateTime: new Date(end).toISOString() },
            candidates: [candidate({ ...NEEDS, ReasonableAdjustmentPercentage: percent })],
          }),
        );
      expect([percent, (await push(exact)).status]).toEqual([percent, 400]);
      const [, needed, has] = /more than ([\d.]+) .* has ([\d.]+)/.exec(JSON.stringify(await push(exact - 1))) ?? [];
      expect(Number(has)).toBeLessThan(Number(needed));
      expect([percent, (await push(exact + 1)).status]).toEqual([percent, 200]);
    }
  });

  it('stored with the user counts for candidates whom an update does not name', async () => {
    const { service } = await createTestEngine();
    await service.pushSchedule(scheduleRequest());
    await service.saveUser(userRequest({ ExternalId: 'c-1', ...STORED }));
    const { warnings } = await service.pushSchedule(upsertRequest({ candidates: [] }));
    expect(warnings).toMatchObject([{ path: ['Schedule', 'EndDateTime'] }]);
  });

  it.each([{ SpecialNeeds: 'false' }, { SpecialNeeds: null }, { ReasonableAdjustmentPercentage: null }])(
    'stored with the user does not count if the request says %j',
    async (says) => {
      const { service } = await createTestEngine();
      await service.saveUser(userRequest({ ExternalId: 'c-1', ...STORED }));
      const answer = await service.pushSchedule(scheduleRequest({ candidates: [candidate(says)] }));
      expect(answer.status).toBe(200);
      expect(answer).not.toHaveProperty('warnings');
    },
  );

  it('of the assessment that is longer than the margin of the default end is warned of once', async () => {
    const { service } = await createTestEngine();
    const candidates = [candidate(NEEDS), candidate({ CandidateExtId: 'c-2', ...NEEDS })];
    const request = scheduleRequest({ schedule: { AssessmentExtId: 'SLOW-1' }, candidates });
    const { warnings } = await service.pushSchedule(request);
    const message = 'The span from start to end is 120 minutes and must be more than 150';
    expect(shown(warnings)).toEqual([['schedule.end-date-time.too-early', ['Schedule', 'EndDateTime'], message]]);
  });
});
