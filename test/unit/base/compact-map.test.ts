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

it('room that is reserved changes nothing but the memory, also in the middle and for an absurd number of texts', () => {
  const map = createCompactMap(2);
  const count = 9_000;
  for (let at = 0; at < count; at += 1) {
    if (at === 3_000) map.reserve(3_000);
    if (at === 8_000) map.reserve(Number.MAX_SAFE_INTEGER);
    expect(map.add(`u-${at}`, at, 1)).toBeUndefined();
  }
  for (let at = 0; at < count; at += 1) expect(map.get(`u-${at}`)).toEqual([at, 1, 0]);
  expect(map.get(`u-${count}`)).toBeUndefined();
});

it.each([1, 9_000])('a map with %i texts throws if it is used after its end', (count) => {
  const map = createCompactMap(2);
  for (let at = 0; at < count; at += 1) map.set(`u-${at}`, at);
  map.end();
  expect(() => map.get('u-0')).toThrow(TypeError);
  expect(() => map.add('u-0', 1)).toThrow(TypeError);
});
