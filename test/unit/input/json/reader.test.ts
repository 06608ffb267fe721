import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRepeatedKey, scanJson } from '../../../../src/base/json-text.ts';
import { JsonReader } from '../../../../src/input/json/reader.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';
import { formOf, readFileInput, readInPieces } from '../reading.ts';

describe('a JSON file', () => {
  test.each<[name: string, text: string, records: string[]]>([
    ['an object', '\n{\n"a": 1}\n', ['2 {"a":1}']],
    ['an empty array', ' [ ] ', []],
    ['objects on one line', '[{"a":1},{"a":2}]', ['1 {"a":1}', '1 {"a":2}']],
    ['objects over many lines', '[\n  {\n    "a": 1\n  },\n\n  {"a": 2}\n]\n', ['2 {"a":1}', '6 {"a":2}']],
    ['CRLF and CR line ends', '[\r\n{"a":1},\r{"a":2},\r\n\r\n3]', ['2 {"a":1}', '3 {"a":2}', '5 3']],
    ['brackets and quotes in texts', '[{"a":"]}\\"[{,"},\n{"\\\\":1}]', ['1 {"a":"]}\\"[{,"}', '2 {"\\\\":1}']],
    [
      'values that are no objects',
      '[1,-2.5e3 ,"x",null\n,true,[2]]',
      ['1 1', '1 -2500', '1 "x"', '1 null', '2 true', '2 [2]'],
    ],
    ['nested arrays', '[[1,[2]],{"a":[{"b":[]}]}]', ['1 [1,[2]]', '1 {"a":[{"b":[]}]}']],
    ['control characters beyond ASCII in a text', '["\u007f\u0085\u2028"]', ['1 "\u007f\u0085\u2028"']],
  ])('with %s is read with its lines', async (_, text, records) => {
    const seen = await readFileInput(text, '.json');
    expect(seen.error).toBeUndefined();
    expect(formOf(seen.input)[0]).toBe('json');
    expect(seen.records.map(([line, value]) => `${line} ${JSON.stringify(value)}`)).toEqual(records);
  });

  test.each<[name: string, text: string, records: number, line: number, message: RegExp]>([
    ['is cut within a value', '[\n{"a":1},\n{"a":\n', 1, 4, /ends within the value that begins in line 3/],
    ['is cut within a text', '[{"a":"xy', 0, 1, /ends within the value/],
    ['is cut after a value', '[{"a":1}\n', 1, 2, /ends before the closing \]/],
    ['is cut after a comma', '[{"a":1},\n\n', 1, 3, /ends before the closing \]/],
    ['has more after its end', '[1]\n x', 1, 2, /column 2: there is more after the end/],
    ['is NDJSON', '{"a":1}\n{"a":2}\n', 1, 2, /column 1: there is more after the end/],
    ['has a trailing comma', '[1,\n 2,\n]', 2, 2, /column 3: a comma stands before the closing \]/],
    ['has a trailing comma in an object', '[{"a":1,\n}]', 0, 1, /column 8: a comma stands before the closing }/],
    ['lacks a comma', '[{"a":1}\n{"a":2}]', 1, 2, /column 1: expected a comma or the closing \], found {/],
    ['lacks a comma in an object', '[{"a":1 "b":2}]', 0, 1, /column 9: expected a comma or }, found "/],
    ['lacks a value', '[1,,2]', 1, 1, /column 4: expected a value, found ,/],
    ['lacks a value on a line after such letters', '["é😀",\n1,,2]', 2, 2, /column 3: expected a value, found ,/],
    ['lacks a colon', '[{"a" 1}]', 0, 1, /column 7: expected a colon after the name, found 1/],
    ['has single quotes', "[{'a':1}]", 0, 1, /column 3: expected a name in double quotes, found '/],
    ['has a comment', '[\n // "don\'t"\n1]', 0, 2, /column 2: expected a value, found \//],
    ['has NaN', '[{"ä":NaN}]', 0, 1, /column 7: expected a value, found NaN/],
    ['has leading zeros', '[1,\n007]', 1, 2, /column 1: expected a value, found 007/],
    ['has names without quotes', '[{a:1}]', 0, 1, /column 3: expected a name in double quotes, found a/],
    ['has a line break in a text', '[\n{"a":1,\n"b":"x\ny"}]', 0, 3, /column 5: a text is not closed/],
    ['has a tab in a text', '[{"a":"x\ty"}]', 0, 1, /column 9: a control character/],
    ['has a wrong escape', '[{"a":"C:\\x"}]', 0, 1, /column 10: a backslash/],
    ['has brackets that do not match', '[{"a":[1}]\n]', 0, 1, /column 9: expected a comma or \], found }/],
    [
      'has an invisible character',
      '[\u00a01]',
      0,
      1,
      /column 2: expected a value, found the invisible character U\+00A0/,
    ],
    ['repeats a key', '[{"a":1,"b":2},\n {"a":1,"a":2}]', 1, 2, /column 9: the object has the key "a" a second time/],
    ['repeats a key in escapes', '{"é":\n[{"a":1,"\\u0061":2}]}', 0, 2, /column 9: the object has the key "a"/],
    ['is a text', '"a"', 0, 1, /expected an object or an array of objects/],
    ['is a number', '\n42', 0, 2, /expected an object or an array of objects/],
    ['is something else', '?', 0, 1, /column 1: expected an object or an array of objects, found \?/],
    ['is nested too deep', `[\n${'['.repeat(101)}`, 0, 2, /nested more than 100 deep/],
    [
      'has thousands of brackets',
      `[\n${'['.repeat(3000)}`,
      0,
      2,
      /column 101: arrays and objects are nested more than 100/,
    ],
    ['has thousands of closed levels', `[\n${'['.repeat(5000)}${']'.repeat(5000)}]`, 0, 2, /nested more than 100 deep/],
    ['has thousands of objects', `[\n${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}]`, 0, 2, /nested more than 100 deep/],
    ['is wrong before it nests too deep', `[\n{"a" 1${'['.repeat(3000)}`, 0, 2, /column 6: expected a colon/],
    ['has two byte order marks', '\ufeff\ufeff[]', 0, 1, /found the invisible character U\+FEFF/],
  ])('that %s is refused at its place, after the values before it', async (_, text, records, line, message) => {
    const seen = await readFileInput(text, '.json', { format: 'json' });
    expect(seen.records).toHaveLength(records);
    expect(seen.error).toMatchObject({ name: 'InputError', place: { line }, hint: expect.any(String) });
    expect(seen.error?.message).toMatch(message);
  });

  test('may nest up to the limit and hold large values', async () => {
    const deep = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
    const large = Array.from({ length: 5000 }, (_, i) => ({ CandidateId: `C${i}`, Name: 'ö'.repeat(300) }));
    const seen = await readFileInput(JSON.stringify([deep, large]), '.json');
    expect(seen.error).toBeUndefined();
    expect(seen.records).toEqual([
      [1, deep],
      [1, large],
    ]);
  });

  test('with a value over the limit is refused at its line', () => {
    const megabyte = 1024 * 1024;
    const reader = new JsonReader('f', { isLines: false }, 2 * megabyte);
    expect(reader.push(Buffer.from('[1,\n{"a":"')).items).toHaveLength(1);
    const chunk = Buffer.alloc(megabyte / 4, 'x');
    const faults = Array.from({ length: 9 }, () => reader.push(chunk).fault).filter(Boolean);
    expect(faults[0]?.message).toMatch(/^f:2: the value that begins here is larger than 2 MB/);
  });
});

describe('any JSON array with any indentation', () => {
  test('reads back identical with the exact lines, in chunks of any size', () => {
    const values = fc.array(fc.jsonValue({ stringUnit: ANY_CHARACTER, maxDepth: 4 }), { minLength: 1, maxLength: 8 });
    const blanks = fc.constantFrom('', ' ', '\t\t');
    const ends = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n \r\n');
    fc.assert(
      fc.property(values, blanks, ends, fc.integer({ min: 1, max: 40 }), (array, indent, end, size) => {
        const breaks = (text: string) => text.split('\n').length - 1;
        const written = array.map((value) => JSON.stringify(value, null, indent));
        const text = `${end}[${end}${written.map((value) => value.replaceAll('\n', end)).join(`${indent},${end}`)}]`;
        const each = end.split(/\r\n|\r|\n/).length - 1;
        const lines = written.map((_, at) => 1 + each * (2 + at + breaks(written.slice(0, at).join(''))));
        const { items, fault } = readInPieces(new JsonReader('f', { isLines: false }), Buffer.from(text), size);
        expect(fault).toBeUndefined();
        expect(items.map(({ line }) => line)).toEqual(lines);
        expect(items.map(({ value }) => value)).toEqual(JSON.parse(text));
      }),
      { numRuns: amount(100, 3_000) },
    );
  });

  test('with one changed character is refused exactly if JSON.parse refuses it, and the same in chunks of any size', () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 4 });
    const junk = fc.constantFrom('"', '\\', ',', ':', '{', '}', '[', ']', "'", '/', 'x', '\n', '\t', '0', '.', '');
    fc.assert(
      fc.property(values, fc.nat(), junk, fc.integer({ min: 1, max: 9 }), (array, at, character, size) => {
        const text = JSON.stringify(array, null, 1);
        const index = at % text.length;
        const broken = text.slice(0, index) + character + text.slice(index + 1);
        const whole = readInPieces(new JsonReader('f', { isLines: false }), Buffer.from(broken), broken.length * 3 + 1);
        expect(whole.fault === undefined).toBe(isArrayOrObject(broken));
        const pieces = readInPieces(new JsonReader('f', { isLines: false }), Buffer.from(broken), size);
        expect(pieces.items).toEqual(whole.items);
        expect(placeOf(pieces.fault)).toEqual(placeOf(whole.fault));
      }),
      { numRuns: amount(400, 3_000) },
    );
  });
});

function isArrayOrObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isRepeating = findRepeatedKey(text, value, scanJson(text).keys) !== undefined;
    return typeof value === 'object' && value !== null && !isRepeating;
  } catch {
    return false;
  }
}

/** Compares faults without the words that they quote: a chunk may cut these words, but not change the place. */
function placeOf(message: string | undefined): string | undefined {
  return message === undefined ? undefined : /^f(?::\d+)?: (?:column \d+)?/.exec(message)?.[0];
}
