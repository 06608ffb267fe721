/** Texts that `--fix` changes are sent, and each change is reported with its place, whatever the form of the file. */
import { describe, expect, it } from 'vitest';
import { withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';
import { type SentKind, wouldSend } from '../sending.ts';

type Row = Readonly<Record<string, string>>;

const USER = { ExternalId: 'u-1', FirstName: 'Renée', LastName: "O'Brien", Email: 'r@example.org', City: 'Ypres' };
const OTHER = { ...USER, ExternalId: 'u-0', FirstName: 'Ada', LastName: 'King', Email: 'a@example.org' };
/** The texts by field, which are the same in JSON. */
const DAMAGED = {
  ...{
    ExternalId: 'u-1\u200b',
    FirstName: 'Ren\u00adée',
    LastName: "\u2066O'Brien\u2069\u200b",
    Email: '\u00a0r@example.org',
  },
  City: 'Ypres\ufeff\u200b',
};
const FIXED = ['ExternalId', 'FirstName', 'LastName', 'Email', 'City'];

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: readonly Row[]) =>
  `${[Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells) => cells.map(quote).join(',')).join('\n')}\n`;
const FORMS: readonly (readonly [name: string, (rows: readonly Row[]) => Buffer])[] = [
  ['list.csv', (rows) => Buffer.from(csv(rows))],
  [
    'list.xlsx',
    (rows) =>
      makeSheet(
        [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells, at) => textRow(at + 1, cells)).join(''),
      ),
  ],
  ['list.json', (rows) => Buffer.from(JSON.stringify(rows))],
  ['list.ndjson', (rows) => Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))],
];

const send = (kind: SentKind, name: string, bytes: Buffer, fix = true) =>
  withFile(bytes, (file) => wouldSend(kind, [file], { fix }), name);

describe.each(FORMS)('of %s', (name, write) => {
  it('texts are fixed, and each change is a note', async () => {
    const { report, sent } = await send('users', name, write([OTHER, DAMAGED]));
    expect(sent).toEqual([OTHER, USER]);
    expect(report.findings.map(({ field }) => field)).toEqual(FIXED);
    for (const finding of report.findings) {
      expect(finding).toMatchObject({ severity: 'note', rule: 'input.value.fixed', key: 'u-1', record: 2 });
      expect(finding.message).toContain('; --fix has ');
      expect(finding.message).not.toMatch(/Ren|Brien|Ypres/);
    }
  });

  it('they stay as they are without --fix', async () => {
    const rows = [{ ...USER, City: 'Ypres\u200b' }];
    const { report, sent } = await send('users', name, write(rows), false);
    expect(sent).toEqual(rows);
    expect(report.findings).toMatchObject(
      [{ rule: 'user.city.invisible', suggestion: /\(--fix does it\)$/ }].map(({ rule, suggestion }) => ({
        rule,
        suggestion: expect.stringMatching(suggestion),
      })),
    );
  });

  it('damage without a certain fix stays, with its warning, and a secret stays without one', async () => {
    const row = { ...USER, FirstName: 'J?rgen\u200b', Password: '“secret\u200b”' };
    const { report, sent } = await send('users', name, write([row]));
    expect(sent).toEqual([row]);
    expect(report.findings).toMatchObject([{ rule: 'user.first-name.lost-letter' }]);
  });

  it('white space around a text goes, with a note at its place', async () => {
    const row = { ...USER, ExternalId: ' u-1', FirstName: 'Renée\t', Password: ' secret words ' };
    const other = { ...OTHER, Password: 'other words' };
    const { report, sent } = await send('users', name, write([other, row]));
    expect(sent).toEqual([other, { ...USER, Password: 'secret words' }]);
    expect(report.findings.map(({ field, message }) => [field, message])).toEqual(
      ['ExternalId', 'FirstName', 'Password'].map((field) => [
        field,
        `${field} has white space before or after the text; --fix has removed it`,
      ]),
    );
    for (const finding of report.findings) {
      expect(finding).toMatchObject({ severity: 'note', rule: 'input.value.fixed', key: 'u-1', record: 2 });
    }
  });
});

const SITTING = {
  ...{ ScheduleExtId: 'LAW-1', AssessmentExtId: 'A-1', StartDateTime: '2027-01-11T09:00:00Z' },
  ...{ GroupExtId: 'G-1', GroupName: 'Law' },
};
const candidate = (id: string) => ({
  CandidateExtId: id,
  FirstName: 'Ada',
  LastName: 'King',
  Email: `${id}@example.org`,
});

it('rows of a schedule belong together once their ids are fixed, and each row has a note', async () => {
  const rows = [
    { ...SITTING, ...candidate('444021'), CandidateExtId: '444021\u200b' },
    { ...SITTING, ScheduleExtId: 'LAW-\u200b1', GroupName: 'Law\u200b', ...candidate('444022') },
    { ...SITTING, GroupName: '\u200fLaw', ...candidate('0444023'), CandidateExtId: '\u200b0444023' },
  ];
  const { report, sent } = await send('schedules', 'list.csv', Buffer.from(csv(rows)));
  const ids = ['444021', '444022', '0444023'];
  const { GroupName, GroupExtId, AssessmentExtId, ...times } = SITTING;
  expect(sent).toMatchObject([
    {
      Schedule: { GroupName, GroupExtId, AssessmentExtId, ScheduleExtId: times.ScheduleExtId },
      Candidates: ids.map((CandidateExtId) => ({ CandidateExtId })),
    },
  ]);
  const fixed = report.findings.filter(({ rule }) => rule === 'input.value.fixed');
  expect(fixed.map(({ line, field, key }) => [line, field, key])).toEqual([
    [2, 'CandidateExtId', 'LAW-1'],
    [3, 'ScheduleExtId', 'LAW-1'],
    [3, 'GroupName', 'LAW-1'],
    [4, 'GroupName', 'LAW-1'],
    [4, 'CandidateExtId', 'LAW-1'],
  ]);
});

it('white space around the entries of a list, a choice, a number and a date is removed, with a note for each cell', async () => {
  const row = { ...USER, Labels: ' a |b c| d', Hierarchies: ' LAW:IsCoordinator', DateOfBirth: ' 2001-05-31' };
  const more = { SpecialNeeds: 'yes ', ReasonableAdjustmentPercentage: ' 25 ' };
  const { report, sent } = await send('users', 'list.csv', Buffer.from(csv([{ ...row, ...more }])));
  expect(sent).toMatchObject([
    {
      ...{ Labels: ['a', 'b c', 'd'], Hierarchies: [{ ExternalId: 'LAW', IsCoordinator: true }] },
      ...{ DateOfBirth: '2001-05-31', SpecialNeeds: true, ReasonableAdjustmentPercentage: 25 },
    },
  ]);
  expect(report.findings.map(({ column, severity }) => [column, severity]).toSorted()).toEqual(
    ['DateOfBirth', 'Hierarchies', 'Labels', 'ReasonableAdjustmentPercentage', 'SpecialNeeds'].map((column) => [
      column,
      'note',
    ]),
  );
});
