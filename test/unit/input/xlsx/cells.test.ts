/** The text that a cell shows, for the XML that programs write. */
import { expect, test } from 'vitest';
import type { SheetValue } from '../../../../src/input/port.ts';
import { readTable } from '../../../support/xlsx/read.ts';
import { makeSheet } from '../../../support/xlsx/workbook.ts';

const TEXTS = [
  '<si><t>Ada</t></si>',
  '<si><r><t>Love</t></r><r><rPr><b/></rPr><t>lace</t></r></si>',
  '<si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si>',
  '<si><t xml:space="preserve"> kept </t></si>',
  '<si><t> shown without </t></si>',
  '<si><t>two_x000D_\nlines</t></si>',
  '<si><t>_x005F_x0041_</t></si>',
  '<si><t>&lt;b&gt; &amp; &#8364;&#x20AC;</t></si>',
  '<si/>',
  '<si><t><![CDATA[a < b & c]]></t></si>',
].join('');

const FORMATS = ['0000000', 'yyyy\\-mm\\-dd\\ hh:mm', 14, '0%', '#,##0', '@', 'yyyy\\-mm\\-dd\\ hh:mm\\Z', 200];

const on = (dateTime: string): SheetValue => ({ dateTime, day: '2027-01-11' });

const CELLS: readonly (readonly [name: string, cell: string, text: string, value?: SheetValue])[] = [
  ['a shared text', '<c t="s"><v>0</v></c>', 'Ada'],
  ['a text in runs', '<c t="s"><v>1</v></c>', 'Lovelace'],
  ['a text with its pronunciation', '<c t="s"><v>2</v></c>', '東京'],
  ['a text with white space that is kept', '<c t="s"><v>3</v></c>', ' kept '],
  ['a text with white space that is not shown', '<c t="s"><v>4</v></c>', 'shown without'],
  ['a text with an escaped character', '<c t="s"><v>5</v></c>', 'two\r\nlines'],
  ['a text that looks like an escape', '<c t="s"><v>6</v></c>', '_x0041_'],
  ['a text with entities', '<c t="s"><v>7</v></c>', '<b> & €€'],
  ['a shared text that is empty', '<c t="s"><v>8</v></c>', ''],
  ['a text in a CDATA section', '<c t="s"><v>9</v></c>', 'a < b & c'],
  ['a text of its own', '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
  ['a text of digits', '<c t="inlineStr"><is><t>0444021</t></is></c>', '0444021'],
  ['a text of its own in its value', '<c t="inlineStr"><v>Gent</v></c>', 'Gent'],
  ['a text of its own in its value, beside an empty one', '<c t="inlineStr"><v>Gent</v><is/></c>', 'Gent'],
  ['a text of its own beside a value', '<c t="inlineStr"><v>0</v><is><t>Gent</t></is></c>', 'Gent'],
  ['a text of its own with an escape in its value', '<c t="inlineStr"><v>a_x0009_b</v></c>', 'a\tb'],
  ['a formula with a text of its own', '<c t="inlineStr"><f>"Ge"</f><is><t>Gent</t></is></c>', 'Gent'],
  ['a formula with its text in its value', '<c t="inlineStr"><f>"Ge"</f><v>Gent</v></c>', 'Gent'],
  ['a text of its own in a cell for results', '<c t="str"><is><t>Gent</t></is></c>', 'Gent'],
  ['a text of its own in a cell for shared texts', '<c t="s"><is><t>Gent</t></is></c>', 'Gent'],
  ['a text of its own in a cell without a type', '<c><is><t>Gent</t></is></c>', 'Gent'],
  ['a formula with a text of its own in a cell without a type', '<c><f>"Ge"</f><is><t>Gent</t></is></c>', 'Gent'],
  ['a number beside a text of its own', '<c><v>12</v><is><t>Gent</t></is></c>', '12'],
  ['a text of digits with a format', '<c s="5" t="inlineStr"><is><t>0444021</t></is></c>', '0444021'],
  ['a number', '<c><v>444021</v></c>', '444021'],
  ['a number with a prefix of its name', '<x:c><x:v>444021</x:v></x:c>', '444021'],
  ['a number that is said to be one', '<c t="n"><v>12.5</v></c>', '12.5'],
  ['a number in binary digits', '<c><v>12.300000000000001</v></c>', '12.3'],
  ['a number with a power', '<c><v>1.5E3</v></c>', '1500'],
  ['a number with noughts in front', '<c s="1"><v>444021</v></c>', '0444021', { number: '444021' }],
  ['a number of 15 digits', '<c><v>123456789012345</v></c>', '123456789012345'],
  ['a number as text', '<c s="6"><v>444021</v></c>', '444021'],
  ['a share', '<c s="4"><v>0.25</v></c>', '25%', { number: '25' }],
  ['a number in groups', '<c s="5"><v>1234</v></c>', '1,234', { number: '1234' }],
  ['a date and time', '<c s="2"><v>46398.375</v></c>', '2027-01-11 09:00', on('2027-01-11 09:00')],
  ['a date in the form of the system', '<c s="3"><v>46398</v></c>', '2027-01-11', on('2027-01-11')],
  [
    'a date as text of the standard',
    '<c s="2" t="d"><v>2027-01-11T09:00:00</v></c>',
    '2027-01-11 09:00',
    on('2027-01-11 09:00'),
  ],
  [
    'a date as text of the standard, with an offset that its cell does not show',
    '<c s="2" t="d"><v>2027-01-11T09:00:00+02:00</v></c>',
    '2027-01-11T09:00:00+02:00',
    { fault: 'zone-hidden' },
  ],
  [
    'a date as text of the standard, without a format',
    '<c t="d"><v>2027-01-11T09:00:00.000</v></c>',
    '2027-01-11 09:00',
    on('2027-01-11 09:00'),
  ],
  ['a day as text of the standard', '<c s="3" t="d"><v>2027-01-11</v></c>', '2027-01-11', on('2027-01-11')],
  ['a number that may be a day', '<c><v>36526</v></c>', '36526', { day: '2000-01-01' }],
  ['true', '<c t="b"><v>1</v></c>', 'TRUE', { isYesNo: true }],
  ['false', '<c t="b"><v>0</v></c>', 'FALSE', { isYesNo: true }],
  ['the result of a formula', '<c t="str"><f>A1&amp;"x"</f><v>Adax</v></c>', 'Adax'],
  ['an empty result of a formula', '<c t="str"><f>""</f><v></v></c>', ''],
  ['a number from a formula', '<c><f>1+1</f><v>2</v></c>', '2'],
  ['a formula without a result', '<c><f>A1+1</f></c>', '=A1+1', { fault: 'no-result' }],
  ['a formula with an empty result for a number', '<c><f>A1</f><v></v></c>', '=A1', { fault: 'no-result' }],
  ['a shared formula without a result', '<c><f t="shared" si="0"/><v/></c>', '#N/A', { fault: 'no-result' }],
  ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A', { fault: 'error-value' }],
  ['an error of a formula', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!', { fault: 'error-value' }],
  ['a number of 19 digits', '<c><v>1234567890123456789</v></c>', '1234567890123456789', { fault: 'digits-lost' }],
  [
    'a number of 16 digits with a power',
    '<c><v>1.2345678901234567E+15</v></c>',
    '1.2345678901234567E+15',
    { fault: 'digits-lost' },
  ],
  ['a number in a style that is not there', '<c s="99"><v>12</v></c>', '12', { fault: 'unknown-format' }],
  ['a number in a format without a code', '<c s="8"><v>12</v></c>', '12', { fault: 'unknown-format' }],
  ['a text in a style that is not there', '<c s="99" t="inlineStr"><is><t>12</t></is></c>', '12'],
  ['a word in place of a number', '<c><v>word</v></c>', 'word', { fault: 'no-number' }],
  ['a word in place of a yes', '<c t="b"><v>perhaps</v></c>', 'perhaps', { fault: 'no-number' }],
  ['a cell with a style only', '<c s="2"/>', ''],
];

test.each(CELLS)('the reader of cells knows %s', async (_, cell, text, value) => {
  const rows = `<row r="1"><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>B</t></is></c></row><row>${cell}<c r="B2"><v>1</v></c></row>`;
  const { rows: read } = await readTable(makeSheet(rows, { texts: TEXTS, formats: FORMATS }));
  expect(read[0]?.cells).toEqual([text, '1']);
  expect(defined(read[0]?.values?.get(0))).toEqual(value);
});

function defined(value: SheetValue | undefined): SheetValue | undefined {
  return value && Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

test('days are counted from 1904 if the workbook says so', async () => {
  const rows = '<row><c t="inlineStr"><is><t>A</t></is></c></row><row><c s="2"><v>44936.375</v></c></row>';
  const { rows: read } = await readTable(makeSheet(rows, { formats: FORMATS, is1904: true }));
  expect(read[0]?.cells).toEqual(['2027-01-11 09:00']);
});
