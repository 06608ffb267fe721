import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonReader } from '../../../../src/input/json/reader.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';
import { formOf, readFileInput, readInPieces } from '../reading.ts';

const MANY_BRACKETS = `\\"${'['.repeat(101)}`;

describe('an NDJSON file', () => {
  test.each<[name: string, text: string, records: string[]]>([
    ['objects', '{"a":1}\n{"a":2}\n', ['1 {"a":1}', '2 {"a":2}']],
    ['no last line end', '{"a":1}\r\n{"a":2}', ['1 {"a":1}', '2 {"a":2}']],
    ['blank lines', '\n{"a":1}\n\n \t\n{"a":2}\n\n', ['2 {"a":1}', '5 {"a":2}']],
    ['blanks around values', '  {"a":1}  \n', ['1 {"a":1}']],
    ['values that are no objects', '1\n"x"\nnull\n[2]\n', ['1 1', '2 "x"', '3 null', '4 [2]']],
    ['quotes and brackets in texts', '{"a":"\\"{["}\n{"a":"\\\\"}\n', ['1 {"a":"\\"{["}', '2 {"a":"\\\\"}']],
    [
      'many brackets after a quote in a text',
      `[${JSON.stringify(MANY_BRACKETS)}]\n`,
      [`1 [${JSON.stringify(MANY_BRACKETS)}]`],
    ],
  ])('with %s is read with its lines', async (_, text, records) => {
    const seen = await readFileInput(text, '.ndjson');
    expect(seen.error).toBeUndefined();
    expect(formOf(seen.input)[0]).toBe('ndjson');
    expect(seen.records.map(([line, value]) => `${line} ${JSON.stringify(value)}`)).toEqual(records);
  });

  test.each<[name: string, text: string, records: number, line: number, message: RegExp]>([
    ['a line that is not JSON', '{"a":1}\n\nx y\n', 1, 3, /column 1: expected a value, found x/],
    ['a trailing comma', '{"a":1},\n{"a":2}\n', 1, 1, /column 8: there is more after the end of the JSON value/],
    ['two values in a line', '{"a":1} {"a":2}\n', 1, 1, /column 9: there is more after the end of the JSON value/],
    ['a value over two lines', '{"a":1}\n{"a":\n2}\n', 1, 2, /the value ends before it is complete/],
    ['a line cut off at the end', '{"a":1}\n{"a":"x', 1, 2, /a text is not closed with a quote/],
    [
      'a key twice',
      '{"a":1}\n{"b":{"a":1,"c":{"a":1},"a":2}}\n',
      1,
      2,
      /column 25: the object has the key "a" a second/,
    ],
    ['a line with thousands of brackets', `1\n${'['.repeat(50_000)}`, 1, 2, /nested more than 100 deep/],
    ['a line nested too deep', `1\n${'[{"a":'.repeat(60)}`, 1, 2, /nested more than 100 deep/],
  ])('with %s is refused at its line, after the values before it', async (_, text, records, line, message) => {
    const seen = await readFileInput(text, '.jsonl');
    expect(seen.records).toHaveLength(records);
    expect(seen.error).toMatchObject({ name: 'InputError', place: { line }, hint: expect.any(String) });
    expect(seen.error?.message).toMatch(message);
  });

  test('with a line over the limit is refused at that line', () => {
    const megabyte = 1024 * 1024;
    const reader = new JsonReader('f', { isLines: true }, 2 * megabyte);
    reader.push(Buffer.from('1\n"'));
    const chunk = Buffer.alloc(megabyte / 4, 'x');
    const faults = Array.from({ length: 9 }, () => reader.push(chunk).fault).filter(Boolean);
    expect(faults[0]?.message).toMatch(/^f:2: the value that begins here is larger than 2 MB/);
  });

  test('reads the same in chunks of any size, whatever its values', () => {
    const values = fc.array(fc.jsonValue({ stringUnit: ANY_CHARACTER }), { minLength: 1, maxLength: 8 });
    const breaks = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\n \n');
    fc.assert(
      fc.property(values, breaks, fc.integer({ min: 1, max: 30 }), (array, lineBreak, size) => {
        const text = array.map((value) => JSON.stringify(value)).join(lineBreak);
        const step = lineBreak.split(/\r\n|\r|\n/).length - 1;
        const { items, fault } = readInPieces(new JsonReader('f', { isLines: true }), Buffer.from(text), size);
        expect(fault).toBeUndefined();
        expect(items.map(({ line }) => line)).toEqual(array.map((_, i) => 1 + i * step));
        expect(items.map(({ value }) => value)).toEqual(array.map((value) => JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: amount(100, 3_000) },
    );
  });
});
