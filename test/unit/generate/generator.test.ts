import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkScheduleRequest, checkUserRequest } from '../../../src/platform/request-rules.ts';
import { SPREADSHEET_CSV } from '../../support/generate/csv-text.ts';
import { studentNumber } from '../../support/generate/person.ts';
import {
  EXPORT_HEADERS,
  exportLines,
  sittingRows,
  writeCandidatesCsv,
  writeSchedulesCsv,
  writeSittingsCsv,
} from '../../support/generate/sittings.ts';
import { userAt, writeUsersCsv } from '../../support/generate/users.ts';
import { groupBySchedule, readList } from './naive-reading.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'examctl-generate-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function textOf(write: (path: string) => Promise<void>): Promise<string> {
  const path = join(folder, 'file.csv');
  await write(path);
  return readFile(path, 'utf8');
}

const sittings = (options: Parameters<typeof writeSittingsCsv>[1]) => textOf((path) => writeSittingsCsv(path, options));

describe('the generator', () => {
  it('makes the same bytes of the same seed and size, and others of another seed', async () => {
    const options = { seed: 7, schedules: 12, rows: 700 };
    const first = await sittings(options);
    expect(await sittings(options)).toBe(first);
    expect(await sittings({ ...options, seed: 8 })).not.toBe(first);
  });

  it.each([1, 2, 5, 49, 51, 1_234, 6_000])('makes %i rows if it is asked for them', (rows) => {
    const all = [...sittingRows({ seed: 3, rows })];
    expect(all).toHaveLength(rows);
    expect(all.every((cells) => cells.length === EXPORT_HEADERS.length)).toBe(true);
  });

  it('gives each schedule the wanted number of candidates', () => {
    const list = readList(
      [...exportLines(sittingRows({ seed: 5, schedules: 7, candidatesPerSchedule: 30 }), SPREADSHEET_CSV)].join(''),
    );
    expect(groupBySchedule(list).map(({ rows }) => rows.length)).toEqual(Array(7).fill(30));
  });

  it.each([1, 2, 3, 4, 5])('makes sittings that the contract takes, whatever the seed (%i)', (seed) => {
    const list = readList(
      [...exportLines(sittingRows({ seed, schedules: 30, rows: 1_500 }), SPREADSHEET_CSV)].join(''),
    );
    for (const { request } of groupBySchedule(list)) expect(checkScheduleRequest(request).problems).toEqual([]);
  });

  it('writes candidates that belong to the schedules of the same options', async () => {
    const options = { seed: 2, schedules: 6, rows: 200 };
    const columns = { columns: true } as const;
    const schedules: Record<string, string>[] = parse(
      await textOf((path) => writeSchedulesCsv(path, options)),
      columns,
    );
    const candidates: Record<string, string>[] = parse(
      await textOf((path) => writeCandidatesCsv(path, options)),
      columns,
    );
    expect(schedules).toHaveLength(6);
    expect(candidates).toHaveLength(200);
    const named = new Set(candidates.map(({ ScheduleExtId }) => ScheduleExtId));
    expect([...named]).toEqual(schedules.map(({ ScheduleExtId }) => ScheduleExtId));
  });

  it('makes users that the contract takes, with ids and user names of their own', () => {
    const users = Array.from({ length: 3_000 }, (_, index) => userAt(4, index));
    expect(users.flatMap((user) => checkUserRequest(user).problems)).toEqual([]);
    for (const name of ['ExternalId', 'UserName', 'Email'] as const) {
      expect(new Set(users.map((user) => user[name])).size).toBe(users.length);
    }
  });

  it('writes users with their lists in one cell each', async () => {
    const text = await textOf((path) => writeUsersCsv(path, { seed: 4, users: 40 }));
    const users: Record<string, string>[] = parse(text, { columns: true });
    expect(users).toHaveLength(40);
    expect(users[19]).toMatchObject({
      Labels: expect.stringContaining('|'),
      Hierarchies: expect.stringContaining('|'),
    });
    expect(await textOf((path) => writeUsersCsv(path, { seed: 4, users: 40, listSeparator: ';' }))).not.toContain('|');
  });

  it('gives no two of a million people the same student number', () => {
    const numbers = new Uint32Array(1_000_000).map((_, index) => Number(studentNumber(index))).sort();
    expect(numbers.findIndex((number, index) => number === numbers[index - 1])).toBe(-1);
  });
});
