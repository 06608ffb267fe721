import { expect, test } from 'vitest';
import { openInput } from '../../../src/input/open-input.ts';
import type { TableRow } from '../../../src/input/port.ts';
import { markableSheet } from '../../support/xlsx/faulty-users.ts';
import { fileOf } from './reading.ts';

const REASONS = '_line,_code,_field,_message,_suggestion';

/** Returns the header and the rows of a rejects file, and of each row whether its cells stand in other columns. */
async function listed(text: string | Buffer) {
  const isText = typeof text === 'string';
  const input = await openInput(fileOf(text, isText ? '.csv' : '.xlsx'), isText ? { delimiter: ',' } : {});
  if (input.kind !== 'table') throw new TypeError('no table');
  const rows: TableRow[] = [];
  for await (const row of input.rows) rows.push(row);
  return {
    header: input.header.names.join(),
    rows: rows.map(({ cells, fault }) => (fault === undefined ? cells.join() : `shifted ${cells.join()}`)),
  };
}

test.each([
  ['as it was written', REASONS, '3,,Email,is wrong [x],write', '', ''],
  ['of a workbook', REASONS, "'My list'!D3 | Users!D3,209 | ,Email | Email,is wrong | is odd,", '', ''],
  ['of several inputs', REASONS, 'c.csv:74 | s.csv:8, | ,Email | Title,is wrong | is odd,', '', ''],
  ['of inputs whose names end in a number', REASONS, 'week 5:12 | T1:7,,Email,is wrong [x],write', '', ''],
  ['without reasons in a row of the user', REASONS, ',,,,', '', ''],
  ['with the reasons of a fixed row deleted', REASONS, '3,,,,', '', ''],
  ['with some columns deleted', '_line,_message', '3,is wrong', '', ''],
  ['with a delimiter behind it', REASONS, '3,,Email,is wrong,write,', '', ''],
])('the row of a rejects file %s has the cells of the list', async (_, reasons, cells) => {
  const text = `Id,City,Tel,${reasons}\nu-1,Ede,'+31,${cells}\n`;
  expect(await listed(text)).toEqual({ header: 'Id,City,Tel', rows: ['u-1,Ede,+31'] });
});

test.each([
  ['_message', 'is wrong', ''],
  ['_code', '209', ''],
  ['_field', 'Email', ''],
  ['_suggestion', 'write 7', ''],
  ['_code,_message', '209,is wrong', ','],
  ['_message,_suggestion', 'is wrong,write', ','],
])('a rejects file with no more reasons than %s is the list too', async (reasons, cells, none) => {
  const rows = [`u-1,Ede,1,${cells}`, `u-2,Ede,2,${none}`, 'u-3,Ede,3', 'u-4,Ede'];
  const text = `Id,City,Tel,${reasons}\n${rows.join('\n')}\n`;
  const expected = ['u-1,Ede,1', 'u-2,Ede,2', 'u-3,Ede,3', 'u-4,Ede'];
  expect(await listed(text)).toEqual({ header: 'Id,City,Tel', rows: expected });
  const whole = [`Id,City,Tel,${reasons}`, ...rows.slice(0, 2)].map((row) => row.split(','));
  expect(await listed(markableSheet(whole))).toEqual({ header: 'Id,City,Tel', rows: expected.slice(0, 2) });
});

test.each(['09:00', '9:00:30', '2027-03-01 09:00', '2027-03-01T09:00:00+02:00', '1:30'])(
  'the time %s is no line, so a row is wrong whose reasons stand under other columns',
  async (time) => {
    const text = `Id,City,Tel,${REASONS}\nu-1,Ede,1,,${time},,,is wrong,\n`;
    expect((await listed(text)).rows).toEqual([`shifted u-1,Ede,1,,${time},,,is wrong,`]);
  },
);

test('columns that a user has moved are those of the list', async () => {
  const text =
    '_message,Id,_line,City,Tel\nis wrong,u-1,3,Ede,1\nis wrong,u-2,4,Ede\nis wrong,u-3,5,Ede,1,2\n,u-4,Ede,1,2\n';
  expect(await listed(text)).toEqual({
    header: 'Id,City,Tel',
    rows: ['u-1,Ede,1', 'u-2,Ede', 'u-3,Ede,1,2', 'shifted u-4,1,2'],
  });
});

test('the cells of a row are found also after a change in a text editor, and none gets lost', async () => {
  const rows = [
    ['u-1,Ede,1,2,3,209,Email,is wrong,write', 'u-1,Ede,1,2'],
    ['u-2,Ede,3,209,Email,is wrong,write', 'u-2,Ede'],
    ['u-3,Ede,1', 'u-3,Ede,1'],
    ['u-4,Ede', 'u-4,Ede'],
    ['u-5,Ede,3,209,Email,is wrong,write,', 'shifted u-5,Ede,3,209,Email,is wrong,write,'],
  ];
  const text = `Id,City,Tel,${REASONS}\n${rows.map(([row]) => row).join('\n')}\n`;
  expect(await listed(text)).toEqual({ header: 'Id,City,Tel', rows: rows.map(([, row]) => row) });
});

test('a column that begins with _ is one of the list, if it is none of the reasons', async () => {
  expect(await listed("_note,Id\n'=1,2\n")).toEqual({ header: '_note,Id', rows: ["'=1,2"] });
  expect(await listed(`_note,Id,${REASONS}\n'=1,2,3,,,is wrong,\n`)).toEqual({ header: '_note,Id', rows: ['=1,2'] });
});
