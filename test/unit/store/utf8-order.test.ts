import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortUtf8 } from '../../../src/store/utf8-order.ts';

it('texts are sorted as their UTF-8 bytes compare, also those with characters above U+FFFF', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\u{1F600}', '\uFFFD', '\uE000', 'z'),
  );
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const byBytes = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(sortUtf8([...texts])).toEqual(byBytes);
    }),
  );
});
