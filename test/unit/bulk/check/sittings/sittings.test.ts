/** Sittings that contradict each other, or that cannot take place, get findings. */
import { describe, expect, it } from 'vitest';
import { CLASH_RULES, MAX_COMPARED } from '../../../../../src/bulk/check/sittings/seats.ts';
import { scheduleKind } from '../../../../../src/bulk/kinds/schedules.ts';
import { findingsIn } from '../drafts.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const KIND = { ...scheduleKind, now: () => NOW };
const person = (id: string, more: object = {}) => ({
  ...{ CandidateExtId: id, FirstName: 'Ada', LastName: 'Lovelace', Email: `${id}@example.org` },
  ...more,
});

function sitting(id: string, hours: string, candidates: readonly object[] = [person(`of-${id}`)], more: object = {}) {
  const [start, end] = hours.split('-');
  return {
    Schedule: {
      ...{ ScheduleExtId: id, AssessmentExtId: 'A', GroupExtId: 'G', GroupName: 'Group' },
      StartDateTime: `2027-01-11T${start}:00Z`,
      ...(end !== undefined && { EndDateTime: `2027-01-11T${end}:00Z` }),
      ...more,
    },
    Candidates: candidates,
  };
}

async function findingsOf(...requests: readonly object[]) {
  return (await findingsIn(KIND, requests)).map(({ severity, line, rule, message }) => [severity, line, rule, message]);
}

describe('a candidate in two sittings', () => {
  it('that overlap gets a warning at the second one, with the times of the first', async () => {
    const extra = { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: 25 };
    expect(
      await findingsOf(
        sitting('S-1', '09:00-11:00', [person('c-1', extra)]),
        sitting('S-2', '11:15-12:00', [person('c-1')]),
      ),
    ).toEqual([
      [
        'warning',
        3,
        'candidate.candidate-ext-id.overlaps',
        'Candidate c-1: The candidate also sits an exam in line 2, from 2027-01-11T09:00Z to 2027-01-11T11:30Z: the two overlap, extra time included',
      ],
    ]);
  });

  it('of the same id gets none: the repeated schedule is the fault', async () => {
    const one = sitting('S-1', '09:00-11:00', [person('c-1')]);
    expect(await findingsOf(one, one)).toEqual([]);
    const found = await findingsOf(one, sitting('S-2', '10:00-12:00', [person('c-1')]), one);
    expect(found.map(([, line]) => line)).toEqual([3, 4]);
  });

  it('gets one warning per sitting, with the number of all that overlap', async () => {
    const sittings = ['S-1', 'S-2', 'S-3'].map((id) => sitting(id, '09:00-11:00', [person('c-1')]));
    const findings = await findingsOf(...sittings);
    expect(findings.map(([, line]) => line)).toEqual([3, 4]);
    expect(findings[1]?.[3]).toContain('in line 2 and 1 more');
  });

  it(`is compared in the first ${MAX_COMPARED} of them, and a warning says so`, async () => {
    const hours = Array.from({ length: MAX_COMPARED + 2 }, (_, index) => index);
    const findings = await findingsIn(
      KIND,
      hours.map((hour) =>
        sitting(`S-${hour}`, '09:00', [person('c-1')], {
          StartDateTime: new Date(NOW + hour * 3_600_000).toISOString(),
        }),
      ),
    );
    expect(findings.map(({ line, message }) => [line, message])).toEqual([
      [MAX_COMPARED + 2, expect.stringContaining(`only the first ${MAX_COMPARED}`)],
    ]);
  });
});

describe('a proctor', () => {
  it('of candidates in two sittings at once gets a warning, and of two candidates in one sitting gets none', async () => {
    const watched = (id: string) => person(id, { ProctorUIds: ['p-1'] });
    const findings = await findingsOf(
      sitting('S-1', '09:00-11:00', [watched('c-1'), watched('c-2')]),
      sitting('S-2', '10:00-12:00', [watched('c-3')]),
    );
    expect(findings).toEqual([['warning', 3, 'candidate.proctor-u-ids.overlaps', expect.stringContaining('line 2')]]);
    expect(findings[0]?.[3]).toMatch(/: the two overlap$/);
  });

  it('of many candidates gets one warning for each sitting, with the number of candidates', async () => {
    const watched = (...ids: string[]) => ids.map((id) => person(id, { ProctorUIds: ['p-1'] }));
    const findings = await findingsOf(
      sitting('S-1', '09:00-11:00', watched('c-1', 'c-2')),
      sitting('S-2', '10:00-12:00', watched('c-3', 'c-4', 'c-5')),
    );
    const message = 'the two overlap; the schedule names this proctor for 3 candidates';
    expect(findings).toEqual([['warning', 3, CLASH_RULES.proctor, expect.stringContaining(message)]]);
  });
});

describe('a schedule', () => {
  it.each(['2019-01-11', '1970-01-01', '1969-12-31', '1904-01-01'])(
    'that starts in the past, on %s, gets a warning, and is compared with others of that time',
    async (day) => {
      const past = (id: string, hour: string) =>
        sitting(id, '09:00', [person('c-1')], { StartDateTime: `${day}T${hour}:00Z`, EndDateTime: `${day}T12:00:00Z` });
      expect(await findingsOf(past('S-1', '00:00'), past('S-2', '11:00'))).toMatchObject([
        ['warning', 2, 'schedule.start-date-time.past', expect.any(String)],
        ['warning', 3, 'schedule.start-date-time.past', expect.any(String)],
        ['warning', 3, CLASH_RULES.candidate, expect.any(String)],
      ]);
    },
  );

  it('without candidates gets a warning, but not as an update', async () => {
    const none = sitting('S-1', '09:00', []);
    expect(await findingsOf(none)).toMatchObject([
      ['warning', 2, 'schedule-request.candidates.none', expect.any(String)],
    ]);
    expect(await findingsOf({ ...none, Upsert: true })).toEqual([]);
  });

  it('that gives a group another name gets a warning, but not if only case and white space differ', async () => {
    const named = (id: string, GroupName: string) => sitting(id, '09:00', undefined, { GroupName });
    expect(
      await findingsOf(named('S-1', 'Law, year 1'), named('S-2', 'law,  year 1'), named('S-3', 'Law, year 2')),
    ).toMatchObject([['warning', 4, 'schedule.group-name.another', expect.stringContaining('line 2')]]);
  });
});
