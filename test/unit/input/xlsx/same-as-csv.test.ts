/** A list gives the same requests as a workbook and as CSV. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { csvLines } from '../../../support/generate/csv-text.ts';
import { scheduleRequests, withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, textCell } from '../../../support/xlsx/workbook.ts';

const HEADER = [
  'ScheduleExtId',
  'AssessmentExtId',
  'StartDateTime',
  'GroupExtId',
  'CandidateExtId',
  'FirstName',
  'Email',
  'SpecialNeeds',
  'ReasonableAdjustmentPercentage',
];
const FORMATS = ['0000000', 'dd/mm/yyyy hh:mm', '0%', '#,##0'];

interface Cell {
  readonly csv: string;
  readonly xml: string;
}

const text = (value: string): Cell => ({ csv: value, xml: value === '' ? '<c/>' : textCell(value) });
const either = (value: string, xml: string) => fc.constantFrom(text(value), { csv: value, xml });

const ID = fc
  .integer({ min: 0, max: 9_999_999 })
  .chain((id) => either(String(id).padStart(7, '0'), `<c s="1"><v>${id}</v></c>`));
const FIRST_MINUTE = Date.UTC(2027, 0, 1);
/** The day with this number began at this moment. */
const DAY_46388 = 46_388;
const START = fc.integer({ min: 0, max: 525_599 }).chain((minute) => {
  const written = new Date(FIRST_MINUTE + minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  return either(written, `<c s="2"><v>${DAY_46388 + minute / 1440}</v></c>`);
});
const NAME = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => !/[\r\n]/.test(name) && name.trim() !== '')
  .map(text);
const TRUTH = fc.boolean().chain((truth) => either(String(truth), `<c t="b"><v>${truth ? 1 : 0}</v></c>`));
const SHARE = fc
  .integer({ min: 1, max: 100 })
  .chain((share) => either(String(share), `<c s="3"><v>${share / 100}</v></c>`));
const PLAIN = fc.constantFrom('A-1', '', 'a@example.edu').map(text);
const ROW = fc.tuple(
  fc.constantFrom('S-1', 'S-2', 'S-3').map(text),
  PLAIN,
  START,
  PLAIN,
  ID,
  NAME,
  PLAIN,
  TRUTH,
  SHARE,
);

const ZONE = 'Europe/Amsterdam';

test('pairs of workbook and CSV make equal requests', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ROW, { minLength: 1, maxLength: 8 }), async (rows) => {
      const lines = [HEADER.map(text), ...rows];
      const sheet = lines.map((cells) => `<row>${cells.map(({ xml }) => xml).join('')}</row>`).join('');
      await withFile(makeSheet(sheet, { formats: FORMATS }), async (file) => {
        const csv = join(file, '..', 'book.csv');
        const cells = rows.map((row) => row.map((cell) => cell.csv));
        await writeFile(csv, [...csvLines(HEADER, cells)].join(''));
        expect(await scheduleRequests(file, ZONE)).toEqual(await scheduleRequests(csv, ZONE));
      });
    }),
    { numRuns: amount(60, 2_000) },
  );
});

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

test('the fixture list is the same as a workbook', async () => {
  const asCsv = await scheduleRequests(join(FIXTURES, 'sittings.csv'));
  expect(asCsv).toHaveLength(40);
  expect(await scheduleRequests(join(FIXTURES, 'sittings.xlsx'), ZONE)).toEqual(asCsv);
});
