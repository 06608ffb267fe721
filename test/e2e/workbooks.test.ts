/** Workbooks as inputs of the commands: what they send, and how places in them are named. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import EXAMPLE from '../../fixtures/catalogue/example.json' with { type: 'json' };
import { createStoreInProcess } from '../support/cli/store-in-process.ts';
import { makeSheet, textCell as text, textRow } from '../support/xlsx/workbook.ts';

const HEADER = [
  'ExternalId',
  'FirstName',
  'LastName',
  'Email',
  'DateOfBirth',
  'ReasonableAdjustmentPercentage',
  'SpecialNeeds',
];
const FORMATS = ['0000000', 14, '0%', 'ggge'];

function userRow(number: number, cells: string): string {
  return `<row r="${number}">${cells}</row>`;
}

const GOOD = `<c s="1"><v>444021</v></c>${text('Ada')}${text('Byron')}${text('ada@example.edu')}<c s="2"><v>36556</v></c><c s="3"><v>0.25</v></c><c t="b"><v>1</v></c>`;

async function setUp(rows: string, others: Parameters<typeof makeSheet>[1] = {}, born = 'DateOfBirth') {
  const space = await createStoreInProcess();
  const file = join(space.folder, 'users.xlsx');
  await writeFile(file, makeSheet(textRow(1, HEADER.with(4, born)) + rows, { formats: FORMATS, ...others }));
  return { ...space, xlsx: file };
}

test('a workbook is sent as the cells show it', async () => {
  const { json, xlsx, load, entries } = await setUp(userRow(2, GOOD));
  await load(EXAMPLE);
  const { code, report } = await json(['user', 'sync', xlsx]);
  expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  expect(report.results).toMatchObject([
    { key: '0444021', file: xlsx, line: 2, sheet: 'Sheet1', outcome: 'succeeded' },
  ]);
  expect(report.inputs).toMatchObject([{ file: xlsx, lines: 2, header: 1, records: 1, blank: 0 }]);
  expect(await entries('users')).toContainEqual(
    expect.objectContaining({
      ExternalId: '0444021',
      DateOfBirth: '2000-01-31',
      ReasonableAdjustmentPercentage: 25,
      SpecialNeeds: true,
    }),
  );
});

test.each([
  ['dates and ISO texts', '2000-12-31', 'DateOfBirth'],
  ['dates and texts in a column that is not read', '31-12-2000', 'Enrolled'],
])('%s are not mixed dates', async (_, date, born) => {
  const second = userRow(3, `${text('u-9')}${text('Bob')}${text('Byron')}${text('bob@example.edu')}${text(date)}`);
  const { json, xlsx } = await setUp(userRow(2, GOOD) + second, {}, born);
  const { code, report } = await json(['validate', 'users', xlsx, '--ignore', 'Enrolled']);
  expect([code, report.findings.map(({ rule }) => rule)]).toEqual([0, []]);
});

const FAULTY = [
  userRow(3, `<c><v>1234567890123456789</v></c>${text('Bob')}${text('Byron')}${text('bob@example.edu')}`),
  userRow(4, `${text('u-4')}<c t="e"><v>#N/A</v></c>${text('Byron')}${text('carl@example.edu')}`),
  userRow(5, `${text('u-5')}${text('Dora')}<c><f>B5</f></c>${text('dora@example.edu')}`),
  userRow(
    6,
    `${text('u-6')}${text('Ed')}${text('Byron')}${text('no mail')}<c t="inlineStr"><is><t>31-1-2000</t></is></c><c s="4"><v>0.5</v></c>`,
  ),
].join('');

test('what cannot be read is found at its cell', async () => {
  const { json, xlsx } = await setUp(userRow(2, GOOD) + FAULTY, { name: 'My list' });
  const { code, report } = await json(['validate', 'users', xlsx]);
  expect(code).toBe(3);
  expect(report.findings.map(({ cell, rule }) => [cell, rule])).toEqual([
    ['E1', 'input.value.date-order'],
    [undefined, 'input.header.draft'],
    ['A3', 'user.external-id.digits-lost'],
    ['B4', 'user.first-name.error-value'],
    ['C5', 'user.last-name.no-result'],
    ['D6', 'user.email.invalid'],
    ['E6', 'user.date-of-birth.invalid'],
    ['F6', 'user.reasonable-adjustment-percentage.unknown-format'],
    ['E6', 'input.column.mixed-dates'],
  ]);
  expect(report.findings[2]).toMatchObject({ file: xlsx, line: 3, sheet: 'My list', column: 'ExternalId' });
});

test('a repeated id names the row of the first', async () => {
  const { json, xlsx } = await setUp(userRow(2, GOOD) + userRow(9, GOOD));
  const { report } = await json(['validate', 'users', xlsx]);
  expect(report.findings).toMatchObject([{ cell: 'A9', message: 'ExternalId is the same as in row 2' }]);
});

const SITTING = [
  'ScheduleExtId',
  'AssessmentExtId',
  'StartDateTime',
  'GroupExtId',
  'GroupName',
  'CandidateExtId',
  'FirstName',
  'LastName',
  'Email',
];
const START = '<c s="1"><v>46398.375</v></c>';
const SITTINGS =
  textRow(1, SITTING) +
  userRow(
    2,
    ['S-1', 'A-1'].map(text).join('') +
      START +
      ['G-1', 'Group', 'c-1', 'Ada', 'Byron', 'ada@example.edu'].map(text).join(''),
  );

test('a date of a start needs a time zone, and is exact in it', async () => {
  const space = await createStoreInProcess();
  const file = join(space.folder, 'sittings.xlsx');
  await writeFile(file, makeSheet(SITTINGS, { formats: ['d-m-yyyy h:mm'] }));
  const without = await space.json(['validate', 'schedules', file]);
  expect(without.report.findings).toMatchObject([{ cell: 'C2', rule: 'schedule.start-date-time.no-zone' }]);
  expect((await space.json(['validate', 'schedules', file, '--timezone', 'Europe/Amsterdam'])).code).toBe(0);
});

test('a date or a yes in a text field is a warning, unless the field is for it', async () => {
  const { json, xlsx } = await setUp('');
  const header = ['ExternalId', 'FirstName', 'LastName', 'Email', 'DateOfBirth', 'SpecialNeeds', 'UserName', 'Labels'];
  const date = '<c s="2"><v>46398</v></c>';
  const yes = '<c t="b"><v>1</v></c>';
  const row = (number: number, id: string, others: string, name = text('Ada')) =>
    userRow(
      number,
      `${id}${name}${text('Byron')}${text(`u${number}@example.edu`)}<c s="2"><v>3655${number}</v></c>${yes}${others}`,
    );
  const rows = [
    row(2, date, text('2027-01-12') + text('2027-01-12')),
    row(3, text('TRUE'), yes + yes, yes),
    row(4, text('u-4'), date + date),
    row(5, text('u-5'), '<c s="5"><v>46398</v></c>'),
  ];
  await writeFile(xlsx, makeSheet(textRow(1, header) + rows.join(''), { formats: [...FORMATS, 'd-mmm'] }));
  const { code, report } = await json(['validate', 'users', xlsx]);
  expect(report.findings.map(({ severity, cell, rule }) => [severity, cell, rule])).toEqual([
    ['warning', 'A2', 'user.external-id.month'],
    ['warning', 'B3', 'user.first-name.type'],
    ['warning', 'G3', 'user.user-name.type'],
    ['warning', 'H3', 'user.labels.item-type'],
    ['warning', 'G4', 'user.user-name.month'],
    ['warning', 'H4', 'user.labels.item-month'],
    ['warning', 'G5', 'user.user-name.month'],
  ]);
  expect(code).toBe(0);
});

test.each([
  ['hidden rows', userRow(2, GOOD).replace('<row', '<row hidden="1"'), ''],
  ['merged cells', userRow(2, GOOD), '<mergeCells><mergeCell ref="B2:C2"/></mergeCells>'],
])('nothing of a list with %s is sent, also with --skip-invalid', async (_, rows, behind) => {
  const { json, xlsx, load, entries } = await setUp(rows, { behind });
  await load(EXAMPLE);
  const before = await entries('users');
  for (const flags of [[], ['--skip-invalid']]) {
    expect(await json(['user', 'sync', xlsx, ...flags])).toMatchObject({ code: 3 });
    expect(await entries('users')).toEqual(before);
  }
});

test('--accept lets hidden rows through, and the report says so', async () => {
  const { json, xlsx, load } = await setUp(userRow(2, GOOD).replace('<row', '<row hidden="1"'));
  await load(EXAMPLE);
  const { code, report } = await json(['user', 'sync', xlsx, '--accept', 'input.sheet.hidden']);
  expect({ code, accepted: report.accepted }).toEqual({ code: 0, accepted: ['input.sheet.hidden'] });
  expect(report.findings).toMatchObject([{ severity: 'warning', rule: 'input.sheet.hidden', line: 2 }]);
});
