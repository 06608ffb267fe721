import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPackedList } from '../../../../src/base/bytes/packed-list.ts';
import { createTextList } from '../../../../src/base/bytes/text-list.ts';

it('a list of texts returns each text unchanged, in any order', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    // Some texts are longer than a chunk of the list.
    fc.integer({ min: 300_000, max: 1_200_000 }).map((length) => 'é'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const list = createTextList();
      for (const one of texts) list.push(one);
      const read = texts.map((_, index) => list.at(texts.length - 1 - index));
      expect(read.reverse()).toEqual(texts);
      expect(() => list.at(texts.length)).toThrow(RangeError);
    }),
    { numRuns: 15 },
  );
});

it('a packed list returns each value unchanged, from all its packs', () => {
  const list = createPackedList<{ readonly id: string }>();
  const values = Array.from({ length: 2_500 }, (_, index) => ({ id: `u-${index}` }));
  for (const value of values) list.push(value);
  expect(values.map((_, index) => list.at(index))).toEqual(values);
  expect(list.at(3)).toEqual({ id: 'u-3' });
});

it('a packed list closes a pack of long values early, since a text has a maximum length', () => {
  const list = createPackedList<string>();
  const valueAt = (index: number) => `${index}${'x'.repeat(1_500_000)}`;
  for (let index = 0; index < 10; index += 1) list.push(valueAt(index));
  expect(list).toHaveLength(10);
  for (const index of [9, 0, 4, 5]) expect(list.at(index)).toBe(valueAt(index));
});
