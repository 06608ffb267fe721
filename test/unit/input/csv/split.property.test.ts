import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvReader } from '../../../../src/input/csv/reader.ts';
import { splitRecord } from '../../../../src/input/csv/split.ts';
import { amount } from '../../../support/amount.ts';
import { readCsvInPieces } from '../reading.ts';

const OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };
const DELIMITERS = [',', ';', '\t', '|'];

function parsed(text: string, delimiter: string): string[] | undefined {
  try {
    const rows: string[][] = parse(text, { ...OPTIONS, delimiter });
    return rows.length === 1 ? rows[0] : undefined;
  } catch {
    return undefined;
  }
}

describe('a record that is split', () => {
  const character = fc.constantFrom('a', 'é', ' ', '"', '"', ',', ';', '\t', '|');
  const anyText = fc.string({ unit: character, minLength: 1, maxLength: 12 });

  it('has the cells that csv-parse finds, or is left to it', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom('', '\n', '\r\n'),
        (body, delimiter, end) => {
          const cells = splitRecord(body + end, delimiter);
          if (cells !== undefined) expect(cells).toEqual(parsed(body + end, delimiter));
        },
      ),
      { numRuns: amount(1_500, 50_000) },
    );
  });

  it('has the cells that were written, each in quotes, line breaks and all', () => {
    const cell = fc.string({ unit: fc.oneof(character, fc.constantFrom('\n', '\r\n')), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...DELIMITERS),
        (cells, delimiter) => {
          const text = `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter)}\n`;
          expect(splitRecord(text, delimiter)).toEqual(cells);
        },
      ),
      { numRuns: amount(600, 20_000) },
    );
  });

  it('stands in a file of any line ends, and is found with its line, however the file is cut into chunks', () => {
    const cell = fc.string({ unit: fc.oneof(character, fc.constantFrom('\n', '\r\n')), minLength: 1, maxLength: 8 });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
    const ends = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n');
    fc.assert(
      fc.property(rows, ends, fc.constantFrom(...DELIMITERS), fc.integer({ min: 1, max: 9 }), (all, end, by, size) => {
        const records = [['a', 'b'], ...all].map((cells) =>
          cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(by),
        );
        const text = records.map((record) => record + end).join('');
        const lines = records.map((_, at) =>
          records
            .slice(0, at)
            .map((record) => record + end)
            .join(''),
        );
        const { items, fault } = readCsvInPieces(new CsvReader('f', by), Buffer.from(text), size);
        expect(fault).toBeUndefined();
        const expected = all.map((cells, at) => [(lines[at + 1] ?? '').split(/\r\n|\r|\n/).length, cells]);
        expect(items.map(({ line, cells }) => [line, cells])).toEqual(expected);
      }),
      { numRuns: amount(120, 4_000) },
    );
  });
});
