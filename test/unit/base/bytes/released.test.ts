import { expect, it } from 'vitest';
import { release } from '../../../../src/base/bytes/released.ts';

it('what is released has no bytes left, and small arrays stay as they are', () => {
  const [large, small] = [new Uint32Array(10_000), Uint32Array.of(1, 2)];
  for (const array of [large, small]) release(array);
  expect(large.buffer.byteLength).toBe(0);
  expect([...small]).toEqual([1, 2]);
});
