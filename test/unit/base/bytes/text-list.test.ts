import fc from 'fast-check';
import { expect, it } from 'vitest';
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
