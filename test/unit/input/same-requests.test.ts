/** One list in every form that the program reads: all of them give the same requests. */
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { type HandMadeWorkbook, makeWorkbook, textCell, textRow } from '../../support/xlsx/workbook.ts';
import { type ReadFlags, readRequests } from './pipeline.ts';

const HEADER = [
  ...['ScheduleExtId', 'AssessmentExtId', 'StartDateTime', 'GroupExtId', 'GroupName'],
  ...['CandidateExtId', 'FirstName', 'LastName', 'Email', 'SpecialNeeds', 'ReasonableAdjustmentPercentage'],
];
/** The day in January of each sitting, and the id, the names and the extra time of each person. */
const PEOPLE = [
  ['LAW-1', 11, '0444021', 'Renée', 'Müller', 25],
  ['LAW-1', 11, '0444022', 'Jürgen', 'Brontë', undefined],
  ['LAW-2', 31, '0444023', 'Zoë', 'Ångström', undefined],
] as const;

type Row = readonly string[];

const ROWS: readonly Row[] = PEOPLE.map(([id, day, candidate, first, last, extra]) => [
  ...[id, 'LAW-101', `2027-01-${day} 09:00`, 'LAW', 'Law, year 1'],
  ...[candidate, first, last, `c${candidate}@example.edu`, extra ? 'yes' : 'no', extra ? `${extra}` : ''],
]);
const ZONE = { timezone: 'Europe/Amsterdam' } as const;

function csv(rows: readonly Row[], delimiter = ',', isQuoted = false): string {
  const cell = (text: string) => (isQuoted || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(delimiter)}\n`).join('');
}

const TABLE = [HEADER, ...ROWS];
const CLEAN = await readRequests('schedules', csv(TABLE), '.csv', ZONE);

const LINE_ENDS = ['\n', '\r\n', '\r'] as const;
const ENCODINGS: readonly (readonly [string, boolean, string | undefined])[] = [
  ['utf-8', false, undefined],
  ['utf-8', true, undefined],
  ['utf-16le', true, undefined],
  ['utf-16be', false, 'utf-16be'],
  ['windows-1252', false, 'ansi'],
  ['macintosh', false, 'mac'],
  ['cp850', false, 'dos'],
];

const replaced = (at: number, change: (cell: string, row: number) => string) =>
  ROWS.map((row, number) => row.map((cell, column) => (column === at ? change(cell, number) : cell)));
const titled = [['Enrolment 2027'], ['', '', ''], ...TABLE].map((row) => HEADER.map((_, at) => row[at] ?? ''));
const TOTAL = HEADER.map((_, at) => (at === 0 ? 'Totaal: 3' : ''));
const DUTCH = [...HEADER.slice(0, 6), 'Voornaam', 'Achternaam', 'E-mailadres', ...HEADER.slice(9)];
const GERMAN = [...HEADER.slice(0, 6), 'Vorname', 'Nachname', 'E-Mail-Adresse', ...HEADER.slice(9)];
const date = (cell: string) => cell.replace(/^(\d+)-0?(\d+)-(\d+)/, '$3-$2-$1');
const american = (cell: string) => cell.replace(/^(\d+)-0?(\d+)-(\d+) 0(9:00)$/, '$2/$3/$1 $4 AM');

const FORMS: readonly (readonly [string, string, ReadFlags?])[] = [
  ['commas', csv(TABLE)],
  ['semicolons', csv(TABLE, ';')],
  ['tabs', csv(TABLE, '\t')],
  ['bars', csv(TABLE, '|')],
  ['sep=;', `sep=;\n${csv(TABLE, ';')}`],
  ['quotes around all', csv(TABLE, ',', true)],
  ['a title above', csv(titled, ';')],
  ['Dutch headers and words', csv([DUTCH, ...replaced(9, (cell) => (cell === 'yes' ? 'ja' : 'nee'))], ';')],
  ['German headers and words', csv([GERMAN, ...replaced(9, (cell) => (cell === 'yes' ? 'WAHR' : 'FALSCH'))], ';')],
  ['what --fix leaves out', csv([HEADER, TOTAL, ...ROWS.slice(0, 2), HEADER, ...ROWS.slice(2), TOTAL]), { fix: true }],
  ['spaces that --fix takes away', csv([HEADER, ...replaced(8, (cell) => ` ${cell} `)]), { fix: true }],
  ['dates with the day first', csv([HEADER, ...replaced(2, date)], ';'), { dateFormat: 'D-M-YYYY HH:mm' }],
  ['American dates', csv([HEADER, ...replaced(2, american)]), { dateFormat: 'M/D/YYYY h:mm A' }],
  ['blank rows', csv([...TABLE, ...Array.from({ length: 3 }, () => HEADER.map(() => ''))])],
  ['columns that are not ours', csv(TABLE.map((row, at) => [at === 0 ? '_note' : 'x', ...row]))],
];

/** Each form in each encoding. Line ends alternate, and so do files with and without one after the last line. */
const FILES = FORMS.map(([name, text, flags], form) => ({
  name,
  flags,
  files: ENCODINGS.map(([encoding, addBOM, named], at) => {
    const end = LINE_ENDS[(form + at) % LINE_ENDS.length] ?? '\n';
    const whole = (form + at) % 2 === 0 ? text : text.slice(0, -1);
    return { encoding: named, bytes: iconv.encode(whole.replaceAll('\n', end), encoding, { addBOM }) };
  }),
}));

it.each(FILES)('a CSV with $name is the same in each encoding', async ({ files, flags }) => {
  for (const { bytes, encoding } of files) {
    const { requests, findings } = await readRequests('schedules', bytes, '.csv', { ...ZONE, ...flags, encoding });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(requests).toEqual(CLEAN.requests);
  }
});

const sheetOf = (rows: readonly Row[], first = 1) => rows.map((row, at) => textRow(at + first, row)).join('');
const FORMATS = ['0000000', 'dd/mm/yyyy hh:mm'];
/** Ids are numbers that show their zeros, and starts are dates. */
const native = ROWS.map(
  (row, at) =>
    `<row r="${at + 2}">${row
      .map((cell, column) => {
        if (column === 5) return `<c s="1"><v>${Number(cell)}</v></c>`;
        if (column === 9) return `<c t="b"><v>${cell === 'yes' ? 1 : 0}</v></c>`;
        return column === 2 ? `<c s="2"><v>${46_387 + Number(cell.slice(8, 10)) + 0.375}</v></c>` : textCell(cell);
      })
      .join('')}</row>`,
).join('');
const NOTES = { name: 'Notes', rows: textRow(1, ['Do not send']) };
const LIST = { name: 'List', rows: sheetOf(TABLE) };
const schedules = [HEADER, ...ROWS.filter(([id], at) => ROWS.findIndex(([other]) => other === id) === at)].map((row) =>
  row.slice(0, 5),
);
const candidates = TABLE.map((row) => [row[0] ?? '', ...row.slice(5)]);

const BOOKS: readonly (readonly [string, HandMadeWorkbook, ReadFlags?])[] = [
  ['one sheet of texts', { sheets: [LIST] }],
  ['a sheet chosen by its name', { sheets: [NOTES, LIST] }, { sheet: 'List' }],
  ['a sheet chosen by its number', { sheets: [NOTES, LIST] }, { sheet: '2' }],
  ['a hidden sheet beside it', { sheets: [{ ...NOTES, state: 'hidden' }, LIST] }],
  ['an empty sheet before it', { sheets: [{ name: 'Empty', rows: '' }, LIST] }],
  ['numbers, dates and yes or no', { sheets: [{ name: 'List', rows: sheetOf([HEADER]) + native }], formats: FORMATS }],
  ['a title above', { sheets: [{ name: 'List', rows: textRow(1, ['Enrolment 2027']) + sheetOf(TABLE, 4) }] }],
  ['a header that is named', { sheets: [{ name: 'List', rows: sheetOf(titled) }] }, { headerRow: 3 }],
  ['Dutch headers', { sheets: [{ name: 'Lijst', rows: sheetOf([DUTCH, ...ROWS]) }] }],
  ['what --fix leaves out', { sheets: [{ name: 'List', rows: sheetOf([...TABLE, HEADER, TOTAL]) }] }, { fix: true }],
  [
    'schedules and candidates on two sheets',
    {
      sheets: [
        { name: 'S', rows: sheetOf(schedules) },
        { name: 'C', rows: sheetOf(candidates) },
      ],
    },
    { sheet: 'S', candidatesSheet: 'C' },
  ],
];

it.each(BOOKS.map(([name, workbook, flags]) => ({ name, workbook, flags })))(
  'a workbook with $name is the same',
  async ({ workbook, flags }) => {
    const { requests, findings } = await readRequests('schedules', makeWorkbook(workbook), '.xlsx', {
      ...ZONE,
      ...flags,
    });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(requests).toEqual(CLEAN.requests);
  },
);

const REQUESTS = JSON.stringify(CLEAN.requests);
const LINES = CLEAN.requests.map((one) => JSON.stringify(one)).join('\n');

it.each([
  ['requests', REQUESTS, '.json'],
  ['requests over many lines', JSON.stringify(CLEAN.requests, null, 2), '.json'],
  ['a request on each line', LINES, '.ndjson'],
  ['no ending', REQUESTS, ''],
])('JSON as %s is the same in each encoding', async (_, text, ending) => {
  for (const [encoding, addBOM, name] of ENCODINGS) {
    const bytes = iconv.encode(text, encoding, { addBOM });
    const { requests, findings } = await readRequests('schedules', bytes, ending, { ...ZONE, encoding: name });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(requests).toEqual(CLEAN.requests);
  }
});

it('of these files there are more than 60', () => {
  expect(CLEAN.requests).toHaveLength(2);
  expect(FILES.flatMap(({ files }) => files).length + BOOKS.length).toBeGreaterThan(60);
});
