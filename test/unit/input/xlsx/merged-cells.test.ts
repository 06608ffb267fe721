/** Merged cells: their rows have the value of the first cell, and what they hide is told. */
import { expect, test } from 'vitest';
import { readTable } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';

test('each row of merged cells has their value, with a note', async () => {
  const rows = [
    textRow(1, ['A', 'B', 'C']),
    textRow(2, ['x', '1', 'wide']),
    textRow(3, ['', '2']),
    textRow(4, ['', '3']),
    textRow(5, ['', '4']),
  ].join('');
  const behind =
    '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="C2:D2"/><mergeCell ref="A9:A10"/></mergeCells>';
  const { input, rows: read } = await readTable(makeSheet(rows, { behind }));
  expect(read.map(({ cells }) => cells)).toEqual([
    ['x', '1', 'wide'],
    ['x', '2', ''],
    ['x', '3', ''],
    ['', '4', ''],
  ]);
  expect(input.warnings?.map(({ cell, message }) => [cell, message])).toEqual([
    ['A2', 'The cells A2:A4 are merged: each row is read with the value of A2'],
    ['C2', 'The cells C2:D2 are merged: only C2 is read'],
    ['A9', 'The cells A9:A10 are merged: each row is read with the value of A9'],
  ]);
});

test('merged cells are read as they are shown, and what they hide is told with its cell', async () => {
  const rows = [
    textRow(1, ['A', 'B', 'C', 'D']),
    textRow(2, ['top', '1', 'wide', 'beside']),
    textRow(3, ['under', '2', 'x', '', 'beyond the header']),
    textRow(4, ['top', '3', '', 'y']),
    '<row r="5"><c r="B5"><v>4</v></c><c r="C5" t="e"><v>#N/A</v></c></row>',
    textRow(6, ['', '5', '', '']),
    textRow(7, ['', '6', 'shown', '']),
  ].join('');
  const ranges = ['A2:A5', 'C2:D2', 'C3:E4', 'C5:C6', 'D6:D7'];
  const behind = `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
  const { input, rows: read } = await readTable(makeSheet(rows, { behind }));
  expect(read.map(({ cells }) => cells)).toEqual([
    ['top', '1', 'wide', ''],
    ['top', '2', 'x', '', ''],
    ['top', '3', 'x', ''],
    ['top', '4', '#N/A', ''],
    ['', '5', '#N/A', ''],
    ['', '6', 'shown', ''],
  ]);
  expect(read[4]?.values?.get(2)?.fault).toBe('error-value');
  expect(input.lateWarnings?.().map(({ severity, cell, message }) => [severity, cell, message])).toEqual([
    ['warning', 'A3', 'The merged cells A2:A5 hide another value in A3, and only A2 is read'],
    ['warning', 'D2', 'The merged cells C2:D2 hide another value in D2, and only C2 is read'],
    ['warning', 'E3', 'The merged cells C3:E4 hide other values in E3, D4, and only C3 is read'],
  ]);
});

test('a covered value below an empty cell, or below the header, is not read', async () => {
  const rows = textRow(1, ['A', 'B', 'C']) + textRow(2, ['hidden', '1']) + textRow(4, ['4', '2', 'hidden too']);
  const behind = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="C3:C4"/></mergeCells>';
  const { input, rows: read } = await readTable(makeSheet(rows, { behind }));
  expect(read.map(({ cells }) => cells)).toEqual([
    ['', '1', ''],
    ['4', '2', ''],
  ]);
  expect(input.lateWarnings?.().map(({ cell }) => cell)).toEqual(['A2', 'C4']);
});

test('of many merged cells each is found once, with any name and wherever a chunk of bytes ends', async () => {
  const numbers = Array.from({ length: 9000 }, (_, index) => index + 2);
  const cell = (row: number) => `<x:mergeCell ${' '.repeat(row % 23)}ref='A${row}:B${row}'></x:mergeCell>`;
  const behind = `<x:mergeCells>${numbers.map(cell).join('\n')}</x:mergeCells>`;
  const text = textRow(2, ['the word mergeCell ref="A3:B9"', 'x'.repeat(100_000), 'mergeCell']);
  const { input } = await readTable(makeSheet(textRow(1, ['A', 'B', 'C']) + text, { behind }));
  expect(input.warnings?.map(({ cell: first }) => first)).toEqual(numbers.map((row) => `A${row}`));
});

test('of merged cells that overlap, which no program writes, the first ones count', async () => {
  const rows = textRow(1, ['A', 'B']) + textRow(2, ['a', 'b']) + textRow(3, ['c', 'd']) + textRow(4, ['e', 'f']);
  const behind =
    '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="A2:B3"/><mergeCell ref="B3:B4"/><mergeCell ref="A3:B4"/></mergeCells>';
  const { rows: read } = await readTable(makeSheet(rows, { behind }));
  expect(read.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['a', 'd'],
    ['e', 'd'],
  ]);
});
