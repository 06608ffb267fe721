import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../../src/input/mapping/template.ts';

const filled = (text: string, cells: readonly string[]) => {
  const template = parseTemplate(text);
  return typeof template === 'string' ? template : template.fill(cells);
};

describe('a template', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['Studentnummer', ['7'], '7'],
    ['Studentnummer', [''], undefined],
    ['{Prefix} {Surname}', ['van den', 'Berg'], 'van den Berg'],
    ['{Prefix} {Surname}', ['', 'Berg'], 'Berg'],
    ['{Surname} {Suffix}', ['Berg', ''], 'Berg'],
    ['{First} {Prefix} {Surname}', ['Ada', '', 'Berg'], 'Ada Berg'],
    ['{First} {Prefix} {Surname}', ['', '', 'Berg'], 'Berg'],
    ['{First} {Prefix} {Surname}', ['Ada', '', ''], 'Ada'],
    ['{Date}T{Time}', ['', ''], undefined],
    ['{Date}T{Time}', ['2027-01-11', '09:00'], '2027-01-11T09:00'],
    ['{A}-{A}', ['x'], 'x-x'],
    ['{{{A}}}', ['x'], '{x}'],
    ['a {{ b', ['x'], 'x'],
  ])('%s of %j is %j', (text, cells, expected) => expect(filled(text, cells)).toBe(expected));

  test('names the header of a column with a brace', () => {
    expect(parseTemplate('a {{ b')).toMatchObject({ columns: ['a { b'], isCell: true });
  });

  test.each(['{A', 'A}', '{} x', '{ }'])('%s is refused with a reason', (text) => {
    expect(parseTemplate(text)).toBeTypeOf('string');
  });
});
