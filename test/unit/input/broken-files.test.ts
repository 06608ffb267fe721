/** Files that people give by mistake. One sentence describes the fault of each. */
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { ExamctlError } from '../../../src/errors.ts';
import { makeWorkbook, textRow } from '../../support/xlsx/workbook.ts';
import { type ReadFlags, readRequests } from './pipeline.ts';

const HEADER = 'ExternalId,FirstName,LastName,Email';
const ADA = 'u-1,Ada,Lovelace,ada@example.edu';
const ALAN = 'u-2,Alan,Turing,alan@example.edu';
const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');
const cells = (row: string) => row.split(',');
const rowsOf = (...rows: readonly string[]) => rows.map((row, at) => textRow(at + 1, cells(row))).join('');
const SHEET = { name: 'Users', rows: rowsOf(HEADER, ADA) };

/** What is given, the sentence without the name of the file, and how the file is read. */
type Broken = readonly [
  name: string,
  content: string | Buffer,
  says: string,
  how?: { readonly ending?: string; readonly flags?: ReadFlags },
];

const FILES: readonly Broken[] = [
  ['an empty file', '', 'the file is empty'],
  ['blank lines', '\n\n\n', 'the file is empty'],
  ['a byte order mark alone', '\ufeff', 'the file is empty'],
  ['a web page named .csv', '<html><table><tr><td>ExternalId</td></tr></table></html>', 'it is a web page or XML'],
  ['a PDF named .xlsx', '%PDF-1.7\n', 'is no Excel workbook: it looks like a PDF', { ending: '.xlsx' }],
  ['a CSV named .xlsx', lines(HEADER, ADA), 'is no Excel workbook', { ending: '.xlsx' }],
  ['bytes', Buffer.from([65, 0, 66, 0, 0, 67]), 'is not a text file: it holds a NUL byte'],
  [
    'windows-1252',
    iconv.encode(lines(HEADER, ADA.replace('Ada', 'Renée')), 'cp1252'),
    'this line holds bytes that are not valid UTF-8',
  ],
  ['no header', lines(ADA, ALAN), 'The first row has values instead of the names of columns'],
  ['a title alone', lines('Users of 2027'), 'There is no row with the names of the columns'],
  [
    'a header far below',
    lines(
      ...Array.from({ length: 22 }, (_, at) => `note ${at};;;`),
      HEADER.replaceAll(',', ';'),
      ADA.replaceAll(',', ';'),
    ),
    'There is no row with the names of the columns',
  ],
  ['a column twice', lines(`${HEADER},Email`, `${ADA},b@b.nl`), 'The header "Email" occurs twice'],
  [
    'two words for one field',
    lines(`${HEADER},E-mail`, `${ADA},b@b.nl`),
    'The headers "Email" and "E-mail" name the same field',
  ],
  [
    'a header that cannot be used',
    lines(`${HEADER},__proto__`, `${ADA},x`),
    'The header "__proto__" is a reserved name',
  ],
  [
    'a header row that is not there',
    lines(HEADER, ADA),
    'no row begins here, but --header-row names it',
    { flags: { headerRow: 9 } },
  ],
  ['a repeated header', lines(HEADER, ADA, HEADER), 'The row repeats the header'],
  ['a total', lines(HEADER, ADA, 'Totaal: 1,,,'), 'The row looks like a total'],
  ['a comment', lines(HEADER, ADA, '# exported on Monday'), 'The row looks like a comment'],
  ...Object.entries({ 'U+2028': '\u2028', 'U+0085': '\u0085', 'U+000B': '\v' }).map(
    ([code, end]): Broken => [
      `lines that end in ${code}`,
      [HEADER, ADA, ALAN].join(end),
      `the header holds ${code}, with which some programs end lines`,
    ],
  ),
  [
    'sep= of another delimiter',
    lines('sep=;', HEADER, ADA),
    'the cells are separated by ",", but the file or --delimiter names ";"',
  ],
  ['a text as JSON', '"users"', 'column 1: expected an object or an array of objects, found "', { ending: '.json' }],
  [
    'rows as lists in JSON',
    '[["ExternalId", "FirstName"], ["u-1", "Ada"]]',
    'the first record has no field of a request',
    { ending: '.json' },
  ],
  [
    'records too deep in JSON',
    '{"data": {"users": [{"ExternalId": "u-1"}]}}',
    'the first record has no field of a request',
    { ending: '.json' },
  ],
  ['a page of HTML named .json', '<html></html>', 'it is a web page or XML', { ending: '.json' }],
  [
    'rows of a table in JSON',
    '[{"Voornaam":"a","Achternaam":"b"}]',
    'the first record has no field of a request',
    { ending: '.json' },
  ],
  [
    'a workbook that is cut off',
    makeWorkbook({ sheets: [SHEET] }).subarray(0, 400),
    'the workbook is damaged (End of central directory record signature not found. Either not a zip file, or file is truncated.)',
    { ending: '.xlsx' },
  ],
  [
    'an encoding that is not known',
    lines(HEADER, ADA),
    '--encoding: there is no encoding "utf-99"',
    { flags: { encoding: 'utf-99' } },
  ],
  [
    'typographic quotes',
    lines('“ExternalId”,“FirstName”', '“u-1”,“Ada”'),
    'The cells are in quotes that CSV does not know: it needs straight double quotes (")',
  ],
];

/** The path of a file in a message, up to the last such name: the name of the folder may look the same. */
const FILE = /\S*input-\d+\.?\w*/;

/** Returns the error that stops the reading, or the errors that are found. */
async function faultsOf(content: string | Buffer, ending: string, flags?: ReadFlags): Promise<string[]> {
  try {
    const { findings } = await readRequests('users', content, ending, flags);
    return findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof ExamctlError)) throw error;
    return [error.message.replace(FILE, 'FILE').replace(/^FILE(?::\d+)?:? /, '')];
  }
}

it.each(FILES.map(([name, content, says, how]) => ({ name, content, says, ...how })))(
  '$name is told in one sentence',
  async ({ content, says, ending = '.csv', flags }) => {
    expect(await faultsOf(content, ending, flags)).toEqual([says]);
  },
);

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
