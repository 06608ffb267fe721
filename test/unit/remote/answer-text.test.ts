/** How the bytes of an answer become text. */
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { decodeBody } from '../../../src/remote/wire/answer-body.ts';

const TEXT = '{"Errors":["Café, 5 €: Ångström"]}';
const MAX = 1_000;

it.each([
  ['utf8', 'application/json'],
  ['utf8', 'application/json; charset=utf-8'],
  // A server's default, where the program behind it writes UTF-8 all the same.
  ['utf8', 'text/html; charset=iso-8859-1'],
  ['utf8', 'application/json; charset=none-that-is-known'],
  ['windows-1252', 'application/json; charset=windows-1252'],
  ['windows-1252', 'text/plain;  Charset = "Windows-1252"'],
  ['iso-8859-15', 'application/json;charset=ISO-8859-15'],
  ['utf-16le', 'application/json; charset=utf-16le'],
  ['utf-16be', 'application/json; charset=UTF-16BE'],
])('in %s, with %s', async (encoding, contentType) => {
  const bytes = iconv.encode(TEXT, encoding);
  expect(await decodeBody(bytes, { encoding: undefined, contentType }, MAX)).toEqual({ text: TEXT });
  const packed = await decodeBody(gzipSync(bytes), { encoding: 'gzip', contentType }, MAX);
  expect(packed).toEqual({ text: TEXT });
});

it('an answer without a charset is UTF-8, and other bytes are shown as such', async () => {
  const bytes = iconv.encode('Café', 'iso-8859-1');
  const { text } = await decodeBody(bytes, { encoding: undefined, contentType: 'text/plain' }, MAX);
  expect(text).toBe('Caf\ufffd');
});
