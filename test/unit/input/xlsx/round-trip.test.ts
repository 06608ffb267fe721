/** Workbooks that another program writes: hucre for all texts and numbers, LibreOffice for all formats. */
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { convertInOffice, HAS_OFFICE } from '../../../support/xlsx/office.ts';
import { readTable } from '../../../support/xlsx/read.ts';
import { SHOWN_NUMBERS } from '../../../support/xlsx/shown-numbers.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';

/** What a cell of a spreadsheet may hold, and what a cell of text is for it. */
const CELL = fc.oneof(
  // XML has one kind of line break; hucre does not escape what looks like an escape.
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\r', '').replaceAll('_x', '')),
  fc.constantFrom(' kept ', 'two\nlines', '<&>"\'', '=A1', '0444021', '\t', ']]>'),
  fc.integer({ min: -999_999_999, max: 999_999_999 }),
  fc.boolean(),
);

test('all texts, numbers and truths that hucre writes are read as they were', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(CELL, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 }),
      async (table) => {
        const header = ['A', 'B', 'C'];
        const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [header, ...table] }] });
        const { rows } = await readTable(Buffer.from(bytes));
        const shown = table.map((cells) =>
          cells.map((cell) => (typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell))),
        );
        expect(rows.map(({ cells }) => cells)).toEqual(shown.filter((cells) => cells.some((cell) => cell !== '')));
      },
    ),
    { numRuns: amount(40, 1_500) },
  );
});

/** CSV with commas and quotes in UTF-8 and US English, with cells as they are shown. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true';

describe.skipIf(!HAS_OFFICE)('LibreOffice, where it is installed,', () => {
  test('shows numbers as they are shown here', { timeout: 120_000 }, async () => {
    const formats = SHOWN_NUMBERS.map(([, code]) => code);
    const rows = SHOWN_NUMBERS.map(([value], index) => `<row><c s="${index + 1}"><v>${value}</v></c></row>`).join('');
    const csv = await convertInOffice(makeSheet(textRow(1, ['A']) + rows, { formats }), AS_SHOWN);
    expect(csv.toString().trimEnd().split('\n').slice(1).map(unquoted)).toEqual(
      SHOWN_NUMBERS.map(([, , shown]) => shown),
    );
  });

  test('saves a workbook that is read as the one before', { timeout: 120_000 }, async () => {
    const formats = SHOWN_NUMBERS.map(([, code]) => code);
    const numbers = SHOWN_NUMBERS.map(([value], index) => `<c s="${index + 1}"><v>${value}</v></c>`).join('');
    const texts = textRow(3, ['  Zoë ', '0444021', 'two\nlines', '=A1', '']);
    const before = makeSheet(
      textRow(
        1,
        SHOWN_NUMBERS.map((_, index) => `N${index}`),
      ) +
        `<row r="2">${numbers}</row>` +
        texts,
      { formats },
    );
    const [old, saved] = [await readTable(before), await readTable(await convertInOffice(before, 'xlsx'))];
    expect(saved.rows.map(({ cells }) => cells)).toEqual(old.rows.map(({ cells }) => cells));
  });
});

function unquoted(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
