import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAuthorise, digestOf, readToken } from '../../../src/server/authorise.ts';

const known = (token: string) => ({ id: `id of ${token}`, digest: digestOf(token) });

describe('authorising', () => {
  test('accepts a token whose digest is among them and gives its id, and no other', async () => {
    const authorise = createAuthorise(async () => ['one', 'two'].map(known));
    for (const token of ['one', 'two']) expect(await authorise(token)).toBe(`id of ${token}`);
    for (const token of ['', 'three', 'One', 'one ', 'on', 'onee']) expect(await authorise(token)).toBe(false);
  });

  test('compares with all of them in constant time, wherever the right one stands', async () => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    onTestFinished(() => {
      compare.mockRestore();
      syncBuiltinESMExports();
    });
    const digests = ['one', 'two', 'three'].map(known);
    const authorise = createAuthorise(async () => digests);
    for (const token of ['one', 'three', 'none']) {
      compare.mockClear();
      await authorise(token);
      expect(compare).toHaveBeenCalledTimes(digests.length);
    }
  });
});

test.each([
  ['EAPI abc', 'abc'],
  ['EAPI a.b-c_d~+/=', 'a.b-c_d~+/='],
  ['EAPI  abc', undefined],
  ['EAPI abc ', undefined],
  ['EAPI', undefined],
  ['Eapi abc', undefined],
  ['EAPI a\tb', undefined],
  ['EAPI é', undefined],
  ['EAPI ', undefined],
  ['EAPI abc, EAPI abc', undefined],
  ['Bearer abc', undefined],
  [`EAPI ${'x'.repeat(8_192)}`, 'x'.repeat(8_192)],
  [`EAPI ${'x'.repeat(8_193)}`, undefined],
  [undefined, undefined],
])('the token of %j', (header, token) => {
  expect(readToken(header)).toBe(token);
});
