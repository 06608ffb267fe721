/** Merged cells of a table stop the file: it is unclear what the cells behind the first one mean. */
import { expect, test } from 'vitest';
import { readTable } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';

const ROWS = textRow(1, ['Users']) + textRow(3, ['A', 'B']) + textRow(4, ['x', '1']) + textRow(5, ['y', '2']);
const merging = (refs: readonly string[]) =>
  makeSheet(ROWS, {
    behind: `<x:mergeCells>${refs.map((ref) => `<x:mergeCell ref='${ref}'/>`).join('')}</x:mergeCells>`,
  });
const HEADER = { header: { line: 3 } };

test.each(['A4:A5', 'B4:C4', 'A3:A4', 'A9:A10'])('merged cells of the table are an error: %s', async (ref) => {
  await expect(readTable(merging(['A1:B1', ref]), HEADER)).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringContaining(`the cells ${ref} of the sheet "Sheet1" are merged`),
    hint: 'Unmerge the cells of the table, and fill in each one.',
  });
});

test('merged cells in a title, in the header and beside the table are no fault', async () => {
  const { rows } = await readTable(merging(['A1:B1', 'A3:B3', 'D4:E5']), HEADER);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['x', '1'],
    ['y', '2'],
  ]);
});
