import { expect, it } from 'vitest';
import { KINDS } from '../../../../src/bulk/kinds/kinds.ts';
import { columnTest } from '../../../../src/input/table/header/column-test.ts';
import { SYNONYMS } from '../../../../src/input/table/header/synonyms.ts';

const isColumn = Object.values(KINDS).map((kind) => columnTest(kind, new Map()));

it.each(Object.keys(SYNONYMS))('%s, which has other words, is a field', (name) => {
  expect(isColumn.some((test) => test(name))).toBe(true);
});
