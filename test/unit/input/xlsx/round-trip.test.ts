/** Workbooks that another program writes: hucre for all texts and numbers. */
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { readTable } from '../../../support/xlsx/read.ts';

/** The values that a cell of a spreadsheet can have, and the text for each. */
const CELL = fc.oneof(
  // XML has one kind of line break; hucre does not escape what looks like an escape.
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\r', '').replaceAll('_x', '')),
  fc.constantFrom(' kept ', 'two\nlines', '<&>"\'', '=A1', '0444021', '\t', ']]>'),
  fc.integer({ min: -999_999_999, max: 999_999_999 }),
  fc.boolean(),
);

test('all texts, numbers and booleans that hucre writes are read without a change', async () => {
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
    { numRuns: amount(20, 1_500) },
  );
});
