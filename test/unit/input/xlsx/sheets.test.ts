/** The choice of the sheet, its rows, and the warnings about them. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openInput } from '../../../../src/input/open-input.ts';
import { readTable, withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, makeWorkbook, textRow } from '../../../support/xlsx/workbook.ts';

const book = (...sheets: readonly (readonly [name: string, rows: string, state?: 'hidden' | 'veryHidden'])[]) =>
  makeWorkbook({ sheets: sheets.map(([name, rows, state]) => ({ name, rows, ...(state && { state }) })) });

const FULL = textRow(1, ['A', 'B']) + textRow(2, ['1', '2']);
const OTHER = textRow(1, ['C']) + textRow(2, ['3']);
const TWO = book(['First', FULL], ['Last year', OTHER]);

test.each([
  ['its name', 'Last year'],
  ['its name in other letters', 'LAST YEAR'],
  ['its number', '2'],
])('a sheet is found by %s', async (_, sheet) => {
  const { input, rows } = await readTable(TWO, { sheet });
  expect(input).toMatchObject({ sheet: 'Last year', header: { names: ['C'], line: 1 }, warnings: [] });
  expect(rows).toMatchObject([{ line: 2, lines: 1, record: 1, sheet: 'Last year', cells: ['3'] }]);
});

test('without a name the only sheet with data is read', async () => {
  const empty = '<row r="1"><c r="A1" s="1"/></row>';
  const workbook = book(['Notes', empty], ['List', FULL]);
  expect((await readTable(workbook)).input).toMatchObject({ sheet: 'List', warnings: [] });
});

test('the program does not choose among several sheets with data', async () => {
  await expect(readTable(TWO)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('several sheets have data: "First", "Last year"'),
    hint: expect.stringContaining('--sheet First'),
  });
});

test('a sheet that is not there is named with those that are', async () => {
  await expect(readTable(TWO, { sheet: '3' })).rejects.toMatchObject({
    name: 'UsageError',
    hint: 'Its sheets are "First", "Last year".',
  });
});

test('a hidden sheet is not read, with a note', async () => {
  const workbook = book(['Old', OTHER, 'veryHidden'], ['List', FULL]);
  const { input } = await readTable(workbook);
  expect(input.sheet).toBe('List');
  expect(input.warnings).toMatchObject([
    { rule: 'input.sheet.hidden-sheet', message: 'The hidden sheet "Old" is not read' },
  ]);
  expect((await readTable(workbook, { sheet: 'List' })).input.warnings).toEqual([]);
  expect((await readTable(workbook, { sheet: 'Old' })).rows).toHaveLength(1);
});

test('a workbook of hidden sheets is refused with their names', async () => {
  const workbook = book(['Old', OTHER, 'hidden'], ['List', '']);
  await expect(readTable(workbook)).rejects.toMatchObject({
    message: expect.stringContaining('only hidden sheets'),
    hint: expect.stringContaining('--sheet Old'),
  });
});

test.each(['', '<row r="3"><c r="A3" s="1"/></row>'])('a sheet without a text is empty: %s', async (rows) => {
  await expect(readTable(makeSheet(rows))).rejects.toThrow('the sheet "Sheet1" is empty');
});

test('rows without a text count as blank, wherever they are and whatever the dimension element says', async () => {
  const rows = [
    '<row r="2"><c r="B2" s="1"/></row>',
    textRow(3, ['A', 'B']),
    textRow(5, ['1', '2']),
    '<row r="6"/>',
    '<row r="9"><c r="C9" t="inlineStr"><is><t>beyond</t></is></c></row>',
    '<row r="12"><c r="XFD12" s="1"/></row>',
  ].join('');
  const { input, rows: read } = await readTable(makeSheet(rows, { before: '<dimension ref="A1:B1048576"/>' }));
  expect(read.map(({ line, record, cells }) => [line, record, cells])).toEqual([
    [5, 1, ['1', '2']],
    [9, 2, ['', '', 'beyond']],
  ]);
  expect(input.lineCounts).toMatchObject({ lines: 12, header: 1, blank: 9 });
});

test('hidden rows and columns are suspicions', async () => {
  const hidden = textRow(2, ['1', '2']).replace('<row', '<row hidden="1"');
  const { input, rows } = await readTable(
    makeSheet(textRow(1, ['A', 'B hidden="1"']) + hidden + textRow(3, ['hidden', '4']), {
      before: '<cols><col min="2" max="16384" hidden="true"/></cols>',
    }),
  );
  expect(rows).toHaveLength(2);
  expect(input.lateWarnings?.()).toMatchObject([
    { rule: 'input.sheet.hidden', line: 2, message: 'The table has hidden rows: row 2' },
    { rule: 'input.sheet.hidden', line: 1, message: 'The table has hidden columns: column B' },
  ]);
});

test('hidden blank rows are not reported, however many they are', async () => {
  const blank = Array.from({ length: 1500 }, (_, index) => {
    const cells = ['<c s="1"/>', '<c t="str"><f>""</f><v></v></c>', '<c t="inlineStr"><is><t> </t></is></c>'];
    return `<row r="${index + 3}" hidden="1">${cells[index % 3]}</row>`;
  });
  const last = textRow(1503, ['3', '4']).replace('<row', '<row hidden="true"');
  const rows = textRow(1, ['A', 'B']) + textRow(2, ['1', '2']) + blank.join('');
  expect((await readTable(makeSheet(rows))).input.lateWarnings?.()).toEqual([]);
  const { input } = await readTable(makeSheet(rows + last));
  expect(input.lateWarnings?.().map(({ message }) => message)).toEqual(['The table has hidden rows: row 1503']);
});

test('a workbook is recognised by its content, also on standard input', async () => {
  await withFile(
    makeSheet(FULL),
    async (file) => {
      expect(await openInput(file, {})).toMatchObject({ kind: 'table', sheet: 'Sheet1' });
    },
    'list',
  );
  const input = await openInput('-', { stdin: Readable.from([makeSheet(FULL)]) });
  expect(input).toMatchObject({ file: 'standard input', form: 'XLSX, sheet "Sheet1"' });
});
