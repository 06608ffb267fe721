import { describe, expect, it } from 'vitest';
import { runProgram } from '../support/cli/program.ts';
import { candidate, csv, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const WRITERS = 8;
const SCHEDULES_EACH = 5;
const CANDIDATES_EACH = 10;

/** Every writer has schedules of its own, and candidates of which some are users of others as well. */
function listOf(writer: number): string {
  const rows = Array.from({ length: SCHEDULES_EACH * CANDIDATES_EACH }, (_, index) => ({
    ...SCHEDULE,
    ScheduleExtId: `S-${writer}-${index % SCHEDULES_EACH}`,
    ...candidate((writer % 2) * 1_000 + index),
  }));
  return csv(rows);
}

describe('eight processes that push into one store at once', () => {
  it('lose nothing: one holds the store at a time, the others wait for it', async () => {
    const { file, json, entries } = await createWorkspace(runProgram);
    const files = await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => file(`${writer}.csv`, listOf(writer))),
    );
    const ends = await Promise.all(
      files.map((path) => json(['schedule', 'push', path, '--upsert', '--lock-timeout', '60s'])),
    );
    expect(ends.map(({ code, stderr }) => [code, stderr.includes('Error')])).toEqual(Array(WRITERS).fill([0, false]));
    const schedules = await entries<{ Schedule: { ScheduleExtId: string }; Candidates: unknown[] }>('schedules');
    const ours = schedules.filter(({ Schedule }) => /^S-\d-\d$/.test(Schedule.ScheduleExtId));
    expect(ours).toHaveLength(WRITERS * SCHEDULES_EACH);
    expect(ours.every(({ Candidates }) => Candidates.length === CANDIDATES_EACH)).toBe(true);
    const users = await entries<{ ExternalId: string }>('users');
    expect(users.filter(({ ExternalId }) => /^c-\d+$/.test(ExternalId))).toHaveLength(
      2 * SCHEDULES_EACH * CANDIDATES_EACH,
    );
  });

  it('without patience end at once with exit 7, told who holds it; those that got through have done all', async () => {
    const { file, json, entries } = await createWorkspace(runProgram);
    const files = await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => file(`${writer}.csv`, listOf(writer))),
    );
    const ends = await Promise.all(
      files.map((path) => json(['schedule', 'push', path, '--upsert', '--lock-timeout', '0'])),
    );
    const done = ends.filter(({ code }) => code === 0);
    const locked = ends.filter(({ code }) => code === 7);
    expect(done.length + locked.length).toBe(WRITERS);
    expect(done.length).toBeGreaterThanOrEqual(1);
    for (const { report } of locked) {
      expect(report.error).toMatchObject({ name: 'StoreLockedError', message: expect.stringMatching(/\d+/) });
      expect(report.counts.sent).toBe(0);
    }
    const schedules = await entries<{ Schedule: { ScheduleExtId: string } }>('schedules');
    const ours = schedules.filter(({ Schedule }) => /^S-\d-\d$/.test(Schedule.ScheduleExtId));
    expect(ours).toHaveLength(done.length * SCHEDULES_EACH);
  });
});
