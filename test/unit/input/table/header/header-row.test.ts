import { describe, expect, it, test } from 'vitest';
import { draftKind } from '../../../../../src/bulk/kinds/read/draft-kind.ts';
import { userKind } from '../../../../../src/bulk/kinds/users.ts';
import { InputError } from '../../../../../src/errors.ts';
import { openInput } from '../../../../../src/input/open-input.ts';
import { columnTest } from '../../../../../src/input/table/header/column-test.ts';
import { ROWS_SEARCHED } from '../../../../../src/input/table/header/header-row.ts';
import { withFile } from '../../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../../support/xlsx/workbook.ts';

const MAPPING = new Map<string, string>();
const isColumn = columnTest(userKind, MAPPING);
const ROWS = [
  'ExternalId;FirstName;LastName;Email',
  'u-1;Ada;Lovelace;ada@example.edu',
  'u-2;Alan;Turing;a@example.edu',
];
const CLEAN = ['u-1', 'u-2'];

async function readUsers(bytes: Buffer, name: string, line?: number) {
  return withFile(
    bytes,
    async (file) => {
      const input = await openInput(file, { header: { line, isColumn } });
      const { findings: early, drafts, late } = await draftKind(userKind, input, { mapping: MAPPING });
      const keys: (string | null)[] = [];
      const lines: number[] = [];
      for await (const { key, rows } of drafts) {
        keys.push(key);
        lines.push(rows[0].line);
      }
      const { lines: all, header, blank } = input.lineCounts;
      const findings = [...early, ...(late?.() ?? [])];
      return { findings, keys, lines, lineCounts: { all, header, blank } };
    },
    name,
  );
}

const csv = (rows: readonly string[]) => Buffer.from(`${rows.join('\n')}\n`);
const sheet = (rows: readonly string[]) => makeSheet(rows.map((row, i) => textRow(i + 1, row.split(';'))).join(''));

const ABOVE: readonly (readonly [string, readonly string[]])[] = [
  ['a title', ['Users of 2027']],
  ['a title and an empty row of cells', ['Users;;;', ';;;']],
  ['a comment', ['# exported, on Monday, by Ada']],
  ['a title with a word that is a field', ['Company;;;', 'City;;;']],
  ['groups of columns', [';Person;;']],
  ['as many rows as are looked at', Array.from({ length: ROWS_SEARCHED - 1 }, (_, i) => `note ${i};;;`)],
];

describe.each([
  ['a CSV', csv, 'users.csv', 'line'],
  ['a workbook', sheet, 'users.xlsx', 'row'],
] as const)('in %s', (_, make, name, word) => {
  it.each(ABOVE)('%s above the header is passed over, which is said', async (__, above) => {
    const { findings, keys, lines, lineCounts } = await readUsers(make([...above, ...ROWS]), name);
    const line = above.length + 1;
    expect(findings).toMatchObject([{ severity: 'note', line, rule: 'input.header.above' }]);
    expect(findings[0]?.message).toContain(`The header is in ${word} ${line}`);
    expect(keys).toEqual(CLEAN);
    expect(lines).toEqual([line + 1, line + 2]);
    expect((lineCounts.header ?? 0) + (lineCounts.blank ?? 0) + keys.length).toBe(lineCounts.all);
  });

  it.each([
    ['more columns', 'ExternalId;FirstName;LastName', ['u-8;Grace;Hopper'], 3],
    ['many more columns', 'ExternalId;LastName', ['u-8;Hopper', 'u-9;Dijkstra'], 4],
    ['more columns, after an empty row', 'ExternalId;FirstName;LastName', ['u-8;Grace;Hopper', ';;;'], 4],
  ])(
    'a second table with %s is an error, since the rows of the first would be lost',
    async (__, header, above, line) => {
      const rows = [header, ...above, ...ROWS];
      const { findings } = await readUsers(make(rows), name);
      expect(findings).toMatchObject([{ severity: 'error', line, rule: 'input.header.second' }]);
      expect(findings[0]?.message).toContain(`${word} 1 names columns too`);
      expect(await readUsers(make(rows), name, line)).toMatchObject({ findings: [], keys: CLEAN });
    },
  );

  it.each([
    ['a table with few known columns', ['StudNr;Achternaam;Klas', 's-1;Hopper;4B']],
    ['rows like those of the table', ['u-8;Grace;Hopper', 'u-9;Edsger;Dijkstra']],
  ])('%s above the header is a warning, since its rows may be records', async (__, above) => {
    const { findings } = await readUsers(make([...above, ...ROWS]), name);
    expect(findings).toMatchObject([{ severity: 'warning', line: 3, rule: 'input.header.above' }]);
  });

  it('a column without a name and with cells is an error that has its number', async () => {
    const rows = ['ExternalId;;FirstName;LastName;Email', 'u-1;;Ada;Lovelace;a@example.edu'];
    const { findings } = await readUsers(make([...rows, 'u-2;law;Alan;Turing;b@example.edu']), name);
    expect(findings).toMatchObject([
      { severity: 'error', line: 1, rule: 'input.header.unknown' },
      { severity: 'note' },
    ]);
    expect(findings[0]?.message).toContain('column 2, which has no header');
    expect((await readUsers(make(rows), name)).findings).toMatchObject([{ severity: 'note' }]);
  });

  it('--header-row decides', async () => {
    const rows = [...ROWS.slice(0, 1), ...ROWS];
    expect(await readUsers(make(rows), name, 2)).toMatchObject({ findings: [], keys: CLEAN, lines: [3, 4] });
    const far = [...Array.from({ length: 30 }, (__, i) => `note ${i};;;`), ...ROWS];
    expect(await readUsers(make(far), name, 31)).toMatchObject({ findings: [], keys: CLEAN });
    await expect(readUsers(make(ROWS), name, 9)).rejects.toThrow(InputError);
  });

  it.each([
    ['names in both rows', ['ExternalId;;;Email', ';FirstName;LastName;']],
    ['halves of names', ['External;First;Last;E-mail', 'Id;Name;Name;']],
    ['halves of names, and more in the second row', ['External;First;;', 'Id;Name;LastName;Email']],
  ])('a header in two rows with %s is refused', async (_, header) => {
    const { findings } = await readUsers(make([...header, ...ROWS.slice(1)]), name);
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', rule: expect.stringMatching(/unknown|misspelt/) }),
    );
  });
});

test.each(['-;-;-;-', '----------;---------;--------;-----', ';---------;;'])(
  'the row %j completes no names of columns',
  async (dashes) => {
    const rulesOf = async (rows: readonly string[]) => {
      const { findings, keys } = await readUsers(csv(rows), 'users.csv');
      return { rules: findings.map(({ rule }) => rule), keys };
    };
    const [header = '', ...rows] = ROWS;
    expect(await rulesOf([header, dashes, ...rows])).toMatchObject({ rules: [] });
    expect(await rulesOf([dashes, header, ...rows])).toEqual({ rules: ['input.header.above'], keys: CLEAN });
  },
);

test('a title without delimiters does not hide the delimiter of the table', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = ['Users, all of them', ...ROWS.map((row) => row.replaceAll(';', delimiter))];
    expect(await readUsers(csv(rows), 'users.csv')).toMatchObject({ keys: CLEAN });
  }
});
