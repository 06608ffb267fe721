import { expect, it } from 'vitest';
import { createCompactMap } from '../../../src/base/compact-map.ts';
import { hash64 } from '../../../src/base/text-hash.ts';

it('a compact map keeps the numbers of each text while its parts grow', () => {
  const map = createCompactMap(3);
  const count = 20_000;
  for (let at = 0; at < count; at += 1) {
    expect(map.add(`u-${at}`, at, at + 1, at + 2)).toBeUndefined();
    if (at % 3 === 0) map.set(`u-${at}`, at, 7, 8);
  }
  for (let at = 0; at < count; at += 1) {
    const numbers = at % 3 === 0 ? [at, 7, 8] : [at, at + 1, at + 2];
    expect(map.get(hash64('u-', String(at)))).toEqual(numbers);
    expect(map.add(`u-${at}`, 1, 1, 1)).toEqual(numbers);
  }
  expect(map.get('u')).toBeUndefined();
});
