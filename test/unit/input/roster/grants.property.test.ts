/** Users who share a list of roles have the roles that they were given. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Grant, GrantBook } from '../../../../src/input/roster/grants.ts';

const grant = fc.record({
  role: fc.constantFrom('student', 'teacher'),
  isPrimary: fc.boolean(),
  org: fc.constantFrom('', 'org-1', 'org-2'),
});
const given = fc.array(fc.tuple(fc.constantFrom('u-1', 'u-2', 'u-3', '__proto__'), grant), { maxLength: 20 });

it('returns the roles of each user in their order, and then the users whose roles were not used', () => {
  fc.assert(
    fc.property(given, fc.subarray(['u-1', 'u-2', 'u-3', '__proto__', 'u-4']), (rows, asked) => {
      const book = new GrantBook();
      const expected = new Map<string, { line: number; grants: Grant[] }>();
      for (const [index, [user, one]] of rows.entries()) {
        book.add(user, index + 2, one);
        expected.set(user, expected.get(user) ?? { line: index + 2, grants: [] });
        expected.get(user)?.grants.push(one);
      }
      for (const user of asked) expect(book.take(user)).toEqual(expected.get(user)?.grants ?? []);
      const unused = [...expected].filter(([user]) => !asked.includes(user));
      expect([...book.unused()]).toEqual(unused.map(([, { line, grants }]) => ({ line, count: grants.length })));
    }),
    { numRuns: 200 },
  );
});
