/** Rejects that are given back: as they are, they are refused again, fixed they go through, and no row is lost on the way. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidate, csv, type Row, row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const HEADER = 'ExternalId,FirstName,LastName,City';
const [SYNC, PUSH] = [['user', 'sync'] as const, ['schedule', 'push'] as const];

/** Pushes or syncs with rejects, and reads these. */
async function setUp() {
  const space = await createWorkspace();
  const rejects = async () => (await readFile(join(space.folder, 'r.csv'), 'utf8')).replace('\ufeff', '').split('\r\n');
  const again = async (command: readonly string[], lines: readonly string[]) => {
    await space.file('again.csv', lines.join('\n'));
    const { code, report } = await space.json([...command, 'again.csv']);
    const errors = report.findings.filter(({ severity }) => severity === 'error');
    return { code, rules: errors.map(({ rule }) => rule), report };
  };
  return { ...space, rejects, again };
}

/** As a spreadsheet saves it: every row as wide as the widest. */
function asSpreadsheet(lines: readonly string[]): string[] {
  const widths = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(',').length);
  const widest = Math.max(...widths);
  return lines.map((line, index) => (line === '' ? line : line + ','.repeat(widest - (widths[index] ?? 0))));
}

describe('a row with too few cells', () => {
  const short = `${HEADER}\nu-1,Ada,Byron,Ede\nu-2,Bob,Byron\n`;

  it('is the same error when it comes back as it was, also from a spreadsheet, however often', async () => {
    const { file, json, rejects, again } = await setUp();
    await file('u.csv', short);
    await json([...SYNC, 'u.csv', '--rejects', 'r.csv']);
    for (const lines of [await rejects(), asSpreadsheet(await rejects())]) {
      const { code, rules, report } = await again(SYNC, lines);
      expect({ code, rules }).toEqual({ code: 3, rules: ['input.row.width'] });
      expect(report.findings[0]).toMatchObject({ line: 2, key: 'u-2', column: 'City', field: 'City' });
    }
    await json([...SYNC, 'again.csv', '--rejects', 'r.csv']);
    expect((await again(SYNC, await rejects())).rules).toEqual(['input.row.width']);
  });

  it('is accepted when the cell is written or emptied', async () => {
    const { file, json, rejects, again } = await setUp();
    await file('u.csv', short);
    await json([...SYNC, 'u.csv', '--rejects', 'r.csv']);
    const [header = '', line = ''] = await rejects();
    expect((await again(SYNC, [header, line.replace('(no cell)', 'Ede')])).code).toBe(0);
    expect((await again(SYNC, [header, line.replace('(no cell)', '')])).code).toBe(0);
  });
});

describe('a row with too many cells', () => {
  const long = `${HEADER}\nu-2,Bob,Byron,Ede,7\n`;

  it('is the same error when it comes back as it was, also from a spreadsheet', async () => {
    const { file, json, rejects, again } = await setUp();
    await file('u.csv', long);
    await json([...SYNC, 'u.csv', '--rejects', 'r.csv']);
    for (const lines of [await rejects(), asSpreadsheet(await rejects())]) {
      expect(await again(SYNC, lines)).toMatchObject({ code: 3, report: { counts: { invalid: 1 } } });
    }
  });

  it('is accepted when the surplus is removed, in a text editor or a spreadsheet', async () => {
    const { file, json, rejects, again } = await setUp();
    await file('u.csv', long);
    await json([...SYNC, 'u.csv', '--rejects', 'r.csv']);
    const fixed = (await rejects()).map((line) => line.replace(',Ede,7,', ',Ede,'));
    expect((await again(SYNC, fixed)).code).toBe(0);
    const [header = '', line = ''] = fixed;
    expect((await again(SYNC, [`${header},`, `${line},`])).code).toBe(0);
  });
});

describe('schedules and candidates of two files', () => {
  const schedules = (rows: readonly Row[]) => csv(rows);
  const candidates = csv([1, 2, 3].map((number) => ({ ScheduleExtId: 'S-1', ...candidate(number) })));

  async function pushed(schedulesText: string, candidatesText: string) {
    const space = await setUp();
    await space.file('s.csv', schedulesText);
    await space.file('c.csv', candidatesText);
    const { code } = await space.json([...PUSH, 's.csv', '--candidates', 'c.csv', '--rejects', 'r.csv']);
    expect(code).toBe(3);
    return space;
  }

  it.each([
    ['few', candidates.replace('Last2,c2@example.org', 'Last2'), '(no cell)', 'c2@example.org'],
    ['many', candidates.replace('c2@example.org', 'c2@example.org,more'), ',more', ''],
  ])('come back with all candidates, also one with too %s cells', async (_, text, wrong, right) => {
    const { rejects, again } = await pushed(schedules([SCHEDULE]), text);
    const lines = await rejects();
    for (const id of ['c-1', 'c-2', 'c-3']) expect(lines.filter((line) => line.includes(`,${id},`))).toHaveLength(1);
    expect(lines[2]).toContain(wrong);
    expect(lines[1]).toContain('not accepted because of errors of the same record: line 3');
    for (const back of [lines, asSpreadsheet(lines)])
      expect((await again(PUSH, back)).rules).toEqual(['input.row.width']);
    const { code, report } = await again(
      PUSH,
      lines.map((line) => line.replace(wrong, right)),
    );
    expect(code).toBe(0);
    expect(report.counts.candidates).toBe(3);
  });

  it('are under their columns if the row of the schedule is too short, with a mark for the missing cell', async () => {
    const { rejects, again } = await pushed(schedules([SCHEDULE]).replace(',"Law, year 1"', ''), candidates);
    const lines = await rejects();
    expect(lines).toHaveLength(5);
    for (const line of lines.slice(1, 4)) {
      expect(line).toMatch(/^S-1,LAW-101,Contract law,2027-03-01T09:00:00Z,LAW-1,\(no cell\),c-\d,First\d,Last\d,c\d@/);
      expect(line).toContain('The row has 5 cells and the header 6');
    }
    expect((await again(PUSH, lines)).rules).toContain('input.row.width');
    expect(
      (
        await again(
          PUSH,
          lines.map((line) => line.replace('(no cell)', 'Law')),
        )
      ).code,
    ).toBe(0);
  });

  it('have the surplus of the row of the schedule behind its own cells, and go through without it', async () => {
    const { rejects, again } = await pushed(schedules([SCHEDULE]).replaceAll('"', ''), candidates);
    const lines = await rejects();
    expect(lines[1]).toMatch(/^S-1,LAW-101,Contract law,2027-03-01T09:00:00Z,LAW-1,Law," year 1",c-1,First1,/);
    expect((await again(PUSH, lines)).rules).toContain('input.row.width');
    const fixed = lines.map((line) => line.replace('Law," year 1"', '"Law, year 1"'));
    const { code, report } = await again(PUSH, fixed);
    expect({ code, candidates: report.counts.candidates }).toEqual({ code: 0, candidates: 3 });
  });
});

it('rows of several lists have the names of their files', async () => {
  const { file, json, rejects, again } = await setUp();
  await file('a.csv', csv([row(1, { Email: 'wrong' })]));
  await file('b.csv', csv([row(2, { ScheduleExtId: 'S-2', Email: 'wrong' })]));
  await json([...PUSH, 'a.csv', 'b.csv', '--rejects', 'r.csv']);
  const lines = await rejects();
  expect(lines.slice(1, 3).map((line) => /,([ab]\.csv:2),/.exec(line)?.[1])).toEqual(['a.csv:2', 'b.csv:2']);
  const back = lines.map((line) => line.replace('wrong', 'right@example.edu'));
  expect((await again(PUSH, back)).code).toBe(0);
});

it('rows are not accepted because of rows with errors, and a warning in a row is marked as one', async () => {
  const { file, json, rejects } = await setUp();
  await file('s.csv', csv([row(1), row(2, { FirstName: 'Bob ' }), row(3, { Email: 'wrong' })]));
  await json([...PUSH, 's.csv', '--rejects', 'r.csv']);
  const note = 'not accepted because of errors of the same record: line 4; keep this row with it';
  const [, first, second = '', third] = await rejects();
  expect(first).toMatch(new RegExp(`,2,,,"?${note}"?,$`));
  expect(second).toMatch(/"?warning: Candidate c-2: FirstName .*\[candidate\.first-name\.[a-z-]+\]/);
  expect(second).toContain(` | ${note}`);
  expect(third).not.toContain('not accepted');
});

it('a schedule of which no row can be read has no other errors than that', async () => {
  const { file, json } = await setUp();
  await file('s.csv', csv([row()]).replace(/,c1@.*$/m, ''));
  const { report } = await json([...PUSH, 's.csv']);
  expect(report.findings.map(({ rule }) => rule)).toEqual(['input.row.width']);
});
