import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { CsvReader } from '../../../src/input/csv/reader.ts';
import type { TableInput } from '../../../src/input/port.ts';
import { amount } from '../../support/amount.ts';
import { ANY_CHARACTER } from '../../support/generate/any-character.ts';
import { readCsvInPieces, readFileInput, readStdin } from './reading.ts';

interface Style {
  readonly delimiter: string;
  readonly breaks: readonly string[];
  readonly blanks: readonly number[];
  readonly quoteAll: boolean;
  readonly lastBreak: boolean;
}

/** An RFC 4180 writer that notes the line on which each record begins. */
function write(table: readonly (readonly string[])[], style: Style): { text: string; lines: number[] } {
  let text = '';
  const lines: number[] = [];
  for (const [index, row] of table.entries()) {
    const lineBreak = style.breaks[index % style.breaks.length] ?? '\n';
    // A lone CR before a lone LF would be one line break, so blank lines repeat the break before them.
    text += (index === 0 ? '' : (style.breaks[(index - 1) % style.breaks.length] ?? '')).repeat(
      style.blanks[index % style.blanks.length] ?? 0,
    );
    lines.push(lineOfEnd(text));
    text += row.map((cell) => quote(cell, row.length, style)).join(style.delimiter);
    if (index < table.length - 1 || style.lastBreak) text += lineBreak;
  }
  return { text, lines };
}

function quote(cell: string, columns: number, { delimiter, quoteAll }: Style): string {
  const needed = quoteAll || /["\r\n]/.test(cell) || cell.includes(delimiter) || (columns === 1 && cell === '');
  return needed ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function lineOfEnd(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}

/** The end mark of DOS. At the end of a file, it is not part of the text. */
const END_MARK = '\u001a';

const cell = fc
  .oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('"', '\r', '\n', ',', ';', '\t', '|', ' ', 'a', 'é', '😀', '\u2028'),
      maxLength: 8,
    }),
  )
  .map((text) =>
    text
      .replaceAll('\0', '')
      .replaceAll(END_MARK, '')
      .replace(/^\ufeff+/, ''),
  );

const table = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 25 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  )
  .map(([header = [], ...rows]) => [header.map((name) => keptInHeader(name, rows)), ...rows])
  .filter((rows) => !/^sep=.$/i.test(rows[0]?.join('') ?? ''));

/**
 * Removes the characters of a name for which a header is refused: delimiters beside line breaks, and if no row follows,
 * all line breaks and the line ends of other systems.
 */
function keptInHeader(full: string, rows: readonly (readonly string[])[]): string {
  const name = rows.length === 0 ? full.replace(/[^\P{Cc}\r\n\t]|[\u2028\u2029]/gu, '') : full;
  const mayBreak = rows.some((row) => row.some((text) => text.trim() !== ''));
  return /[\r\n]/.test(name) ? name.replaceAll(mayBreak ? /[,;\t|]/g : /[\r\n]/g, '') : name;
}

const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  breaks: fc.oneof(
    fc.constantFrom(['\n'], ['\r\n'], ['\r']),
    // Mixed line ends. A CR at the end of a record must not be followed by an LF that begins a blank line.
    fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 5 }),
    fc.array(fc.constantFrom('\r', '\r\n'), { minLength: 1, maxLength: 5 }),
  ),
  blanks: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 }),
  quoteAll: fc.boolean(),
  lastBreak: fc.boolean(),
});

const encoding = fc.constantFrom('utf-8', 'utf-8 with BOM', 'utf-16le with BOM', 'utf-16be with BOM');

function encode(text: string, name: string): Buffer {
  const [encodingName = '', , bom] = name.split(' ');
  return iconv.encode(text, encodingName, { addBOM: bom !== undefined });
}

describe('any table that an RFC 4180 writer wrote', () => {
  test('reads back identical with the exact lines', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, encoding, async (rows, how, name) => {
        const { text, lines } = write(rows, how);
        const seen = await readFileInput(encode(text, name), '.csv', { delimiter: how.delimiter });
        expect(seen.error).toBeUndefined();
        expect((seen.input as TableInput).header).toEqual({ names: rows[0], line: lines[0] });
        expect(seen.records).toEqual(rows.slice(1).map((cells, i) => [lines[i + 1], cells]));
      }),
      { numRuns: amount(60, 2_000) },
    );
  });

  test('reads the same in chunks of any size', () => {
    fc.assert(
      fc.property(table, style, fc.integer({ min: 1, max: 9 }), (rows, how, size) => {
        const { text, lines } = write(rows, how);
        const reader = new CsvReader('f', how.delimiter);
        const { items, fault } = readCsvInPieces(reader, Buffer.from(text), size);
        expect(fault).toBeUndefined();
        expect(reader.head?.header).toEqual({ names: rows[0], line: lines[0] });
        expect(items.map(({ line, cells }) => [line, cells])).toEqual(rows.slice(1).map((c, i) => [lines[i + 1], c]));
      }),
      { numRuns: amount(60, 2_000) },
    );
  });

  test('reads the same from standard input, cut within characters and line ends, in any encoding', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, encoding, fc.integer({ min: 1, max: 700 }), async (rows, how, name, size) => {
        // Longer than the first bytes, which decide the encoding.
        const padded = [...rows, ['é'.repeat(5000)], ...rows];
        const { text, lines } = write(padded, how);
        const bytes = encode(text, name);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        const seen = await readStdin(chunks, { format: 'csv', delimiter: how.delimiter });
        expect(seen.error).toBeUndefined();
        expect(seen.records).toEqual(padded.slice(1).map((cells, i) => [lines[i + 1], cells]));
      }),
      { numRuns: amount(10, 600) },
    );
  });
});

test('any bytes at all give rows or an error of the family, and the same in chunks of any size', async () => {
  const soup = fc.string({ unit: fc.constantFrom('"', '""', '\r', '\n', ',', 'a', ' '), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(soup, fc.integer({ min: 1, max: 5 }), async (text, size) => {
      const bytes = Buffer.from(text);
      const whole = readCsvInPieces(new CsvReader('f', ','), bytes, bytes.length || 1);
      expect(readCsvInPieces(new CsvReader('f', ','), bytes, size)).toEqual(whole);
    }),
    { numRuns: amount(300, 8_000) },
  );
});
