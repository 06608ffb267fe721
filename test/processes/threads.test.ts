/** Threads change how long a check takes, and nothing of what it says. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BulkReport } from '../../src/model/report.ts';
import { runInProcess } from '../support/cli/in-process.ts';
import { type Ended, runProgram } from '../support/cli/program.ts';
import { csv, row } from '../support/cli/sitting-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'examctl-threads-'));

/** Enough rows for every thread to get several pieces; some of them are wrong, repeated, blank or of two lines. */
const ROWS = 3_000;

/** Pieces are cut by bytes, and each row takes its time. */
const LONG_NAME = 'of a house with a long name '.repeat(16);

/** Values that the checks across records compare. Some come again in rows that are far apart, each with its own finding. */
function comparedOf(index: number): string {
  const of = (every: number) => (index % every === 5 ? 5 : index);
  const key = `${String(of(907)).padStart(8, '0')}-0000-4000-8000-000000000000`;
  return `a${of(601)}@example.org,login-${of(701)},${key}`;
}

function userOf(_: unknown, index: number): string {
  const id = index % 1_003 === 0 ? 'u-twice' : `u-${index}`;
  const name = index % 977 === 0 ? '"Ada\nByron"' : `Zoë ${LONG_NAME}${index}`;
  if (index % 1_501 === 0) return ',,,,,\n';
  const first = index % 211 === 0 ? '' : 'Ada';
  return `${id},${first},${index % 499 === 0 ? name.slice(0, 60) : name},${comparedOf(index)}\n`;
}

function schedulesOf(_: unknown, index: number) {
  const schedule = { ScheduleExtId: `S-${Math.floor(index / 50)}`, Title: index % 1_003 === 0 ? 'Other' : 'Law' };
  return row(index % 1_501 === 0 ? 1 : index, {
    ...schedule,
    LastName: LONG_NAME,
    Email: index % 97 === 0 ? 'none' : 'a@example.org',
  });
}

const USERS = `ExternalId,FirstName,LastName,Email,UserName,SynchronizationKey\n${Array.from({ length: ROWS }, userOf).join('')}`;
const SCHEDULES = csv(Array.from({ length: ROWS }, schedulesOf));

type Run = (args: readonly string[], options: { cwd: string }) => Promise<Ended>;

async function validate(run: Run, kind: string, file: string, ...flags: string[]) {
  const { code, stdout } = await run(['validate', kind, file, '--json', ...flags], { cwd: folder });
  const { createdAt: _, ...report } = JSON.parse(stdout) as BulkReport;
  return { code, report };
}

/** Sittings whose start is in two cells. One row of each thousand has another start than the others of its sitting. */
const SPLIT = `sitting,exam,group,date,time,id,name
${Array.from({ length: ROWS }, (_, index) => {
  const time = index % 1_003 === 7 ? '11:00' : '10:00';
  return `S-${Math.floor(index / 50)},A-1,G-1,2027-03-01,${time},c-${index},${LONG_NAME}${index}\n`;
}).join('')}`;
const SPLIT_MAPPING = {
  mapping: 1,
  kind: 'schedules',
  fields: {
    ScheduleExtId: '{sitting}',
    AssessmentExtId: '{exam}',
    GroupExtId: '{group}',
    StartDateTime: '{date} {time}',
    CandidateExtId: '{id}',
    GroupName: '{group}',
    FirstName: { value: 'Ada' },
    Email: '{id}@example.org',
    LastName: '{name}',
  },
};

describe('a check on several threads says the same as on one', () => {
  it.each([
    ['users', USERS],
    ['schedules', SCHEDULES],
    ['users', `${USERS}u-last,"Ada,Byron\n${USERS}`],
  ])('of %s', async (kind, text) => {
    const file = join(folder, `${kind}.csv`);
    writeFileSync(file, text);
    const seen = await validate(runProgram, kind, file);
    // The sources have no program for a thread beside them.
    expect(seen).toEqual(await validate(runInProcess, kind, file));
    expect(seen.report.findings.length).toBeGreaterThan(20);
  });

  it('of sittings whose start a mapping makes of two cells', async () => {
    const [file, mapping] = [join(folder, 'split.csv'), join(folder, 'split.mapping.json')];
    writeFileSync(file, SPLIT);
    writeFileSync(mapping, JSON.stringify(SPLIT_MAPPING));
    const flags = ['--mapping', mapping, '--timezone', 'Europe/Amsterdam'];
    const seen = await validate(runProgram, 'schedules', file, ...flags);
    expect(seen).toEqual(await validate(runInProcess, 'schedules', file, ...flags));
    const rules = seen.report.findings.map(({ rule }) => rule);
    expect(rules).toEqual(Array.from({ length: 3 }, () => 'schedule.start-date-time.disagrees'));
  });
});
