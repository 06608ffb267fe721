/** How the bytes of an answer become text. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readText } from '../../../src/remote/wire/transport.ts';

const TEXT = '{"Errors":["Café, 5 €: Ångström"]}';

it('an answer is read as UTF-8, whatever charset the server names', () => {
  expect(readText(Buffer.from(TEXT))).toEqual({ text: TEXT });
  expect(readText(Buffer.from(TEXT), 'identity')).toEqual({ text: TEXT });
});

it('an answer that is not plain UTF-8 has a flaw, and its other bytes are shown as such', () => {
  const latin = readText(Buffer.from('Café', 'latin1'));
  expect(latin).toEqual({ text: 'Caf\ufffd', flaw: expect.stringContaining('not UTF-8') });
  expect(readText(gzipSync(TEXT), 'gzip')).toEqual({ text: '', flaw: expect.stringContaining('compressed') });
});
