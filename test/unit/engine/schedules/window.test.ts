import { describe, expect, it } from 'vitest';
import { candidate, scheduleRequest, upsertRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../test-engine.ts';

const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

describe('the end of a schedule', () => {
  it('follows the assessment if it is the default', async () => {
    const { service, entity } = await createTestEngine();
    const endAfter = async (schedule: object) => {
      await service.pushSchedule(upsertRequest({ schedule }));
      return (await entity('Schedules', 'S-1'))?.Schedule.EndDateTime;
    };
    expect(await endAfter({})).toBe(at(12));
    expect(await endAfter({ AssessmentExtId: 'SLOW-1' })).toBe(at(11));
    expect(await endAfter({ AssessmentExtId: 'SLOW-1', StartDateTime: at(8) })).toBe(at(10));
  });

  it('is the default for a schedule of the catalogue that has none', async () => {
    const { service, entity } = await createTestEngine();
    const schedule = { ScheduleExtId: 'S-DRAFT', StartDateTime: at(10) };
    await service.pushSchedule(upsertRequest({ schedule }));
    expect((await entity('Schedules', 'S-DRAFT'))?.Schedule.EndDateTime).toBe(at(13));
  });

  it('is a moment that can be written even at the end of time', async () => {
    const { service, entity } = await createTestEngine();
    const schedule = { StartDateTime: '9999-12-31T23:59:59.999Z' };
    expect((await service.pushSchedule(scheduleRequest({ schedule }))).status).toBe(200);
    expect((await entity('Schedules', 'S-1'))?.Schedule.EndDateTime).toBe('9999-12-31T23:59:59.999Z');
  });
});

describe('the candidates of a schedule', () => {
  it('keep links and order, and lose and regain a LaunchUrl with proctoring', async () => {
    const { service, entity } = await createTestEngine();
    const push = async (schedule: object, candidates = [candidate()]) => {
      expect((await service.pushSchedule(upsertRequest({ schedule, candidates }))).status).toBe(200);
      return (await entity('Schedules', 'S-1'))?.Candidates ?? [];
    };
    const [first] = await push({});
    const [on, second] = await push({ UseProctoringService: true }, [candidate({ CandidateExtId: 'c-2' })]);
    expect(on).toEqual({ ...first, LaunchUrl: expect.stringMatching(/^https:/) });
    expect(second?.LaunchUrl).not.toBe(on?.LaunchUrl);
    expect(await push({ UseProctoringService: true }, [])).toEqual([on, second]);
    const off = await push({ UseProctoringService: false }, []);
    expect(off.map(({ LaunchUrl }) => LaunchUrl)).toEqual([undefined, undefined]);
    expect(off.map(({ StartupLink }) => StartupLink)).toEqual([first?.StartupLink, second?.StartupLink]);
    const again = await push({ UseProctoringService: true }, []);
    expect(again[0]?.LaunchUrl).toMatch(/^https:/);
  });

  it('keep their own extra time as users of other schedules', async () => {
    const { service, entity } = await createTestEngine();
    const needs = { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 25 };
    await service.pushSchedule(scheduleRequest({ candidates: [candidate(needs)] }));
    expect(await entity('Users', 'c-1')).toMatchObject({ SpecialNeeds: true, ReasonableAdjustmentPercentage: 25 });
    await service.pushSchedule(upsertRequest({ candidates: [candidate({ SpecialNeeds: 'false' })] }));
    const user = await entity('Users', 'c-1');
    expect([user?.SpecialNeeds, user?.ReasonableAdjustmentPercentage]).toEqual([false, undefined]);
  });
});
