import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { FORMAT_WORDS } from '../../../../src/input/formats.ts';
import { readFileInput, readStdin } from '../reading.ts';

const TEXT = 'Name,Town\r\nMüller,Köln\r\n"Šimůnková €",𝔘lm\r\n';
const ROWS = [
  [2, ['Müller', 'Köln']],
  [3, ['Šimůnková €', '𝔘lm']],
];

describe('the encoding of a file', () => {
  test.each([
    ['UTF-8', 'utf-8', false],
    ['UTF-8 with a byte order mark', 'utf-8', true],
    ['UTF-16LE with a byte order mark', 'utf-16le', true],
    ['UTF-16BE with a byte order mark', 'utf-16be', true],
  ])('is found by looking if it is %s', async (_, encoding, addBOM) => {
    const seen = await readFileInput(iconv.encode(TEXT, encoding, { addBOM }));
    expect(seen.error).toBeUndefined();
    expect(seen.records).toEqual(ROWS);
  });

  test('is asked for if it is UTF-16 without a byte order mark', async () => {
    const { error } = await readFileInput(Buffer.from('Name,Town\nAda,Rome\n', 'utf16le'));
    expect(error).toMatchObject({
      message: expect.stringContaining('NUL byte'),
      hint: expect.stringContaining('utf-16le'),
    });
  });

  test.each(['windows-1252', 'iso-8859-15', 'utf-16le', 'UTF8', 'windows-1250', 'gb18030'])(
    'is %s if the user says so',
    async (encoding) => {
      const text = 'Name\nMüller €\n';
      const seen = await readFileInput(iconv.encode(text, encoding), '.csv', { encoding });
      expect(seen.error).toBeUndefined();
      expect(seen.records).toEqual([[2, ['Müller €']]]);
    },
  );

  test('is what a byte order mark says, even if the user says otherwise', async () => {
    const seen = await readFileInput(`\ufeff${TEXT}`, '.csv', { encoding: 'windows-1252' });
    expect(seen.records).toEqual(ROWS);
  });

  test.each([
    ['in the first lines', 0],
    ['far from the beginning', 40_000],
  ])('is asked for, with the line, if bytes %s are not UTF-8', async (_, rows) => {
    const bytes = Buffer.concat([Buffer.from(`Name\n${'é\r\n'.repeat(rows)}`), Buffer.from('M\xfcller\nx', 'latin1')]);
    const { records, error } = await readFileInput(bytes);
    expect(records).toHaveLength(rows);
    expect(error).toMatchObject({
      name: 'InputError',
      place: { line: rows + 2 },
      hint: expect.stringContaining('--encoding windows-1252'),
    });
  });

  test('is asked for if a character is cut off at the end of the file', async () => {
    const { records, error } = await readFileInput(Buffer.from('Name\né').subarray(0, -1));
    expect(records).toEqual([]);
    expect(error).toMatchObject({ place: { line: 2 }, message: expect.stringContaining('not valid UTF-8') });
  });

  test.each([
    ['utf-16le', 1],
    ['utf-16be', 1],
    ['utf-32le', 1],
    ['utf-32le', 3],
    ['gb18030', 1],
    ['shift_jis', 1],
  ])('is doubted if %s is cut off %i bytes before its end, in the middle of a character', async (encoding, missing) => {
    const bytes = iconv.encode('Name\nAda\nBob日', encoding);
    const { error } = await readFileInput(bytes.subarray(0, -missing), '.csv', { encoding });
    expect(error).toMatchObject({ place: { line: 3 }, message: expect.stringContaining(`not valid ${encoding}`) });
  });

  test('is doubted if bytes do not fit the one that the user named', async () => {
    const bytes = Buffer.from(`Name\n${'\xe9\n'.repeat(20)}\x81\n`, 'latin1');
    const { records, error } = await readFileInput(bytes, '.csv', { encoding: 'windows-1252' });
    expect(records).toHaveLength(20);
    expect(error).toMatchObject({ place: { line: 22 }, message: expect.stringContaining('not valid windows-1252') });
  });

  test('does not matter to text that a stream has decoded already', async () => {
    const seen = await readStdin([TEXT.slice(0, 12), TEXT.slice(12)], { format: 'csv' });
    expect(seen.records).toEqual(ROWS);
  });
});

describe('a file that is no text', () => {
  const NAME_A_FILE = RegExp(`^Name a ${FORMAT_WORDS} file\\.`);
  test.each<[name: string, head: number[], what: RegExp, hint: RegExp]>([
    ['a workbook', [0x50, 0x4b, 3, 4, 20, 0, 6, 0], /Excel workbook/, /--format xlsx/],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], /old Excel workbook/, /\.xlsx/],
    ['a PDF', [...Buffer.from('%PDF-1.7\n'), 0xe2, 0xe3], /PDF/, NAME_A_FILE],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13], /PNG/, NAME_A_FILE],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 16], /JPEG/, NAME_A_FILE],
    ['a gzip file', [0x1f, 0x8b, 8, 0], /gzip/, /gunzip/],
    ['some other binary', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0xff], /NUL byte/, NAME_A_FILE],
  ])('such as %s is refused with advice', async (_, head, what, hint) => {
    const { input, error } = await readFileInput(Buffer.from(head));
    expect(input).toBeUndefined();
    expect(error).toMatchObject({ name: 'InputError', hint: expect.stringMatching(hint) });
    expect(error?.message).toMatch(/is not a text file/);
    expect(error?.message).toMatch(what);
  });

  test('because of a NUL byte far from its beginning is refused at the line of that byte', async () => {
    const rows = 30_000;
    const { records, error } = await readFileInput(`Name\n${'é\n'.repeat(rows)}x\0y\n`);
    expect(records).toHaveLength(rows);
    expect(error).toMatchObject({ place: { line: rows + 2 }, message: expect.stringContaining('NUL byte') });
  });
});
