import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardCell, unguardCell } from '../../../../src/base/text/formula-guard.ts';
import { formatCsvRow } from '../../../../src/output/formats/csv-text.ts';

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', 'a', ' ') }),
);

describe('the formula guard', () => {
  it('leaves no cell that a spreadsheet would run', () => {
    fc.assert(fc.property(cell, (text) => void expect(guardCell(text)).not.toMatch(/^[=+\-@\t\r\n]/)));
  });

  it('is removed exactly when a file is read again', () => {
    fc.assert(fc.property(cell, (text) => void expect(unguardCell(guardCell(text))).toBe(text)));
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['+31 20 123', "'+31 20 123"],
    ["'=1", "''=1"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ["O'Neill", "O'Neill"],
    ['', ''],
  ])('writes %j as %j', (text, guarded) => {
    expect(guardCell(text)).toBe(guarded);
  });
});

describe('a CSV row', () => {
  it('is read back unchanged, with any delimiter', () => {
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (table, delimiter) => {
        const text = table.map((row) => formatCsvRow(row, delimiter)).join('');
        const read: string[][] = parse(text, { delimiter, record_delimiter: '\r\n' });
        expect(read.map((row) => row.map(unguardCell))).toEqual(table);
      }),
    );
  });

  it('leaves our own numbers unguarded', () => {
    expect(formatCsvRow([-1, '-1', null, 2.5])).toBe("-1,'-1,,2.5\r\n");
  });
});
