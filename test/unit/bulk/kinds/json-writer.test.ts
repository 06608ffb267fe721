/** JSON that is written from the values of cells, with what callers ask about it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonWriter, writtenJson } from '../../../../src/bulk/pieces/json-writer.ts';

const NAMES = ['ExternalId', 'LastName', 'Password', 'Labels', 'SpecialNeeds'];
const write = jsonWriter(NAMES.map((name, index) => ({ name, index })));

const cell = fc.oneof(
  fc.constant(undefined),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\0', 'é', '漢', '\ud800', '\u2028', ',') }),
  fc.boolean(),
  fc.integer(),
  fc.constantFrom<unknown>(null, ['law-1', 'a"b'], [{ ExternalId: 'LAW-1', Action: null }], [{ PIN: '1' }]),
);

it('the JSON of a record is that of JSON.stringify, and says whether it has a null or a secret', () => {
  fc.assert(
    fc.property(fc.tuple(cell, cell, cell, cell, cell), (values) => {
      const { json, ...content } = write(values);
      const { json: expected, ...asked } = writtenJson(
        JSON.stringify(Object.fromEntries(NAMES.map((name, at) => [name, values[at]]))),
      );
      expect(json).toBe(expected);
      expect(content).toEqual(asked);
    }),
  );
});

it.each([
  [['u-1', 'Love'], { hasNull: false, hasSecret: false }],
  [['u-1', 'null'], { hasNull: false, hasSecret: false }],
  [['u-1', undefined, 'S3cret-1'], { hasNull: false, hasSecret: true }],
  [['u-1', undefined, undefined, null], { hasNull: true, hasSecret: false }],
  [['u-1', undefined, undefined, [{ Action: null }]], { hasNull: true, hasSecret: false }],
])('a record with the cells %j has this content: %j', (values, content) => {
  expect(write(values)).toMatchObject(content);
});
