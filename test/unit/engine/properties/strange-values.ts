/** Values that nobody should send, each with a name that can be printed. */
import { amount } from '../../../support/amount.ts';

/** In a campaign, a megabyte. */
const LONG = amount(20_000, 1_000_000);
const DEPTH = 10_000;

export const STRANGE_VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['the empty text', ''],
  ['a lone surrogate', '\ud800'],
  ['right-to-left override', 'abc\u202edef'],
  ['an escape sequence', '\u001b[31mred\u001b[0m'],
  ['markup', '<script>alert(1)</script>'],
  ['a long text', 'x'.repeat(LONG)],
  ['a long text of astral characters', '😀'.repeat(LONG / 4)],
  ['a long address', `${'a'.repeat(LONG)}@${'b.'.repeat(1000)}nl`],
  ['a long range', '1-'.repeat(LONG / 2)],
  ['a long URL', `https://example.org/${'%'.repeat(LONG)}`],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['minus zero', -0],
  ['an unsafe integer', 2 ** 53],
  ['not a number', Number.NaN],
  ['true', true],
  ['an empty list', []],
  ['a list with holes', Array.from({ length: 3 })],
  ['a long list', Array.from({ length: 2000 }, () => null)],
  ['an object with many keys', Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`Key${index}`, index]))],
  ['an object with a long key', { ['k'.repeat(LONG)]: 1 }],
  ['an own __proto__', JSON.parse('{ "__proto__": { "ExternalId": "x", "polluted": true } }')],
  ['what cannot become a text', JSON.parse('{ "toString": 1, "valueOf": 2, "toJSON": 3 }')],
  ['what pretends to be a list', { length: 5, 0: 'a', map: 1 }],
  ['what pretends to be a promise', JSON.parse('{ "then": 1 }')],
  ['a deep list', nested((inner) => [inner])],
  ['a deep object', nested((inner) => ({ ExternalId: inner }))],
  ['a list of a deep list', [nested((inner) => [inner])]],
];

function nested(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x';
  for (let depth = 0; depth < DEPTH; depth += 1) value = wrap(value);
  return value;
}
