/** The check of overlaps finds the same people as a comparison of all seats with all seats. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASH_RULES } from '../../../../../src/bulk/check/sittings/seats.ts';
import { scheduleKind } from '../../../../../src/bulk/kinds/schedules.ts';
import { DEFAULT_END_MARGIN_MINUTES } from '../../../../../src/platform/resources/schedule.ts';
import { amount } from '../../../../support/amount.ts';
import { findingsIn } from '../drafts.ts';

const RUNS = amount(150, 5_000);
const BASE = Date.parse('2027-01-11T08:00:00Z');
const MINUTE = 60_000;

interface Person {
  readonly id: number;
  readonly percent: number | undefined;
  readonly proctor: number | undefined;
}

interface Sitting {
  /** In minutes after the first possible start. */
  readonly start: number;
  readonly length: number | undefined;
  readonly people: readonly Person[];
}

const person = fc.record({
  id: fc.nat(4),
  percent: fc.option(fc.constantFrom(25, 50, 100), { nil: undefined }),
  proctor: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
});
const sitting = fc.record({
  start: fc.integer({ min: 0, max: 40 }).map((quarters) => quarters * 15),
  length: fc.option(
    fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * 15),
    { nil: undefined },
  ),
  people: fc.uniqueArray(person, { selector: ({ id }) => id, maxLength: 4 }),
});

/** The seats of a sitting: the person, the start and the end. */
function seatsOf({ start, length, people }: Sitting, sittingNumber: number) {
  const end = start + (length ?? DEFAULT_END_MARGIN_MINUTES);
  return people.flatMap(({ id, percent = 0, proctor }, index) => [
    {
      sittingNumber,
      index,
      who: `p-${id}`,
      role: 'candidate' as const,
      start,
      end: end + ((end - start) * percent) / 100,
    },
    ...(proctor === undefined
      ? []
      : [{ sittingNumber, index, who: `p-${proctor}`, role: 'proctor' as const, start, end }]),
  ]);
}

/**
 * Compares all seats with all. Returns each seat that overlaps an earlier seat of the same person in another sitting. Of
 * the candidates whom a proctor watches in a sitting, the first counts.
 */
function bruteForce(sittings: readonly Sitting[]): string[] {
  const seats = sittings.flatMap(seatsOf);
  const isRepeated = (seat: (typeof seats)[number], at: number) => {
    const before = seats.slice(0, at).findLast(({ who }) => who === seat.who);
    const isSame = before?.sittingNumber === seat.sittingNumber && before.role === seat.role;
    return isSame && seat.role === 'proctor';
  };
  return seats
    .filter((seat, at) => !isRepeated(seat, at))
    .filter((seat) =>
      seats.some(
        (other) =>
          other.sittingNumber < seat.sittingNumber &&
          other.who === seat.who &&
          other.start < seat.end &&
          seat.start < other.end,
      ),
    )
    .map(({ sittingNumber, index, role }) => `${sittingNumber} ${index} ${CLASH_RULES[role]}`);
}

async function found(sittings: readonly Sitting[]): Promise<string[]> {
  const findings = await findingsIn(
    { ...scheduleKind, now: () => BASE - MINUTE },
    sittings.map(({ start, length, people }, index) => ({
      Schedule: {
        ...{ ScheduleExtId: `S-${index}`, AssessmentExtId: 'A-1', GroupExtId: 'G', GroupName: 'G' },
        StartDateTime: new Date(BASE + start * MINUTE).toISOString(),
        ...(length !== undefined && { EndDateTime: new Date(BASE + (start + length) * MINUTE).toISOString() }),
      },
      Candidates: people.map(({ id, percent, proctor }) => ({
        ...{ CandidateExtId: `p-${id}`, FirstName: 'F', LastName: 'L', Email: `p${id}@example.org` },
        ...(percent !== undefined && { SpecialNeeds: 'true', ReasonableAdjustmentPercentage: percent }),
        ...(proctor !== undefined && { ProctorUIds: [`p-${proctor}`] }),
      })),
    })),
  );
  const rules: readonly string[] = Object.values(CLASH_RULES);
  return findings
    .filter(({ rule }) => rules.includes(rule))
    .map(({ record, field, rule }) => `${record - 1} ${/\[(\d+)\]/.exec(field ?? '')?.[1]} ${rule}`);
}

describe('people in two sittings at once', () => {
  it(`are the same as when all are compared with all: ${RUNS} sets of sittings`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sitting, { maxLength: 8 }), async (sittings) => {
        expect((await found(sittings)).sort()).toEqual(bruteForce(sittings).sort());
      }),
      { numRuns: RUNS },
    );
  });
});
