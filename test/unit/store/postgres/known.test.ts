import { expect, it } from 'vitest';
import { createRowCache, rowOf } from '../../../../src/store/postgres/state/known.ts';

it('answers that are kept for requests that come again push no other row out of the memory', () => {
  const cache = createRowCache(2);
  cache.set(rowOf({ kind: 'Users', id: 'u-1' }, '1', '{}'));
  for (const id of ['a', 'b', 'c']) cache.set(rowOf({ kind: 'KeptAnswers', id }, '2', '{}'));
  expect(cache.get('Users', 'u-1')).toBeDefined();
});

it('the rows that were used last are remembered, and no more than there is room for', () => {
  const cache = createRowCache(2);
  for (const id of ['a', 'b']) cache.set(rowOf({ kind: 'Users', id }, '1', '{}'));
  cache.get('Users', 'a');
  cache.set(rowOf({ kind: 'Users', id: 'c' }, '1', '{}'));
  expect(['a', 'b', 'c'].filter((id) => cache.get('Users', id) !== undefined)).toEqual(['a', 'c']);
});
