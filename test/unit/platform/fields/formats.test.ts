import { describe, expect, it } from 'vitest';
import type { TextFormat } from '../../../../src/platform/fields/field.ts';
import { FORMATS } from '../../../../src/platform/fields/formats.ts';
import { checkUserRequest } from '../../../../src/platform/request-rules.ts';

const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace' };

const VALID = {
  email: [
    ...['ada@example.edu', "o'brien@example.edu", 'a+b@c.nl', 'a_b-c.d@sub-domain.example.edu', 'a@xn--bcher-kva.de'],
    ...['a&b@example.org', 'x#y@example.org', 'sales/eu@example.org', 'a.{b}|c~d@example.org', "!$%*=?^`-'@b.nl"],
    ...['info@xn--e1afmkfd.xn--p1ai', 'a@1.nl', 'a@b--c.nl', 'a@b.n1', '-a-@b.nl', 'A@B.NL'],
    ...[`${'x'.repeat(64)}@example.edu`, `a@${'x'.repeat(63)}.edu`],
  ],
  guid: [
    '5f3c2a10-7b1d-4e6f-8a90-0123456789ab',
    '5F3C2A10-7B1D-4E6F-8A90-0123456789AB',
    '00000000-0000-0000-0000-000000000000',
  ],
  url: ['https://example.edu/a.jpg', 'http://localhost:8080/x?y=1#z', 'HTTPS://EXAMPLE.EDU', 'https://[2001:db8::1]/a'],
  'birth-date': ['2000-02-29', '20000229', '1999-12-31', '19991231'],
  'ip-range': [
    ...['127.0.0.1', '0.0.0.0', '255.255.255.255', '::', '::1', '2001:DB8::1', '::ffff:10.0.0.1'],
    ...['10.0.0.0/8', '10.0.0.1/32', '0.0.0.0/0', '2001:db8::/32', '::/0', '::1/128'],
    ...['10.0.0.1-10.0.0.9', '10.0.0.1-10.0.0.1', '10.0.0.9-10.0.0.10', '::1-::2', '2001:db8::9-2001:db8::10'],
  ],
} as const satisfies Record<TextFormat, readonly string[]>;

const INVALID = {
  email: [
    ...['', 'ada', 'ada.example.edu', '@example.edu', 'ada@', 'ada@example', 'a@@b.nl', 'a b@c.nl', 'a@b c.nl'],
    ...['.a@b.nl', 'a.@b.nl', 'a..b@c.nl', 'a@b..nl', 'a@-b.nl', 'a@b.nl.', 'a@b.n', 'élodie@b.nl', 'a@bücher.de'],
    ...['a@example-.org', 'a@example.org-', 'a@b.-nl', 'a@b.1nl', 'a@b.123', 'a@127.0.0.1', 'a@.nl', 'a@b_c.nl'],
    ...['"a b"@c.nl', 'a\\b@c.nl', 'a(b)@c.nl', 'a;b@c.nl', 'a:b@c.nl', 'a@[127.0.0.1]', `a@${'x'.repeat(64)}.edu`],
    ...['a@b.nl,c@d.nl', 'Ada <a@b.nl>', 'mailto:a@b.nl', 'a@b.nl\n', `${'x'.repeat(65)}@example.edu`],
  ],
  guid: [
    ...['', '1234', '5f3c2a107b1d4e6f8a900123456789ab', '{5f3c2a10-7b1d-4e6f-8a90-0123456789ab}'],
    ...[
      '5f3c2a10-7b1d-4e6f-8a90-0123456789ag',
      '5f3c2a10-7b1d-4e6f-8a90-0123456789ab1',
      '5f3c2a10_7b1d_4e6f_8a90_0123456789ab',
    ],
  ],
  url: [
    ...['', 'photo.jpg', '/photo.jpg', '//example.edu/a', 'ftp://example.edu/a', 'file:///etc/passwd', 'data:,x'],
    ...[
      'javascript:alert(1)',
      'https://',
      'https://user:secret@example.edu',
      'https://example.edu/a b',
      'http://a:99999',
    ],
  ],
  'birth-date': [
    ...['', '2001-02-29', '1900-02-29', '2000-13-01', '2000-00-10', '2000-04-31', '31-12-1999', '1999/12/31'],
    ...['1999-1231', '199912-31', '1999-1-1', '99-12-31', '1999-12-31 ', '12/31/1999', '１９９９1231'],
  ],
  'ip-range': [
    ...['', '127.1', '010.0.0.1', '0x7f.1', '2130706433', '1.2.3', '1.2.3.4.5', '256.1.1.1', '10.0.0.*', 'localhost'],
    ...['fe80::1%eth0', '[::1]', ':::1', '192.0.2.1:80', '10.0.0.1/8', '2001:db8::1/32', '10.0.0.0/33', '::/129'],
    ...['10.0.0.0/', '10.0.0.0/08', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.9-10.0.0.1', '::2-::1', '10.0.0.1-::2'],
    ...['10.0.0.1-', '-10.0.0.1', '10.0.0.1 - 10.0.0.9', '10.0.0.1-10.0.0.2-10.0.0.3', '10.0.0.0/8-10.0.0.1', '-', '/'],
  ],
} as const satisfies Record<TextFormat, readonly string[]>;

function each(table: Record<TextFormat, readonly string[]>): [TextFormat, string][] {
  return Object.entries(table).flatMap(([format, texts]) =>
    texts.map((text): [TextFormat, string] => [format as TextFormat, text]),
  );
}

describe('the formats of texts', () => {
  it.each(each(VALID))('take as %s: %s', (format, text) => {
    expect(FORMATS[format].isValid(text)).toBe(true);
  });

  it.each(each(INVALID))('do not take as %s: %j', (format, text) => {
    expect(FORMATS[format].isValid(text)).toBe(false);
  });

  it('tell how an e-mail address looks', () => {
    const adviceOn = (Email: string) => checkUserRequest({ ...USER, Email }).problems[0]?.suggestion;
    expect(adviceOn('ada')).toBe('write it like name@example.org');
    expect(adviceOn('a@b.nl; c@d.nl')).toBe('give one address, like name@example.org');
  });

  it.each(['1.23E+05', '1,23e+17', '5E+03'])('tell that a spreadsheet made %s of an id', (ExternalId) => {
    const { problems } = checkUserRequest({ ...USER, ExternalId });
    expect(problems).toMatchObject([{ suggestion: expect.stringContaining('format the column as text') }]);
  });

  it.each([
    ['04-05-2001', 'year, month and day'],
    ['2001-02-30', 'that day does not exist'],
    ['37015', 'day number'],
  ])('tell what to write in place of the birth date %s', (text, words) => {
    const problems = checkUserRequest({ ...USER, DateOfBirth: text }).problems;
    expect(problems).toMatchObject([{ suggestion: expect.stringContaining(words) }]);
  });

  it.each(Object.entries(FORMATS))('judge a text of a million characters in one pass: %s', (_, { isValid }) => {
    for (const part of ['a', '.', '@', 'a.', '-', '1.', ':', '/', ' ', 'a-', 'a@', '@a', '@a.', '@a-'])
      isValid(part.repeat(1e6 / part.length));
  });
});
