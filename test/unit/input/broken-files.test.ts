/** Files that people give by mistake. One sentence describes the fault of each. */
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { KindName } from '../../../src/bulk/kinds/names.ts';
import { ExamctlError } from '../../../src/errors.ts';
import { makeSheet, makeWorkbook, textRow } from '../../support/xlsx/workbook.ts';
import { makeZip } from '../../support/xlsx/zip.ts';
import { type ReadFlags, readRequests } from './pipeline.ts';

const HEADER = 'ExternalId,FirstName,LastName,Email';
const ADA = 'u-1,Ada,Lovelace,ada@example.edu';
const ALAN = 'u-2,Alan,Turing,alan@example.edu';
const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');
const cells = (row: string) => row.split(',');
const rowsOf = (...rows: readonly string[]) => rows.map((row, at) => textRow(at + 1, cells(row))).join('');
const SHEET = { name: 'Users', rows: rowsOf(HEADER, ADA) };

interface Broken {
  readonly name: string;
  readonly content: string | Buffer;
  readonly ending?: string;
  readonly kind?: KindName;
  readonly flags?: ReadFlags;
  /** The sentence, without the name of the file. */
  readonly says: string;
}

const FILES: readonly Broken[] = [
  { name: 'an empty file', content: '', says: 'the file is empty' },
  { name: 'blank lines', content: '\n\n\n', says: 'the file is empty' },
  { name: 'a byte order mark alone', content: '\ufeff', says: 'the file is empty' },
  {
    name: 'two byte order marks',
    content: `\ufeff\ufeff${lines(HEADER, ADA)}`,
    says: 'the file begins with two byte order marks',
  },
  {
    name: 'a byte order mark that was read as windows-1252',
    content: lines(`ï»¿${HEADER}`, ADA),
    says: 'the file begins with "ï»¿": it was opened in the wrong encoding and saved again',
  },
  {
    name: 'such a mark behind a real one',
    content: `\ufeff${lines(`Ôªø${HEADER}`, ADA)}`,
    says: 'the file begins with "Ôªø": it was opened in the wrong encoding and saved again',
  },
  {
    name: 'an old workbook',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    says: 'is not a text file: it looks like an old Excel workbook (.xls)',
  },
  {
    name: 'a web page named .csv',
    content: '<html><table><tr><td>ExternalId</td></tr></table></html>',
    says: 'it is a web page or XML',
  },
  {
    name: 'a SYLK spreadsheet',
    content: lines('ID;PWXL;N;E', 'P;PGeneral', 'C;Y1;X1;K"ExternalId"'),
    says: 'it is a spreadsheet in the SYLK format (.slk), which is not read',
  },
  {
    name: 'a DIF spreadsheet',
    content: ['TABLE', '0,1', '"EXCEL"', 'VECTORS', '0,5', '""'].join('\r\n'),
    says: 'it is a spreadsheet in the DIF format (.dif), which is not read',
  },
  {
    name: 'a SYLK spreadsheet named .xlsx',
    content: lines('ID;PCALCOOO32', 'C;X1;Y1;K"ExternalId"', 'C;X2;Y1;K"FirstName"'),
    ending: '.xlsx',
    says: 'it is a spreadsheet in the SYLK format (.slk), which is not read',
  },
  {
    name: 'a PDF named .xlsx',
    content: '%PDF-1.7\n',
    ending: '.xlsx',
    says: 'is no Excel workbook: it looks like a PDF',
  },
  { name: 'a PDF', content: '%PDF-1.7\n', says: 'is not a text file: it looks like a PDF' },
  {
    name: 'a picture',
    content: Buffer.from('89504e470d0a1a0a', 'hex'),
    says: 'is not a text file: it looks like a PNG picture',
  },
  {
    name: 'a compressed file',
    content: gzipSync(lines(HEADER, ADA)),
    says: 'is not a text file: it is compressed (gzip)',
  },
  {
    name: 'a workbook named .csv',
    content: makeSheet(rowsOf(HEADER, ADA)),
    says: 'is not a text file: it looks like an Excel workbook (or another ZIP file)',
  },
  { name: 'a CSV named .xlsx', content: lines(HEADER, ADA), ending: '.xlsx', says: 'is no Excel workbook' },
  { name: 'bytes', content: Buffer.from([65, 0, 66, 0, 0, 67]), says: 'is not a text file: it holds a NUL byte' },
  {
    name: 'windows-1252',
    content: iconv.encode(lines(HEADER, ADA.replace('Ada', 'Renée')), 'cp1252'),
    says: 'this line holds bytes that are not valid UTF-8',
  },
  { name: 'no header', content: lines(ADA, ALAN), says: 'The first row has values instead of the names of columns' },
  { name: 'a title alone', content: lines('Users of 2027'), says: 'There is no row with the names of the columns' },
  {
    name: 'a header of two rows',
    content: lines('ExternalId,,,Email', ',FirstName,LastName,', ADA),
    says: 'The header stands in two rows, lines 1 and 2',
  },
  {
    name: 'names of columns over two rows',
    content: lines('External,First,Last,E-mail', 'Id,Name,Name,', ADA),
    says: 'The header stands in two rows, lines 1 and 2',
  },
  {
    name: 'names of columns over two rows, of which the second has more',
    content: lines('External,First,,,', 'Id,Name,LastName,Email,Company', `${ADA},x`),
    says: 'The header stands in two rows, lines 1 and 2',
  },
  {
    name: 'a header far below',
    content: lines(
      ...Array.from({ length: 22 }, (_, at) => `note ${at};;;`),
      HEADER.replaceAll(',', ';'),
      ADA.replaceAll(',', ';'),
    ),
    says: 'There is no row with the names of the columns',
  },
  {
    name: 'a column that is missing',
    content: lines('FirstName,LastName,Email', 'Ada,Lovelace,a@b.nl'),
    says: 'The required column ExternalId is missing',
  },
  {
    name: 'a column twice',
    content: lines(`${HEADER},Email`, `${ADA},b@b.nl`),
    says: 'The header "Email" occurs twice',
  },
  {
    name: 'two words for one field',
    content: lines(`${HEADER},E-mail`, `${ADA},b@b.nl`),
    says: 'The headers "Email" and "E-mail" name the same field',
  },
  {
    name: 'a header that is misspelt',
    content: lines(HEADER.replace('LastName', 'LastNmae'), ADA),
    says: 'The column "LastNmae" is not known',
  },
  {
    name: 'a header that cannot be used',
    content: lines(`${HEADER},__proto__`, `${ADA},x`),
    says: 'The header "__proto__" is a reserved name',
  },
  {
    name: 'a header row that is not there',
    content: lines(HEADER, ADA),
    flags: { headerRow: 9 },
    says: 'no row begins here, but --header-row names it',
  },
  { name: 'a repeated header', content: lines(HEADER, ADA, HEADER), says: 'The row repeats the header' },
  { name: 'a total', content: lines(HEADER, ADA, 'Totaal: 1,,,'), says: 'The row looks like a total' },
  { name: 'a comment', content: lines(HEADER, ADA, '# exported on Monday'), says: 'The row looks like a comment' },
  { name: 'a cell too many', content: lines(HEADER, `${ADA},x`), says: 'The row has 5 cells and the header 4' },
  { name: 'a cell too few', content: lines(HEADER, 'u-1,Ada,Lovelace'), says: 'The row has 3 cells and the header 4' },
  {
    name: 'a quote that is not closed',
    content: lines(HEADER, 'u-1,"Ada,Lovelace,a@b.nl', ALAN),
    says: 'the quote at character 5 of line 2 opens a cell that is never closed',
  },
  {
    name: 'a quote within a cell',
    content: lines(HEADER, 'u-1,A"da,Lovelace,a@b.nl'),
    says: 'the quote at character 6 of line 2 stands in the middle of a cell',
  },
  {
    name: 'text behind a quote',
    content: lines(HEADER, 'u-1,"Ada"x,Lovelace,a@b.nl'),
    says: '"x" at character 10 of line 2 follows the quote that closes a cell',
  },
  {
    name: 'swallowed rows',
    content: lines(HEADER, 'u-1,"Ada,Lovelace,a@b.nl', 'u-2,Alan",Turing,b@b.nl'),
    says: 'The cell in lines 2 to 3 looks like swallowed rows: it holds the delimiters of a row',
  },
  {
    name: 'a quote in the header',
    content: lines('ExternalId,"FirstName,LastName,Email', ADA, `${ALAN}"`),
    says: 'header cell 2 stands in lines 1 to 3: it looks like swallowed rows',
  },
  ...Object.entries({ 'U+2028': '\u2028', 'U+0085': '\u0085', 'U+000B': '\v' }).map(([code, end]) => ({
    name: `lines that end in ${code}`,
    content: [HEADER, ADA, ALAN].join(end),
    says: `the header holds ${code}, with which some programs end lines`,
  })),
  {
    name: 'sep= of another delimiter',
    content: lines('sep=;', HEADER, ADA),
    says: 'the cells are separated by ",", but the file or --delimiter names ";"',
  },
  {
    name: 'JSON with a comma too many',
    content: '[{"ExternalId":"u-1"},]',
    ending: '.json',
    says: 'column 22: a comma stands before the closing ]',
  },
  {
    name: 'JSON that is cut off',
    content: '[{"ExternalId":"u-1"',
    ending: '.json',
    says: 'the file ends within the value that begins in line 1',
  },
  {
    name: 'JSON without its end',
    content: '[{"ExternalId":"u-1"}',
    ending: '.json',
    says: 'the file ends before the closing ] of the array',
  },
  {
    name: 'JSON with single quotes',
    content: "[{'ExternalId':'u-1'}]",
    ending: '.json',
    says: 'column 3: JSON wants double quotes, not single ones',
  },
  {
    name: 'JSON with typographic quotes',
    content: '[{“ExternalId”:“u-1”}]',
    ending: '.json',
    says: 'column 3: JSON wants straight double quotes, not typographic ones',
  },
  {
    name: 'JSON with comments',
    content: '[ // users\n{"ExternalId":"u-1"}]',
    ending: '.json',
    says: 'column 3: JSON has no comments',
  },
  {
    name: 'JSON with a key twice',
    content: '[{"Email":"a","Email":"b"}]',
    ending: '.json',
    says: 'column 15: the object has the key "Email" a second time',
  },
  { name: 'a text as JSON', content: '"users"', ending: '.json', says: 'expected an object or an array of objects' },
  {
    name: 'rows as lists in JSON',
    content: '[["ExternalId", "FirstName"], ["u-1", "Ada"]]',
    ending: '.json',
    says: 'the first record has no field of a request',
  },
  {
    name: 'records too deep in JSON',
    content: '{"data": {"users": [{"ExternalId": "u-1"}]}}',
    ending: '.json',
    says: 'the first record has no field of a request',
  },
  {
    name: 'a page of HTML named .json',
    content: '<html></html>',
    ending: '.json',
    says: 'it is a web page or XML',
  },
  {
    name: 'rows of a table in JSON',
    content: '[{"Voornaam":"a","Achternaam":"b"}]',
    ending: '.json',
    says: 'the first record has no field of a request',
  },
  {
    name: 'NDJSON with a broken line',
    content: '{"ExternalId":"u-1"}\n{"ExternalId":\n',
    ending: '.ndjson',
    says: 'column 15: the value ends before it is complete',
  },
  {
    name: 'several sheets with data',
    content: makeWorkbook({ sheets: [SHEET, { ...SHEET, name: 'More' }] }),
    ending: '.xlsx',
    says: 'several sheets have data: "Users", "More"',
  },
  {
    name: 'a sheet that is not there',
    content: makeWorkbook({ sheets: [SHEET] }),
    ending: '.xlsx',
    flags: { sheet: 'Users 2027' },
    says: '--sheet: FILE has no sheet "Users 2027"',
  },
  {
    name: 'a workbook without data',
    content: makeWorkbook({
      sheets: [
        { name: 'A', rows: '' },
        { name: 'B', rows: '' },
      ],
    }),
    ending: '.xlsx',
    says: 'no sheet of the workbook has data',
  },
  {
    name: 'a hidden sheet alone',
    content: makeWorkbook({
      sheets: [
        { ...SHEET, state: 'hidden' },
        { name: 'B', rows: '' },
      ],
    }),
    ending: '.xlsx',
    says: 'only hidden sheets of the workbook have data: "Users"',
  },
  {
    name: 'a workbook that is cut off',
    content: makeWorkbook({ sheets: [SHEET] }).subarray(0, 400),
    ending: '.xlsx',
    says: 'the workbook is damaged (End of central directory record signature not found. Either not a zip file, or file is truncated.)',
  },
  {
    name: 'an OpenDocument file',
    content: makeZip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
    ending: '.xlsx',
    says: 'it is a ZIP file, and no workbook',
  },
  {
    name: 'an encoding that is not known',
    content: lines(HEADER, ADA),
    flags: { encoding: 'utf-99' },
    says: '--encoding: there is no encoding "utf-99"',
  },
  {
    name: 'typographic quotes',
    content: lines('“ExternalId”,“FirstName”', '“u-1”,“Ada”'),
    says: 'The cells are in quotes that CSV does not know: it needs straight double quotes (")',
  },
];

/** The path of a file in a message, up to the last such name: the name of the folder may look the same. */
const FILE = /\S*input-\d+\.?\w*/;

/** Returns the error that stops the reading, or the errors that are found. */
async function faultsOf({
  kind = 'users',
  content,
  ending = '.csv',
  flags = {},
}: Omit<Broken, 'says'>): Promise<string[]> {
  try {
    const { findings } = await readRequests(kind, content, ending, flags);
    return findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof ExamctlError)) throw error;
    return [error.message.replace(FILE, 'FILE').replace(/^FILE(?::\d+)?:? /, '')];
  }
}

it.each(FILES)('$name is told in one sentence', async ({ says, ...file }) => {
  expect(await faultsOf(file)).toEqual([says]);
});

it('a CSV may begin like a SYLK spreadsheet', async () => {
  const content = lines('ID;Prenom;Nom', 'C;Ada;Lovelace', '7;Alan;Turing');
  const { requests } = await readRequests('users', content, '.csv', { mapping: new Map([['ID', 'ExternalId']]) });
  expect(requests).toHaveLength(2);
});

describe('rows in quotes as a whole', () => {
  const QUOTED = [HEADER, `u-1,"Ada ""Ed""","Love, lace",ada@b.nl`];
  const NAMES_IN_QUOTES = [HEADER.replaceAll(/\w+/g, '"$&"'), ADA];
  const inQuotes = (row: string) => `"${row.replaceAll('"', '""')}"`;

  it.each([
    ['with cells in quotes', QUOTED, ''],
    ['with cells in quotes, and empty cells behind them', QUOTED, ';;;'],
    ['with names in quotes', NAMES_IN_QUOTES, ''],
    ['with names in quotes, and empty cells behind them', NAMES_IN_QUOTES, ';;;'],
    ['without other quotes', [HEADER, ADA], ''],
    ['without other quotes, and with empty cells behind them', [HEADER, ADA], ';;;'],
  ])('%s, are one finding, whose advice makes the file right', async (_, rows, behind) => {
    const content = lines(...rows.map((row) => inQuotes(row) + behind));
    const { findings } = await readRequests('users', content, '.csv');
    expect(findings).toMatchObject([{ severity: 'error', line: 1, rule: 'input.header.quotes' }]);
    expect(findings[0]?.suggestion).toContain('remove the quotes around each row and all behind them');
    const corrected = content.replaceAll(/^"(.*)";*$/gm, (__, row: string) => row.replaceAll('""', '"'));
    const right = await readRequests('users', corrected, '.csv');
    expect(right).toMatchObject({ findings: [], requests: [{ ExternalId: 'u-1' }] });
  });
});

it('rows may end in a delimiter if the header does too, and the advice says so', async () => {
  const rows = [`${ADA},`, `${ALAN},`];
  const { findings } = await readRequests('users', lines(HEADER, ...rows), '.csv');
  expect(findings.map(({ line, suggestion }) => [line, suggestion])).toEqual(
    [2, 3].map((line) => [
      line,
      expect.stringMatching(/^if all rows end in a delimiter, write it after the header too/),
    ]),
  );
  const { requests } = await readRequests('users', lines(`${HEADER},`, ...rows), '.csv');
  expect(requests).toHaveLength(2);
  const { findings: shifted } = await readRequests('users', lines(HEADER, `${ADA},x`), '.csv');
  expect(shifted).toMatchObject([{ suggestion: expect.stringContaining('otherwise put quotes') }]);
});

it('rows may have one cell more than the header if it gets a name too, and the advice says so', async () => {
  const rows = [`1,${ADA}`, `2,${ALAN}`];
  const { findings } = await readRequests('users', lines(HEADER, ...rows), '.csv');
  expect(findings.map(({ line, suggestion }) => [line, suggestion])).toEqual(
    [2, 3].map((line) => [
      line,
      expect.stringMatching(/^if all rows have 5 cells, write the missing names above their cells/),
    ]),
  );
  const { requests } = await readRequests('users', lines(`row,${HEADER}`, ...rows), '.csv');
  expect(requests).toHaveLength(2);
});
