import { expect, it } from 'vitest';
import { maskPersonal } from '../../../../src/output/report/changes.ts';

it.each([
  ['Jansen', 'J•••••'],
  ['Li', 'L•••••'],
  ['', ''],
  ['j.jansen@student.uni.nl', 'j•••••@•••••.nl'],
  ['not@an address', 'n•••••'],
  ['𠮷田', '𠮷•••••'],
  ['\u001b[2J', '\\u001b•••••'],
])('masks %j as %j', (value, masked) => {
  expect(maskPersonal(value)).toBe(masked);
});

it('masks with ASCII only if the terminal needs it', () => {
  expect(maskPersonal('Jansen', { ascii: true })).toBe('J*****');
});
