import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../../../src/input/csv/reader.ts';
import type { TableInput } from '../../../../src/input/port.ts';
import { readCsvInPieces, readFileInput, readInPieces } from '../reading.ts';

describe('a CSV file', () => {
  test.each<[name: string, text: string, records: string[]]>([
    ['ends lines with LF', 'a,b\n1,2\n3,4\n', ['2 ["1","2"]', '3 ["3","4"]']],
    ['ends lines with CRLF', 'a,b\r\n1,2\r\n3,4\r\n', ['2 ["1","2"]', '3 ["3","4"]']],
    ['ends lines with CR', 'a,b\r1,2\r3,4\r', ['2 ["1","2"]', '3 ["3","4"]']],
    ['mixes line ends', 'a,b\r\n1,2\r3,4\n5,6', ['2 ["1","2"]', '3 ["3","4"]', '4 ["5","6"]']],
    ['lacks the last line end', 'a\n1', ['2 ["1"]']],
    ['has blank lines, which count as lines', '\n\na,b\n\n1,2\n\r\n\r3,4\n\n', ['5 ["1","2"]', '8 ["3","4"]']],
    ['quotes CRLF, which is one line', 'a,b\n"x\r\ny",2\n3,4', ['2 ["x\\r\\ny","2"]', '4 ["3","4"]']],
    ['quotes LF and CR, each a line', 'a\n"x\ny\rz\n\r"\n3', ['2 ["x\\ny\\rz\\n\\r"]', '7 ["3"]']],
    ['quotes blank lines', 'a,b\n"\n\n\n",2\n\n3,4', ['2 ["\\n\\n\\n","2"]', '7 ["3","4"]']],
    ['has a quoted empty cell, which is no blank line', 'a\n""\n\n1', ['2 [""]', '4 ["1"]']],
    ['doubles quotes', 'a,b\n"say ""hi""","""",\n', ['2 ["say \\"hi\\"","\\"",""]']],
    ['quotes the delimiter', 'a,b\n"1,5",2\n', ['2 ["1,5","2"]']],
    ['keeps blanks around cells', 'a,b\n 1 ,\t2\n', ['2 [" 1 ","\\t2"]']],
    ['keeps 007 and 1e3 as they are', 'a,b\n007,1e3\n', ['2 ["007","1e3"]']],
    ['has rows with too few and too many cells', 'a,b\n1\n1,2,3\n', ['2 ["1"]', '3 ["1","2","3"]']],
    ['has rows of empty cells only', 'a,b\n,\n', ['2 ["",""]']],
    ['has a header and no rows', 'a,b\n', []],
  ])('that %s is read with its lines', async (_, text, records) => {
    const seen = await readFileInput(text);
    expect(seen.error).toBeUndefined();
    expect(seen.records.map(([line, value]) => `${line} ${JSON.stringify(value)}`)).toEqual(records);
  });

  test.each<[name: string, text: string, delimiter: string, names: string[], line: number]>([
    ['commas', 'a,b\n1,2', ',', ['a', 'b'], 1],
    ['semicolons', 'a;b\n1,5;2', ';', ['a', 'b'], 1],
    ['tabs', 'a\tb\n1\t2', '\t', ['a', 'b'], 1],
    ['bars', 'a|b\n1|2', '|', ['a', 'b'], 1],
    ['no delimiter at all', 'a\n1\n2', ',', ['a'], 1],
    ['a delimiter within quotes', '"a,x,y";b\n1;2', ';', ['a,x,y', 'b'], 1],
    ['a comma in a header of two semicolon columns', 'Name, first;Age\nAnn;1\n', ';', ['Name, first', 'Age'], 1],
    ['blank and repeated header names', 'a,,a\n', ',', ['a', '', 'a'], 1],
    ['blank lines before the header', '\r\n\na,b\n', ',', ['a', 'b'], 3],
    ['a line break in the header', '"a\nx",b\n1,2\n', ',', ['a\nx', 'b'], 1],
    ['sep=;', 'sep=;\na;b,c\n', ';', ['a', 'b,c'], 2],
    ['sep= in quotes and capitals', '"SEP=|"\r\na|b\r\n', '|', ['a', 'b'], 2],
    ['a header that only begins like sep=', 'sep=x,b\n', ',', ['sep=x', 'b'], 1],
  ])('with %s shows its delimiter and header', async (_, text, delimiter, names, line) => {
    const { input, error } = await readFileInput(text);
    expect(error).toBeUndefined();
    expect(input).toMatchObject({ kind: 'table', delimiter, header: { names, line } });
  });

  test('is split by the delimiter that the user names, whatever is declared or found', async () => {
    const named = await readFileInput('sep=;\na;b,c\n', '.csv', { delimiter: ',' });
    expect((named.input as TableInput).header.names).toEqual(['a;b', 'c']);
    const tab = await readFileInput('a,a\tb\n', '.csv', { delimiter: '\t' });
    expect((tab.input as TableInput).header.names).toEqual(['a,a', 'b']);
    const wide = await readFileInput('a§b\n"1§"§2\n', '.csv', { delimiter: '§' });
    expect(wide.records).toEqual([[2, ['1§', '2']]]);
  });

  test.each(['', ',,', '"', '\n', 'ab'])('cannot be split by %j', async (delimiter) => {
    const { error } = await readFileInput('a,b\n', '.csv', { delimiter });
    expect(error).toMatchObject({ name: 'UsageError', hint: expect.stringContaining('--delimiter') });
  });
});

describe('a malformed CSV file', () => {
  test.each<[name: string, text: string, rows: number, line: number, message: RegExp, hint: RegExp]>([
    [
      'an unclosed quote',
      'a,b\n1,2\n3,"x\n5,6\n',
      1,
      3,
      /the quote at character 3 of line 3 opens a cell that is never closed/,
      /Close/,
    ],
    [
      'an unclosed quote after quoted line breaks',
      'a,b\n"x\r\ny",2\n\n3,"',
      1,
      5,
      /character 3 of line 5 .* never closed/,
      /Close/,
    ],
    [
      'an unclosed quote before other quotes',
      'a,b\n1,"x\n2,"y"\n',
      0,
      3,
      /"y" at character 4 of line 3 follows/,
      /opens at character 3 of line 2/,
    ],
    [
      'a quote within a cell',
      'a,b\n1,5" disk\n2,"x"\n',
      0,
      2,
      /quote at character 4 of line 2 stands in the middle/,
      /twice/,
    ],
    [
      'a quote after a space',
      'a,b\n1,2\n1, "x"\n',
      1,
      3,
      /quote at character 4 of line 3 stands after a space/,
      /Remove the space/,
    ],
    ['text after a closing quote', 'a,b\n1,"x" \n', 0, 2, /" " at character 6 of line 2 follows/, /twice/],
    [
      'a stray quote on the second line of a cell',
      'a,b\n"x\r\ny"z,2\n',
      0,
      3,
      /"z" at character 3 of line 3 follows/,
      /at character 1 of line 2/,
    ],
    ['a stray quote in the header', 'a"x,b\n1,2\n', 0, 1, /character 2 of line 1/, /twice/],
  ])('with %s is refused at its place, after the rows before it', async (_, text, rows, line, message, hint) => {
    const { records, error } = await readFileInput(text);
    expect(records).toHaveLength(rows);
    expect(error).toMatchObject({ name: 'InputError', place: { line }, hint: expect.stringMatching(hint) });
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(new RegExp(`\\.csv:${line}: `));
  });

  test.each(['', '\n\r\n\n', 'sep=;\n'])('without any record (%j) is called empty', async (text) => {
    const { error, input } = await readFileInput(text);
    expect(input).toBeUndefined();
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringContaining('the file is empty') });
  });

  test('shows the same rows and the same fault however it is cut into chunks', () => {
    const bytes = Buffer.from('sep=;\r\na;b\r\n\r\n"x\r\n""y";2\r\n\r\n3;"é😀"\r4;"q"q\r\n5;6');
    const whole = readCsvInPieces(new CsvReader('f', undefined), bytes, bytes.length);
    expect(whole.items.map(({ line }) => line)).toEqual([4, 7]);
    expect(whole.fault).toMatch(/^f:8: /);
    for (let size = 1; size < bytes.length; size++) {
      expect(readCsvInPieces(new CsvReader('f', undefined), bytes, size)).toEqual(whole);
    }
  });
});

describe('a CSV record over the limit', () => {
  const long = 'x'.repeat(1_100_000);

  test('is refused at the line where it begins', async () => {
    const { error, records } = await readFileInput(`a,b\n1,2\n${long}\n3,4\n`);
    expect(records).toHaveLength(1);
    expect(error?.message).toMatch(/:3: the row that begins here is longer than 1,000,000 bytes/);
  });

  test('may be as long as the limit, line breaks within it included', async () => {
    const cell = `${'x'.repeat(999_990)}\n1234567`;
    const { error, records } = await readFileInput(`a\n"${cell}"\n1\n`);
    expect(error).toBeUndefined();
    expect(records).toEqual([
      [2, [cell]],
      [4, ['1']],
    ]);
  });
});

test('a chunk with very many short rows becomes several pieces, in which every row keeps its line and number', () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => `${index % 10}\n`).join('');
  const bytes = Buffer.from(`a\n${rows}`);
  const { items: pieces } = readInPieces(new CsvReader('f', undefined), bytes, bytes.length);
  expect(pieces.map(({ before, records }) => [before, records.length])).toEqual([
    [0, 10_000],
    [10_000, 10_000],
    [20_000, 5_000],
  ]);
  const { items } = readCsvInPieces(new CsvReader('f', undefined), bytes, bytes.length);
  expect(items.map(({ line, record, cells }) => [line, record, cells[0]])).toEqual(
    Array.from({ length: 25_000 }, (_, index) => [index + 2, index + 1, String(index % 10)]),
  );
});
