/** Rejects of two tables, of schedules and of candidates, are one list that reads each column as its table does. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidate, csv, type Row, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';

const PUSH = ['schedule', 'push'] as const;

/** Pushes two tables with rejects, and gives these back with `wrong` replaced by `right`. */
async function pushed(schedules: string, candidates: string) {
  const { file, json, folder, entries } = await createWorkspace();
  await file('s.csv', schedules);
  await file('c.csv', candidates);
  const first = await json([...PUSH, 's.csv', '--candidates', 'c.csv', '--rejects', 'r.csv', '--ignore', '*']);
  expect(first.code).toBe(3);
  const lines = (await readFile(join(folder, 'r.csv'), 'utf8')).replace('\ufeff', '').split('\r\n');
  const again = async (wrong: string, right: string) => {
    await file('again.csv', lines.map((line) => line.replaceAll(wrong, right)).join('\n'));
    const { code, report } = await json([...PUSH, 'again.csv']);
    return { code, findings: report.findings, stored: JSON.stringify(await entries('schedules')) };
  };
  return { first, lines, again };
}

const one = (number: number, values: Row = {}) => ({ ScheduleExtId: 'S-1', ...candidate(number), ...values });
const wrong = one(2, { Email: 'wrong' });

describe('a column that one of the two tables does not read', () => {
  it.each(['City', 'Password', 'State'])('is not read as the field %s of the candidates', async (name) => {
    const { lines, again } = await pushed(csv([{ ...SCHEDULE, [name]: 'Utrecht-1' }]), csv([one(1), wrong]));
    expect(lines[0]).toContain(`,_${name},`);
    const { stored, ...rest } = await again('wrong', 'right@example.edu');
    expect(rest).toEqual({ code: 0, findings: [] });
    expect(stored).toContain('right@example.edu');
    expect(stored).not.toContain('Utrecht');
  });

  it('does not take the place of a column of the other table with the same header', async () => {
    const schedules = csv([{ ...SCHEDULE, SpecialNeeds: 'no', City: 'Goes' }]);
    const candidates = csv([one(1, { SpecialNeeds: 'yes', City: 'Ede' }), { ...wrong, SpecialNeeds: 'no', City: '' }]);
    const { lines, again } = await pushed(schedules, candidates);
    expect(lines[0]).toContain(',_SpecialNeeds,_City,CandidateExtId,');
    const { stored, ...rest } = await again('wrong', 'right@example.edu');
    expect(rest).toEqual({ code: 0, findings: [] });
    expect(stored).toContain('"City":"Ede"');
    expect(stored).not.toContain('Goes');
  });

  it('comes back in its order with its cells, whatever its header is', async () => {
    const schedules = csv([{ ...SCHEDULE, line: 'a', _seat: 'b' }]);
    const { lines, again } = await pushed(
      schedules,
      csv([
        { Remarks: 'late', ...one(1) },
        { Remarks: '', ...wrong },
      ]),
    );
    expect(lines[0]).toMatch(/,GroupName,__line,_seat,_Remarks,CandidateExtId,/);
    expect(lines[1]).toMatch(/,a,b,late,c-1,/);
    expect((await again('wrong', 'right@example.edu')).code).toBe(0);
  });
});

it('a mapping of the ids of candidates, which stand in the column of the schedules, fits the rejects too', async () => {
  const { file, json } = await createWorkspace();
  await file('s.csv', csv([SCHEDULE]));
  await file('c.csv', csv([one(1), wrong]).replace('ScheduleExtId', 'Code'));
  const map = ['--map', 'Code=ScheduleExtId'];
  expect((await json([...PUSH, 's.csv', '--candidates', 'c.csv', '--rejects', 'r.csv', ...map])).code).toBe(3);
  const { report } = await json([...PUSH, 'r.csv', ...map]);
  expect(report.findings.map(({ rule }) => rule)).toEqual(['candidate.email.invalid']);
});

describe('a header of both tables, which a mapping gives to one of them', () => {
  it.each([
    ['Title=City', 'Title'],
    ['City=Title', 'City'],
  ])('becomes two columns with the names of their fields (%s)', async (mapping, header) => {
    const { file, json, folder, entries } = await createWorkspace();
    const { Title, ...schedule } = SCHEDULE;
    await file('s.csv', csv([{ ...schedule, [header]: Title ?? '' }]));
    await file('c.csv', csv([one(1, { [header]: 'Ede' }), { ...wrong, [header]: 'Goes' }]));
    const files = ['s.csv', '--candidates', 'c.csv', '--map', mapping];
    expect((await json([...PUSH, ...files, '--rejects', 'r.csv'])).code).toBe(3);
    const text = await readFile(join(folder, 'r.csv'), 'utf8');
    expect(text).toMatch(/,Title,CandidateExtId,.*,City,_line/);
    await file('again.csv', text.replaceAll('wrong', 'right@example.edu'));
    expect((await json([...PUSH, 'again.csv'])).code).toBe(0);
    const stored = JSON.stringify(await entries('schedules'));
    for (const part of [`"Title":"${Title}"`, '"City":"Ede"', '"City":"Goes"']) expect(stored).toContain(part);
  });
});

describe('a row of candidates that is too short', () => {
  it('has its mark in the column that it lacks, and the reasons under theirs', async () => {
    const candidates = csv([{ ...one(1), Title: 'Ms' }]).replace(',Ms', '');
    const { lines, again } = await pushed(csv([SCHEDULE]), candidates);
    expect(lines[0]).toContain(',Email,_Title,_line,');
    expect(lines[1]).toContain(',(no cell),c.csv:2 | s.csv:2,');
    expect((await again('x', 'x')).findings[0]).toMatchObject({ rule: 'input.row.width', column: '_Title' });
    expect((await again('(no cell)', '')).code).toBe(0);
  });
});
