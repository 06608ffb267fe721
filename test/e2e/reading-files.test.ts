/** How files are read that are not quite as they should be: which of two they are, which sheet, and which columns. */
import { link, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidate, csv, SCHEDULE } from '../support/cli/sitting-list.ts';
import { createWorkspace } from '../support/cli/workspace.ts';
import { makeWorkbook, tableRows } from '../support/xlsx/workbook.ts';

const PUSH = ['schedule', 'push'] as const;
const CANDIDATES = [1, 2].map((number) => ({ ScheduleExtId: 'S-1', ...candidate(number) }));

async function setUp() {
  const space = await createWorkspace();
  await space.file('s.csv', csv([SCHEDULE]));
  await space.file('c.csv', csv(CANDIDATES));
  return space;
}

describe('a list of schedules and one of candidates', () => {
  it('in each other’s place are refused, and the error says what is whose', async () => {
    const { json } = await setUp();
    for (const command of [[...PUSH], ['validate', 'schedules']]) {
      const { code, report } = await json([...command, 'c.csv', '--candidates', 's.csv']);
      expect(code).toBe(3);
      expect(report.findings[0]).toMatchObject({
        file: 'c.csv',
        message: 'The file has candidates, and no column of schedules',
        suggestion: 'name the file of the schedules, and this one with --candidates c.csv',
      });
    }
  });

  it.each([
    ['s.csv', 'input.header.no-candidates', 's.csv --candidates FILE'],
    ['c.csv', 'input.header.no-schedules', '--candidates c.csv'],
  ])('one without the other is one finding: %s', async (file, rule, suggestion) => {
    const { json } = await setUp();
    const { code, report } = await json([...PUSH, file]);
    expect(code).toBe(3);
    expect(report.findings).toMatchObject([{ severity: 'error', line: 1, rule }]);
    expect(report.findings[0]?.suggestion).toContain(suggestion);
  });
});

describe('two sheets of one workbook', () => {
  const BOOK = makeWorkbook({
    sheets: [
      { name: 'Sittings', rows: tableRows([SCHEDULE]) },
      { name: 'People', rows: tableRows(CANDIDATES) },
    ],
  });

  it.each([
    ['by name', ['--sheet', 'Sittings', '--candidates-sheet', 'People']],
    ['by number, with the file named twice', ['--sheet', '1', '--candidates', 'b.xlsx', '--candidates-sheet', '2']],
  ])('are schedules and their candidates: %s', async (_, flags) => {
    const { json, file } = await setUp();
    await file('b.xlsx', BOOK);
    const { code, report } = await json([...PUSH, 'b.xlsx', ...flags]);
    expect(code).toBe(0);
    expect(report.counts).toMatchObject({ read: 1, succeeded: 1, candidates: 2 });
    expect(report.inputs).toMatchObject([{ file: 'b.xlsx', lines: 5, header: 2, records: 3 }]);
  });

  it('name the sheet that lacks the schedule of a candidate, and report hidden rows of both', async () => {
    const { json, file } = await setUp();
    const rows = tableRows([...CANDIDATES, { ScheduleExtId: 'S-9', ...candidate(3) }]).replace(
      '<row r="4"',
      '<row r="4" hidden="1"',
    );
    const sheets = [
      { name: 'Sittings', rows: tableRows([SCHEDULE]).replace('<row r="2"', '<row r="2" hidden="1"') },
      { name: 'People', rows },
    ];
    await file('b.xlsx', makeWorkbook({ sheets }));
    const { report } = await json([...PUSH, 'b.xlsx', '--sheet', 'Sittings', '--candidates-sheet', 'People']);
    expect(report.findings.map(({ sheet, line, message }) => [sheet, line, message])).toEqual([
      ['Sittings', 2, 'The table has hidden rows: row 2'],
      ['People', 4, 'No schedule of the sheet "Sittings" has the ScheduleExtId "S-9"'],
      ['People', 4, 'The table has hidden rows: row 4'],
    ]);
  });

  it.each([[[]], [['--candidates', 'hard.xlsx']]])('are two sheets, also with %j', async (flags) => {
    const { json, file, folder } = await setUp();
    await file('b.xlsx', BOOK);
    await link(join(folder, 'b.xlsx'), join(folder, 'hard.xlsx'));
    const { code, report } = await json([
      ...PUSH,
      'b.xlsx',
      ...flags,
      '--sheet',
      '1',
      '--candidates-sheet',
      'Sittings',
    ]);
    expect({ code, message: report.error?.message }).toEqual({
      code: 2,
      message: 'b.xlsx: the sheet "Sittings" is given twice',
    });
  });

  it('need --candidates-sheet, and it needs one file', async () => {
    const { json, file, folder } = await setUp();
    await file('b.xlsx', BOOK);
    const twice = await json([...PUSH, 'b.xlsx', '--candidates', 'b.xlsx', '--sheet', '1']);
    expect(twice).toMatchObject({
      code: 2,
      report: { error: { message: '--candidates names the file of the schedules' } },
    });
    await link(join(folder, 'b.xlsx'), join(folder, 'hard.xlsx'));
    const linked = await json([...PUSH, 'b.xlsx', '--candidates', 'hard.xlsx', '--sheet', '1']);
    expect(linked.report.error).toEqual(twice.report.error);
    const several = await json([...PUSH, 'b.xlsx', 's.csv', '--candidates-sheet', '2']);
    expect(several).toMatchObject({ code: 2 });
  });

  it.each([
    ['Sittings', [], 'input.header.no-candidates', '--candidates-sheet NAME'],
    ['People', [], 'input.header.no-schedules', '--candidates-sheet People'],
    ['People', ['--candidates-sheet', 'Sittings'], 'input.header.no-schedules', '--candidates-sheet People'],
  ])('one without the other, or in its place, names the flag: %s %j', async (sheet, flags, rule, suggestion) => {
    const { json, file } = await setUp();
    await file('b.xlsx', BOOK);
    const { code, report } = await json([...PUSH, 'b.xlsx', '--sheet', sheet, ...flags]);
    expect(code).toBe(3);
    expect(report.findings[0]).toMatchObject({ severity: 'error', sheet, rule });
    expect(report.findings[0]?.suggestion).toContain(suggestion);
  });
});

it.each([
  [['validate', 'users'], 'u.csv'],
  [['validate', 'users'], './u.csv'],
  [['validate', 'users'], 'soft.csv'],
  [['validate', 'users'], 'hard.csv'],
])('a file that is given twice is refused: %j %s', async (command, again) => {
  const { json, file, folder } = await createWorkspace();
  await file('u.csv', 'ExternalId,FirstName,LastName\nu-1,Ada,Byron\n');
  await symlink('u.csv', join(folder, 'soft.csv'));
  await link(join(folder, 'u.csv'), join(folder, 'hard.csv'));
  const { code, report } = await json([...command, 'u.csv', again]);
  expect({ code, findings: report.findings }).toEqual({ code: 2, findings: [] });
  expect(report.error).toMatchObject({ message: `${again} is given twice`, hint: 'Name each file once.' });
});
