/**
 * Files as new users have them, from three writers of workbooks: what would put data at the wrong person or on the wrong
 * day stops before anything is sent, and a good file of the same kind passes without a word.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { row } from '../support/cli/sitting-list.ts';
import { createWorkspace, type Workspace } from '../support/cli/workspace.ts';
import { HAS_OFFICE, saveInOffice } from '../support/xlsx/office.ts';
import { makeSheet, textCell } from '../support/xlsx/workbook.ts';

/** A text, a number, or a number with a format. */
type Cell = string | number | readonly [number: number, format: string];
type Table = readonly (readonly Cell[])[];

interface Case {
  readonly what: string;
  readonly command: readonly string[];
  /** The list that was sent before. */
  readonly known?: Table;
  readonly good: Table;
  readonly bad: Table;
  /** The errors of the bad list. */
  readonly errors: readonly object[];
  /** The number of records of the bad list. */
  readonly records?: number;
  /** The flags with which the bad list passes, if it is a suspicion. */
  readonly accept?: readonly string[];
}

const SYNC = ['user', 'sync'];
const PERSON = ['ExternalId', 'FirstName', 'LastName', 'Email'];
const person = (id: Cell, name = 'Ada Byron', ...more: Cell[]): Cell[] => {
  const [first = '', last = ''] = name.split(' ');
  return [id, first, last, `${first}@example.org`.toLowerCase(), ...more];
};
const NAMES = ['Ada Byron', 'Bob Baker', 'Cleo Carter'];
const people = (...ids: readonly Cell[]): Table => [PERSON, ...ids.map((id, at) => person(id, NAMES[at]))];

const MINUTES = 'yyyy-mm-dd hh:mm';

/** 4 March 2001 as a real date, and how a spreadsheet shows it. */
const [MARCH, SHOWN] = [36_954, 'dd-mm-yyyy'];

/** Two sittings of one candidate on 1 March 2027, which begin at these hours. */
function sittings(...hours: readonly number[]): Table {
  const header = Object.keys(row());
  const rowOf = (hour: number, at: number): Cell[] => {
    const texts = row(1, { ScheduleExtId: `S-${at}` });
    return header.map((name) => (name === 'StartDateTime' ? [46_447 + hour / 24, MINUTES] : (texts[name] ?? '')));
  };
  return [header, ...hours.map(rowOf)];
}

const CASES: readonly Case[] = [
  {
    what: 'columns with values that no field reads',
    command: SYNC,
    good: [[...PERSON, 'SpecialNeeds', 'ReasonableAdjustmentPercentage'], person('n-1', 'Ada Byron', 'true', 25)],
    bad: [
      [...PERSON, 'Extra tijd', 'Tussenvoegsel', 'Leeg'],
      person('n-1', 'Ada Byron', 25, 'van der', ''),
      person('n-2', 'Bob Baker', '', '', ''),
    ],
    errors: [
      { rule: 'input.header.unknown', column: 'Extra tijd', cell: 'E1', message: expect.stringContaining('2•') },
      { rule: 'input.header.unknown', column: 'Tussenvoegsel', cell: 'F1' },
    ],
    accept: ['--ignore', 'Extra tijd,Tussenvoegsel'],
  },
  {
    what: 'real dates and texts of dates in one column',
    command: [...SYNC, '--date-format', 'D-M-YYYY'],
    good: [
      [...PERSON, 'DateOfBirth'],
      person('n-1', 'Ada Byron', [MARCH, SHOWN]),
      person('n-2', 'Bob Baker', [MARCH + 40, SHOWN]),
    ],
    bad: [
      [...PERSON, 'DateOfBirth'],
      person('n-1', 'Ada Byron', [MARCH, SHOWN]),
      person('n-2', 'Bob Baker', '13-04-2001'),
    ],
    errors: [
      {
        ...{ rule: 'input.column.mixed-dates', column: 'DateOfBirth', cell: 'E3' },
        message: expect.stringMatching(/E2 is the date .*, E3 is the text /),
      },
    ],
    accept: ['--accept', 'input.column.mixed-dates'],
  },
  {
    what: 'ids that lost their zeros',
    command: SYNC,
    known: people('0044021', '0044022', '0044023'),
    good: people(...[44_021, 44_022, 44_023].map((id) => [id, '0000000'] as const)),
    bad: people(44_021, 44_022, 44_023),
    errors: ['A2', 'A3', 'A4'].map((cell) => ({ cell, rule: 'user.lost-zeros' })),
    accept: ['--accept', 'user.lost-zeros'],
  },
  {
    what: 'rows of totals and counts below the list',
    command: SYNC,
    good: people('n-1', 'n-2'),
    bad: [...people('n-1', 'n-2'), ['Totaal', 2, '', ''], ['Aantal: 2', '', '', '']],
    errors: ['A4', 'A5'].map((cell) => ({ line: Number(cell.slice(1)), rule: 'input.row.total' })),
    records: 2,
    accept: ['--fix'],
  },
  {
    what: 'people who exchanged their ids',
    command: SYNC,
    known: people('n-1', 'n-2'),
    good: [PERSON, ['n-1', 'Ada', 'King', 'ada.king@example.org'], person('n-2', NAMES[1])],
    bad: people('n-2', 'n-1'),
    errors: ['A2', 'A3'].flatMap((cell) => [
      { cell, rule: 'user.other-person', message: expect.stringMatching(/ A•+ B•+.* B•+ B•+|B•+ B•+.* A•+ B•+/) },
      { cell, rule: 'user.renumbered' },
    ]),
    accept: ['--accept', 'user.other-person', '--accept', 'user.renumbered'],
  },
  {
    what: 'a person whose e-mail is that of another id',
    command: SYNC,
    known: people('n-1', 'n-2'),
    good: [PERSON, person('n-3', NAMES[2])],
    bad: [PERSON, ['n-4', 'Bo', 'Bakker', 'bob@example.org']],
    errors: [
      { cell: 'D2', rule: 'user.email.known', message: expect.stringMatching(/B•+ B•+ \(n-4\).*B•+ B•+ as n-2/) },
    ],
    accept: ['--accept', 'user.email.known'],
  },
  {
    what: 'two sittings of a candidate without ends, of 120 minutes each',
    command: ['schedule', 'push', '--strict', '--timezone', 'UTC'],
    good: sittings(9, 12),
    bad: sittings(9, 11.5),
    errors: [{ cell: 'G3', rule: 'candidate.candidate-ext-id.overlaps' }],
  },
];

const FORMATS = [SHOWN, '0000000', MINUTES];

/** As Excel structures a workbook: shared texts, and formats by styles. */
function inExcelStructure(table: Table): Buffer {
  const texts = [...new Set(table.flat().filter((cell) => typeof cell === 'string'))];
  const cellOf = (cell: Cell): string => {
    if (typeof cell === 'string') return cell === '' ? '<c/>' : `<c t="s"><v>${texts.indexOf(cell)}</v></c>`;
    const [value, format] = typeof cell === 'number' ? [cell, ''] : cell;
    return `<c s="${FORMATS.indexOf(format) + 1}"><v>${value}</v></c>`;
  };
  const rows = table.map((cells, at) => `<row r="${at + 1}">${cells.map(cellOf).join('')}</row>`);
  const shared = texts.map((text) => textCell(text).replace(/^.*?<is>|<\/is>.*$/g, ''));
  return makeSheet(rows.join(''), { formats: FORMATS, texts: shared.map((text) => `<si>${text}</si>`).join('') });
}

function bySheetJs(table: Table): Buffer {
  const cells = table.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'string') return cell === '' ? null : { t: 's', v: cell };
      return typeof cell === 'number' ? { t: 'n', v: cell } : { t: 'n', v: cell[0], z: cell[1] };
    }),
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'List');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

const TABLES = CASES.flatMap(({ known = [], good, bad }) => [known, good, bad]);
let saved: Promise<Readonly<Record<string, Buffer>>> | undefined;

/** LibreOffice saves all tables at once, since its start takes most of the time. */
async function byLibreOffice(table: Table): Promise<Buffer> {
  const books = TABLES.flatMap((one, at) => (one.length === 0 ? [] : [[`t${at}`, inExcelStructure(one)] as const]));
  saved ??= saveInOffice(Object.fromEntries(books), 'xlsx', join(tmpdir(), 'examctl-office-profile'));
  return (await saved)[`t${TABLES.indexOf(table)}`] as Buffer;
}

const WRITERS = [
  ["Excel's own structure", inExcelStructure, true],
  ['SheetJS', bySheetJs, true],
  ['LibreOffice', byLibreOffice, HAS_OFFICE],
] as const;

async function call({ file, json }: Workspace, command: readonly string[], bytes: Buffer, ...flags: string[]) {
  await file('list.xlsx', bytes);
  const { code, report } = await json([...command, 'list.xlsx', '--no-input', ...flags]);
  return { code, report, errors: report.findings.filter(({ severity }) => severity === 'error') };
}

describe.each(WRITERS)('a workbook by %s', { timeout: 240_000 }, (_, writeBook, isHere) => {
  it.skipIf(!isHere).each(CASES)('with $what', async ({ command, known, good, bad, errors, records, accept }) => {
    const space = await createWorkspace();
    if (known !== undefined) expect((await call(space, command, await writeBook(known))).code).toBe(0);
    const before = await space.entries('users');
    const stopped = await call(space, command, await writeBook(bad));
    expect([stopped.code, stopped.report.counts.sent]).toEqual([3, 0]);
    expect(stopped.errors).toMatchObject(errors);
    if (records !== undefined) expect(stopped.report.counts.read).toBe(records);
    expect(await space.entries('users')).toEqual(before);
    const passed = await call(space, command, await writeBook(good));
    expect([passed.code, passed.report.findings]).toEqual([0, []]);
    if (accept !== undefined) expect((await call(space, command, await writeBook(bad), ...accept)).code).toBe(0);
  });
});
