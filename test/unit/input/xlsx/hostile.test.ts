/** Files that are not workbooks, damaged workbooks, and workbooks that are made to do harm. */
import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { openInput } from '../../../../src/input/open-input.ts';
import { MAX_PACKING, MAX_SMALL_PART_BYTES } from '../../../../src/input/xlsx/limits.ts';
import { readTable, withFile } from '../../../support/xlsx/read.ts';
import { makeSheet, textRow } from '../../../support/xlsx/workbook.ts';
import { makeZip, type ZipPart } from '../../../support/xlsx/zip.ts';

const ROWS = textRow(1, ['A']) + textRow(2, ['1']);
const withPart = (name: string, content = '', flaws = {}) => makeSheet(ROWS, { parts: [{ name, content, flaws }] });
const SHEET = 'xl/worksheets/sheet1.xml';
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const TYPES = { name: '[Content_Types].xml', content: '<Types/>' };

test('a workbook is read if only a file ending of the package has the type of a workbook with macros, as SheetJS writes it', async () => {
  const types = [
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>',
    '<Default Extension="xlsm" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>',
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>',
  ];
  const parts = [{ name: '[Content_Types].xml', content: `<Types>${types.join('')}</Types>` }];
  const [plain, written] = [await readTable(makeSheet(ROWS)), await readTable(makeSheet(ROWS, { parts }))];
  expect(written.rows).toEqual(plain.rows.map((row) => ({ ...row, file: written.input.file })));
  expect(written.rows).not.toEqual([]);
});

describe('a file of another kind gets one sentence', () => {
  test.each<readonly [string, Buffer]>([
    ['it is an old Excel workbook (.xls) or has a password, and neither is read', COMPOUND],
    [
      'it is a binary Excel workbook (.xlsb), which is not read',
      makeZip([TYPES, { name: 'xl/workbook.bin', content: '' }]),
    ],
    [
      'it is an OpenDocument file (.ods), which is not read',
      makeZip([
        { name: 'mimetype', content: '' },
        { name: 'content.xml', content: '' },
      ]),
    ],
    ['it is a Numbers document, which is not read', makeZip([{ name: 'Index/Document.iwa', content: '' }])],
    ['it is a Word document, and no workbook', makeZip([TYPES, { name: 'word/document.xml', content: '' }])],
    [
      'it is a workbook with macros (.xlsm), which is not read',
      withPart(
        '[Content_Types].xml',
        '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      ),
    ],
    ['it is a ZIP file, and no workbook', makeZip([{ name: 'users.csv', content: 'A\n1\n' }])],
    ['is no Excel workbook', Buffer.from('ExternalId,FirstName\n1,Ada\n')],
    [
      'it is a web page or XML under the name of a workbook',
      Buffer.from('<html><table><tr><td>1</td></tr></table></html>'),
    ],
    ['the file is empty', Buffer.alloc(0)],
  ])('%s', async (message, bytes) => {
    await expect(readTable(bytes)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  test('a workbook under the name of a text file is recognised', async () => {
    await withFile(
      makeSheet(ROWS),
      (file) => expect(openInput(file, {})).rejects.toMatchObject({ hint: expect.stringContaining('--format xlsx') }),
      'users.csv',
    );
  });
});

function withSheet(content: string | Buffer, flaws: NonNullable<ZipPart['flaws']> = {}): Buffer {
  return makeSheet(ROWS, { parts: [{ name: SHEET, content, flaws }] });
}

const wrapped = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const whole = makeSheet(ROWS);

describe('a damaged workbook is refused, and nothing of it is guessed', () => {
  test.each<readonly [string, Buffer]>([
    ['is cut off', whole.subarray(0, whole.length / 2)],
    ['has no directory', whole.subarray(0, -22)],
    ['has another checksum', withSheet(wrapped(ROWS), { crc: 1 })],
    ['has another size', withSheet(wrapped(ROWS), { size: 10 })],
    ['is packed in another way', withSheet(wrapped(ROWS), { method: 12 })],
    [
      'has two parts of one name',
      makeSheet(ROWS, {
        parts: [
          { name: 'x', content: '1' },
          { name: 'X', content: '2' },
        ],
      }),
    ],
    [
      'lacks its sheet',
      withPart(
        'xl/_rels/workbook.xml.rels',
        '<Relationships><Relationship Id="s1" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
      ),
    ],
    ['has a part outside of its folder', withPart('../outside.xml', '')],
    ['has a tag that is not closed', withSheet('<worksheet><sheetData><row><c></row></sheetData></worksheet>')],
    [
      'ends within its rows',
      withSheet('<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>A</t></is></c></row>'),
    ],
    ['has text outside of its tags', withSheet(`rows: ${wrapped(ROWS)}`)],
    [
      'has bytes that are no UTF-8',
      withSheet(
        Buffer.concat([
          Buffer.from('<worksheet><sheetData><row><c t="str"><v>'),
          Buffer.from([0xe9, 0x41]),
          Buffer.from('</v></c></row></sheetData></worksheet>'),
        ]),
      ),
    ],
    ['is in another encoding', withSheet(`<?xml version="1.0" encoding="iso-8859-1"?>${wrapped(ROWS)}`)],
    ['names a shared text that is not there', withSheet(wrapped('<row><c t="s"><v>7</v></c></row>'))],
    ['has its rows out of order', withSheet(wrapped(textRow(2, ['A']) + textRow(1, ['B'])))],
    ['has a row twice', withSheet(wrapped(textRow(2, ['A']) + textRow(2, ['B'])))],
    ['has a cell twice', withSheet(wrapped('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'))],
    ['has a cell beyond the last column', withSheet(wrapped('<row><c r="XFE1"><v>1</v></c></row>'))],
    ['has a row beyond the last one', withSheet(wrapped(textRow(1_048_577, ['A'])))],
  ])('%s', async (_, bytes) => {
    await expect(readTable(bytes)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(/book\.xlsx: the workbook is (damaged|not read)/),
    });
  });
});

describe('a workbook that is made to do harm is refused at once', () => {
  const bomb = Buffer.alloc(MAX_PACKING.fromBytes + 1, ' ');

  test.each<readonly [string, Buffer]>([
    ['has a sheet that is packed too tightly', withSheet(bomb)],
    [
      'has styles that are too large',
      withPart('xl/styles.xml', 'x', { size: MAX_SMALL_PART_BYTES + 1, packedSize: MAX_SMALL_PART_BYTES }),
    ],
    ['says less than it holds', withSheet(bomb, { size: 1000 })],
    [
      'declares entities',
      withSheet(
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
      ),
    ],
    ['uses entities that it does not declare', withSheet(wrapped('<row><c t="str"><v>&secret;</v></c></row>'))],
    ['is nested deeply', withSheet('<a>'.repeat(1000))],
    [
      'has a text without an end',
      withSheet(
        `<worksheet><sheetData><row><c t="str"><v>${'word '.repeat(500_000)}</v></c></row></sheetData></worksheet>`,
      ),
    ],
    [
      'has a row of too much text',
      withSheet(wrapped(`<row>${`<c t="str"><v>${'word '.repeat(6000)}</v></c>`.repeat(40)}</row>`)),
    ],
  ])('%s', async (_, bytes) => {
    const began = process.memoryUsage().rss;
    await expect(readTable(bytes)).rejects.toMatchObject({ name: 'InputError' });
    expect(process.memoryUsage().rss - began).toBeLessThan(100 * 1024 * 1024);
  });

  test('no message holds a text of the workbook', async () => {
    const secret = withSheet('<worksheet><sheetData><row><c t="str"><v>s3cr3t</v></row></sheetData></worksheet>');
    await expect(readTable(secret)).rejects.not.toThrow('s3cr3t');
  });
});
