/** Foreign text that is shown: without secrets, long or short, whatever characters they are of. */
import { describe, expect, it } from 'vitest';
import { createExcerpts } from '../../../src/remote/excerpt.ts';

describe('words that are told', () => {
  it.each([
    ['a long secret, inside a word too', 'is"not<told', 'xis"not<toldx', 'x[secret]x'],
    ['a short one, as a word of its own', 'Zq7', 'PIN Zq7, "Zq7"', 'PIN [secret], "[secret]"'],
    ['a short one, in no other word', 'Zq7', 'aZq7 Zq78 Zq7', 'aZq7 Zq78 [secret]'],
    ['one of signs that patterns are made of', '(.*)', 'was (.*) and abc', 'was [secret] and abc'],
    ['one of other signs', 'a-b!', 'was a-b! before', 'was [secret] before'],
    ['one of two characters is none', '12', 'at most 12', 'at most 12'],
  ])('%s', (_, secret, text, told) => {
    expect(createExcerpts('a-token-of-ours').and([secret]).tell(text)).toBe(told);
  });
});

it('an answer that is still to be parsed loses no digit to a short secret', () => {
  const { redact } = createExcerpts('a-token-of-ours').and(['1234']);
  expect(redact('{"Code":1234}')).toBe('{"Code":1234}');
});
