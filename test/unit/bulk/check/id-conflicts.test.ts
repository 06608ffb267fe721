/** One id for two people gets a warning, across schedules and files. */
import { describe, expect, it } from 'vitest';
import { validateDrafts } from '../../../../src/bulk/check/validate.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import { openInput } from '../../../../src/input/open-input.ts';
import { draftSchedules } from '../../../../src/input/schedules/drafts.ts';
import { csv, row } from '../../../support/cli/sitting-list.ts';
import { fileOf } from '../../input/reading.ts';

const OTHER = { ScheduleExtId: 'S-2', StartDateTime: '2027-03-02T09:00:00Z' };

async function findingsOf(...texts: readonly string[]) {
  const sources = await Promise.all(
    texts.map(async (text) => draftSchedules(await openInput(fileOf(text), {}), { preset: { Schedule: {} } })),
  );
  const found = [];
  for await (const { findings } of validateDrafts(sources, scheduleKind)) found.push(...findings);
  return found;
}

describe('a candidate of two schedules', () => {
  it.each([{ FirstName: 'Bob' }, { LastName: 'Two' }, { Email: 'bob@example.org' }])(
    'who is another person in the second one gets a warning there: %j',
    async (person) => {
      expect(await findingsOf(csv([row(1), row(1, { ...OTHER, ...person })]))).toMatchObject([
        {
          severity: 'warning',
          line: 3,
          column: 'CandidateExtId',
          rule: 'candidate.candidate-ext-id.differs',
          message: expect.stringContaining('as in line 2'),
        },
      ]);
    },
  );

  it('who is the same person gets no warning', async () => {
    expect(await findingsOf(csv([row(1), row(1, { ...OTHER, SpecialNeeds: 'true' })]))).toEqual([]);
  });

  it.each([
    ['25', 'no', ''],
    ['25', 'yes', '50'],
    ['', 'no', ''],
  ])('who has other extra time there gets a warning: %s, then %s %s', async (percent, needs, other) => {
    const [first, second] = [
      { SpecialNeeds: 'yes', ReasonableAdjustmentPercentage: percent },
      { SpecialNeeds: needs, ReasonableAdjustmentPercentage: other },
    ];
    expect(await findingsOf(csv([row(1, first), row(1, { ...OTHER, ...second })]))).toMatchObject([
      {
        severity: 'warning',
        line: 3,
        column: 'SpecialNeeds',
        rule: 'candidate.special-needs.differs',
        message: expect.stringMatching(/as in line 2: .*the last one sent counts/),
      },
    ]);
  });

  it('who has the same extra time, or a sitting that does not say it, gets no warning', async () => {
    const needs = { SpecialNeeds: 'yes', ReasonableAdjustmentPercentage: '25' };
    const third = { ScheduleExtId: 'S-3', StartDateTime: '2027-03-03T09:00:00Z', ...needs };
    expect(await findingsOf(csv([row(1, needs), row(1, OTHER), row(1, third)]))).toEqual([]);
    expect(await findingsOf(csv([row(1, needs), row(1, { ...OTHER, SpecialNeeds: 'yes' })]))).toEqual([]);
  });

  it('of two files gets a warning that names the other file', async () => {
    const [first, ...others] = await findingsOf(csv([row(1)]), csv([row(1, { ...OTHER, LastName: 'Two' })]));
    expect(first?.message).toMatch(/as in .*input-\d+\.csv:2:/);
    expect(others).toEqual([]);
  });
});
