import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newWorkbook } from '../../../../src/output/xlsx/new-workbook.ts';
import { MAX_CELL_TEXT, MAX_SHEET_ROWS, type NewCell, sheetXml } from '../../../../src/output/xlsx/sheet-writer.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';
import { CHANGED_TEXTS } from '../../../support/xlsx/changed-texts.ts';
import { readTable } from '../../../support/xlsx/read.ts';
import { bytesOfStream } from '../reported-run.ts';

function made(rows: readonly (readonly NewCell[])[], header = ['A', 'B']): Promise<Buffer> {
  return bytesOfStream(newWorkbook([{ name: 'S', header, rows }]));
}

const TEXT = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  fc.constantFrom(...CHANGED_TEXTS, '_x0041_', '\u0000', ']]>'),
);

test('every text comes back as it was, whatever it looks like', async () => {
  const table = fc.array(fc.tuple(TEXT, TEXT), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const { rows: read } = await readTable(await made(rows));
      expect(read.map(({ cells }) => cells)).toEqual(rows.filter((cells) => cells.some((cell) => cell !== '')));
    }),
    { numRuns: amount(20, 500) },
  );
});

test('a text that is longer than a cell can be is cut, and says so', async () => {
  const { rows } = await readTable(await made([['x'.repeat(MAX_CELL_TEXT + 1), '']]));
  expect(rows[0]?.cells[0]).toBe(`${'x'.repeat(MAX_CELL_TEXT - 1)}…`);
});

test('only web addresses become links', async () => {
  const links = ['https://x.example/a?b=1&c=2', 'javascript:alert(1)', 'file:///etc/passwd', 'https://x.example/a b'];
  const bytes = await made(links.map((link) => [{ text: link, link }]));
  const { rows } = await readTable(bytes);
  expect(rows.map(({ cells }) => cells[0])).toEqual(links);
  const { readXlsx } = await import('hucre/xlsx');
  const cells = (await readXlsx(bytes)).sheets[0]?.cells;
  expect([...(cells?.values() ?? [])].flatMap(({ hyperlink }) => hyperlink?.target ?? [])).toEqual([links[0]]);
});

test('a sheet with more rows than spreadsheets allow is refused', () => {
  const many = { name: 'S', header: ['A'], rows: Array<NewCell[]>(MAX_SHEET_ROWS).fill([null]) };
  expect(() => [...sheetXml(many, { notes: [], links: [] })].length).toThrow('more rows than the 1,048,575');
});
