/** Foreign text that is shown: without secrets, long or short, whatever characters they are of. */
import { describe, expect, it } from 'vitest';
import { createExcerpts } from '../../../src/remote/excerpt.ts';

describe('words without secrets', () => {
  it.each([
    ['a long secret, inside a word too', 'is"not<told', 'xis"not<toldx', 'x[secret]x'],
    ['a short one, as a word of its own', 'Zq7', 'PIN Zq7, "Zq7"', 'PIN [secret], "[secret]"'],
    ['a short one, in no other word', 'Zq7', 'aZq7 Zq78 Zq7', 'aZq7 Zq78 [secret]'],
    ['one of signs that patterns are made of', '(.*)', 'was (.*) and abc', 'was [secret] and abc'],
    ['one of other signs', 'a-b!', 'was a-b! before', 'was [secret] before'],
    ['one of two characters is none', '12', 'at most 12', 'at most 12'],
  ])('%s', (_, secret, text, told) => {
    expect(createExcerpts('a-token-of-ours').and([secret]).redact(text)).toBe(told);
  });
});

describe('what was not understood, shortened', () => {
  it.each([
    ['what stands under the name of a secret', '{"PIN":"12","a":1}', '{"PIN":[secret],"a":1}'],
    ['the same with escapes', '{"Password":"a\\"b","a":1}', '{"Password":[secret],"a":1}'],
    ['the same in JSON in a text', '"{\\"Password\\":\\"a b\\",\\"c\\":1}"', '"{\\"Password\\":[secret],\\"c\\":1}"'],
    ['the same in HTML', '&quot;Pin&quot;: &quot;a b&quot;, c', '&quot;Pin&quot;: [secret], c'],
    ['the same in a form', 'Keycode=a&b=c', 'Keycode=[secret]&b=c'],
    ['the same where the end is missing', '{"PIN":"12', '{"PIN":[secret]'],
    ['a number', '{"PIN":1234}', '{"PIN":[secret]}'],
    ['links by their names', '{"StartupLink":"/start/x","a":1}', '{"StartupLink":[secret],"a":1}'],
    ['links as links', '{"Url":"https://x.example/start/k?s=1","a":1}', '{"Url":"https://x.example/…","a":1}'],
    ['links as JSON may escape them', '"https:\\/\\/x.example\\/k"', '"https:\\/\\/x.example/…"'],
  ])('lacks %s', (_, text, shown) => {
    expect(createExcerpts('a-token-of-ours').shorten(text)).toBe(shown);
  });

  it.each([
    'The Password field is required',
    'see https://x.example and http://y.example/',
    '{"ShoppingCart":1,"PINs":2}',
  ])('leaves %s', (text) => {
    expect(createExcerpts('a-token-of-ours').shorten(text)).toBe(text);
  });

  it('keeps what is said before it, but for the secrets', () => {
    const shown = createExcerpts('a-token-of-ours').shorten(
      'https://x.example/k',
      'At https://y.example/a-token-of-ours/b',
    );
    expect(shown).toBe('At https://y.example/[token]/b https://x.example/…');
  });

  it.each(['PIN:"'.repeat(400_000), `https://${'x'.repeat(2_000_000)}`, `PIN${' '.repeat(2_000_000)}`])(
    'is made in one pass of a flood: %.10s',
    (flood) => {
      expect(createExcerpts('a-token-of-ours').shorten(flood).length).toBeLessThan(1_000);
    },
  );
});

describe('a secret in a spelling from which it cannot be cut out', () => {
  const { redact, shorten } = createExcerpts('tok-abcdefgh').and(['Geheim+Wört1!']);

  it.each([
    ['escapes of JSON', 'Geheim\\u002bW\\u00f6rt1!'],
    ['numbers of HTML', 'Geheim&#x2B;W&#246;rt1!'],
    ['names of HTML', 'Geheim&plus;W&ouml;rt1&excl;'],
    ['a URL in small letters', 'Geheim%2bW%c3%b6rt1%21'],
    ['letters and marks', 'Geheim+Wo\u0308rt1!'],
    ['JSON in JSON', 'Geheim\\\\u002bW\\\\u00f6rt1!'],
    ['an escape at its beginning', '\\u0047eheim+Wört1!'],
    ['the token, escaped', '\\u0074ok-abcdefgh'],
  ])('withholds the text that holds it: %s', (_, spelling) => {
    for (const shown of [redact(`no ${spelling} here`), shorten(`{"x":"${spelling}"}`)]) {
      expect(shown).toContain('not shown');
      expect(shown).not.toMatch(/rt1|abcdefgh/);
    }
  });
});
