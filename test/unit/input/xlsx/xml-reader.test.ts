import fc from 'fast-check';
import { expect, test } from 'vitest';
import { XmlReader } from '../../../../src/input/xlsx/xml/xml-reader.ts';

function read(chunks: readonly Buffer[]): unknown[] {
  const xml = new XmlReader();
  const found: unknown[] = [];
  const take = () => {
    for (let token = xml.next(); token !== 'more'; token = xml.next()) {
      if (token === 'text') found.push(xml.text());
      else if (token === 'close') found.push(`/${xml.name}`);
      else {
        const attributes: Record<string, string> = {};
        while (xml.nextAttribute()) attributes[xml.attribute] = xml.value();
        found.push([xml.name, attributes]);
      }
    }
  };
  for (const chunk of chunks) {
    xml.push(chunk);
    take();
  }
  xml.end();
  return found;
}

const DOCUMENT = Buffer.from(
  `\ufeff<?xml version='1.0' encoding="UTF-8"?>\n<!-- a > b --><x:list xmlns:x="urn:x" a='1 > "0"'><row r = "1"
   hidden="&lt;&#65;"/><t xml:space="preserve"> é\r\n€ </t><!-- <t> --><![CDATA[<a> &amp; ]]]]><e></e ></x:list>\n`,
);

test('tags, attributes, texts, comments and CDATA are told apart', () => {
  expect(read([DOCUMENT])).toEqual([
    ['list', { x: 'urn:x', a: '1 > "0"' }],
    ['row', { r: '1', hidden: '<A' }],
    '/row',
    ['t', { space: 'preserve' }],
    ' é\n€ ',
    '/t',
    '<a> &amp; ]]',
    ['e', {}],
    '/e',
    '/list',
  ]);
});

test('how the bytes are cut into chunks changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(DOCUMENT.length), { maxLength: 30 }), (cuts) => {
      const borders = [0, ...cuts.sort((a, b) => a - b), DOCUMENT.length];
      const chunks = borders.slice(1).map((end, index) => DOCUMENT.subarray(borders[index], end));
      expect(read(chunks)).toEqual(read([DOCUMENT]));
    }),
  );
});

test.each([
  ...['<a', '<a>', '<a></b>', '<a></a><b/>', '<a></a>text', 'text<a/>', '<a b=c/>', '<a b/>', '<a b="<"/', '<>x</>'],
  ...['<a>&unknown;</a>', '<a>&#0;</a>', '<a>&#x110000;</a>', '<a>&amp</a>', '<!DOCTYPE a><a/>', '</a>', ''],
  '<a><!ELEMENT b></a>',
])('a text that is not XML is refused: %s', (text) => {
  expect(() => read([Buffer.from(text)])).toThrow();
});

test('no input makes it hang or return an unreadable token', () => {
  const piece = fc.constantFrom(...'<>/"\'=&;!?a é:', '--', '[CDATA[', ']]>', 'row');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        read([Buffer.from(pieces.join(''))]);
      } catch (error) {
        expect((error as Error).constructor.name).toBe('XmlFault');
      }
    }),
  );
});
