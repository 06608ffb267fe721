import { expect, it } from 'vitest';
import { showColumns } from '../../../../src/output/xlsx/marked/column-edit.ts';

it.each([
  ['a hidden column', '<col min="5" max="5" width="9" hidden="1"/>', [4], ['<col min="5" max="5" width="9"/>']],
  [
    'a column of no width',
    '<x:col min="5" max="5" width="0"></x:col>',
    [4],
    ['<x:col min="5" max="5" width="12" customWidth="1"/>'],
  ],
  [
    'some of several columns',
    '<col min="2" max="8" hidden="true" width="7"/>',
    [6, 3, 4, 9],
    [
      '<col min="2" max="3" hidden="true" width="7"/>',
      '<col min="4" max="4" width="7"/>',
      '<col min="5" max="5" width="7"/>',
      '<col min="6" max="6" hidden="true" width="7"/>',
      '<col min="7" max="7" width="7"/>',
      '<col min="8" max="8" hidden="true" width="7"/>',
    ],
  ],
])('shows %s', (_, element, columns, shown) => {
  expect(showColumns(element, new Set(columns))).toEqual(shown);
});

it.each([
  ['a visible one', '<col min="5" max="5" width="9.5" hidden="0"/>'],
  ['another hidden one', '<col min="6" max="9" hidden="1"/>'],
])('leaves %s as it is', (_, element) => {
  expect(showColumns(element, new Set([4]))).toEqual([element]);
});
