import { expect, test } from 'vitest';
import { createSharedRecords } from '../../../../src/store/json/generation/shared-records.ts';

const session = (id: string) => ({ kind: 'ReviewSessions', id });
const TEXT = '{"Title":"1234"}';

test('of polled records, those that were asked for last are held, up to a bound', () => {
  const shared = createSharedRecords(2 * TEXT.length);
  shared.add(session('a'), 1, TEXT);
  shared.add(session('b'), 2, TEXT);
  expect(shared.find(session('a'))?.offset).toBe(1);
  shared.add(session('c'), 3, TEXT);
  expect(['a', 'b', 'c'].map((id) => shared.find(session(id))?.offset)).toEqual([1, undefined, 3]);
});

test('a record in place of another one counts once', () => {
  const shared = createSharedRecords(2 * TEXT.length);
  for (const offset of [1, 2, 3]) shared.add(session('a'), offset, TEXT);
  shared.add(session('b'), 4, TEXT);
  expect(['a', 'b'].map((id) => shared.find(session(id))?.offset)).toEqual([3, 4]);
});

test('a polled record longer than the bound is given out, and not held', () => {
  const shared = createSharedRecords(TEXT.length - 1);
  expect(shared.add(session('a'), 1, TEXT)?.entity()).toEqual({ Title: '1234' });
  expect(shared.find(session('a'))).toBeUndefined();
});

test('roles are held without a bound, and users are not held', () => {
  const shared = createSharedRecords(0);
  expect(shared.add({ kind: 'Users', id: 'u' }, 1, TEXT)).toBeUndefined();
  shared.add({ kind: 'Roles', id: 'r' }, 2, TEXT);
  expect(shared.find({ kind: 'Roles', id: 'r' })?.offset).toBe(2);
});

test('a shared entity is the same object each time, and cannot be changed', () => {
  const record = createSharedRecords().add(session('a'), 1, '{"Results":[{"Score":1}]}');
  const entity = record?.entity() as { readonly Results: readonly object[] };
  expect(record?.entity()).toBe(entity);
  expect([entity, entity.Results, entity.Results[0]].every(Object.isFrozen)).toBe(true);
});
