import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { findEncoding, requireKnownEncoding } from '../../../../src/input/bytes/encoding.ts';
import { likelyEncodings } from '../../../../src/input/bytes/likely-encodings.ts';
import { readFileInput } from '../reading.ts';

const SECRET = 'geheimé';
const list = (people: readonly (readonly [first: string, last: string])[]) =>
  [
    'Klas;ExternalId;Voornaam;Achternaam;Password',
    ...people.map((name, at) => `1é;u-${at};${name.join(';')};${SECRET}`),
  ]
    .join('\r\n')
    .concat('\r\n');

const WESTERN = [
  ['Åsa', 'Müller'],
  ['Renée', 'Brontë'],
  ['Zoë', 'Jürgens'],
] as const;
const CENTRAL = [
  ['Łukasz', 'Żółć'],
  ['Gęsław', 'Źrebię'],
] as const;
const CASES = [
  ['windows-1252', WESTERN],
  ['macintosh', WESTERN],
  ['cp850', WESTERN],
  ['windows-1250', CENTRAL],
] as const;

const REPLACED = (text: string) => text.replaceAll('é', 'e');

describe.each(CASES)('a text in %s', (encoding, people) => {
  const western = people === WESTERN ? list(people) : REPLACED(list(people));
  const bytes = iconv.encode(western, encoding);
  const names = people.flat().slice(0, 3);

  it('is known by its names, and refused with these and with nothing of other columns', async () => {
    expect((await likelyEncodings(bytes))[0]?.names).toEqual(names);
    const { error, records } = await readFileInput(bytes);
    expect(records).toEqual([]);
    expect(error?.hint).toContain(`${encoding} (${names.join(', ')})`);
    expect(error?.hint).toContain('--encoding ');
    expect(error?.hint).not.toContain('geheim');
    expect(error?.hint).not.toContain('1é');
  });
});

it('a fault far from the beginning is reported with names of its line', async () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `u-${at};Ada;Lovelace\n`).join('');
  const bytes = Buffer.concat([
    Buffer.from(`Id;Voornaam;Achternaam\n${rows}`),
    iconv.encode('u;Renée;Müller\n', 'cp1252'),
  ]);
  const { error, records } = await readFileInput(bytes);
  expect(records).toHaveLength(9_000);
  expect(error?.place?.line).toBe(9_002);
  expect(error?.hint).toContain('windows-1252 (Renée, Müller)');
});

it('a row with a delimiter in quotes shows nothing of other columns', async () => {
  const text = `Voornaam;Password;Achternaam\n"Renée;B";${SECRET}\n`;
  const { error } = await readFileInput(iconv.encode(text, 'cp1252'));
  expect(error?.hint).not.toContain('geheim');
});

it('names of JSON are shown as well', async () => {
  const bytes = iconv.encode('[{"FirstName":"Renée","Password":"é","LastName":"Müller"}]', 'windows-1252');
  const { error } = await readFileInput(bytes, '.json');
  expect(error?.hint).toContain('windows-1252 (Renée, Müller)');
});

it('without a column of names, only encodings are named', async () => {
  const { error } = await readFileInput(iconv.encode(`a;b\n${SECRET};1\n`, 'windows-1252'));
  expect(error?.hint).toContain('It may be windows-1252');
  expect(error?.hint).not.toContain('geheim');
});

it.each([
  ['ansi', 'windows-1252'],
  ['ANSI', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['Latin-1', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['Excel', 'windows-1252'],
  ['utf16', 'utf-16le'],
  ['Unicode Text', 'utf-16le'],
  ['UTF-8-BOM', 'utf-8'],
  ['CSV UTF-8', 'utf-8'],
  ['utf-8', 'utf-8'],
  ['macOS', 'macintosh'],
  ['MS-DOS', 'cp850'],
  ['latin9', 'iso-8859-15'],
  ['iso-8859-2', 'iso-8859-2'],
])('the encoding "%s" is %s', async (name, encoding) => {
  await requireKnownEncoding(name);
  expect(findEncoding('f', Buffer.from('a'), name)).toEqual({ encoding, bomBytes: 0 });
});
