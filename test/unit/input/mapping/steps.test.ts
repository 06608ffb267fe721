import { describe, expect, test } from 'vitest';
import { compileMapping, parseMapping } from '../../../../src/input/mapping/compile-mapping.ts';
import type { FieldSteps } from '../../../../src/input/mapping/mapping.ts';

const KINDS = ['users', 'schedules'] as const;
const text = (parts: object) => JSON.stringify({ mapping: 1, kind: 'users', fields: {}, ...parts });
const known = { fields: ['Field'], isField: (name: string) => name === 'Field' };
const compile = (parts: object) => compileMapping(parseMapping('map.json', text(parts), [...KINDS]), known);
const run = async (steps: string | FieldSteps, ...cells: string[]) => {
  const { fields } = await compile({ fields: { Field: steps } });
  const value = fields[0]?.steps.run(cells);
  if (value === undefined) return 'absent';
  if ('fault' in value) return value.fault.rule;
  return 'text' in value ? value.text : value.value;
};

describe('the steps of a mapped field', () => {
  const yesNo = { from: 'A', values: { J: true, n: false } };
  test.each<[string | FieldSteps, string, unknown]>([
    ['A', 'x', 'x'],
    ['A', '', 'absent'],
    [{ from: 'A', pattern: '[^,]+, (.+)' }, 'Berg, Jan', 'Jan'],
    [{ from: 'A', pattern: '[^,]+, (.+)' }, 'Jan Berg', 'input.mapping.pattern'],
    [{ from: 'A', pattern: '[^,]+, (.+)' }, '', 'absent'],
    [{ from: 'A', pattern: '\\d+' }, '25', '25'],
    [{ from: 'A', pattern: '(\\d+)?%?' }, '%', 'absent'],
    [yesNo, 'j', true],
    [yesNo, ' J ', true],
    [yesNo, 'N', false],
    [yesNo, 'x', 'input.mapping.value'],
    [yesNo, '', 'absent'],
    [{ ...yesNo, otherwise: null }, 'x', 'absent'],
    [{ ...yesNo, otherwise: 'unknown' }, 'x', 'unknown'],
    [{ from: 'A', values: { '': false, x: true } }, '', false],
    [{ from: 'A', values: { one: null } }, 'ONE', 'absent'],
    [{ from: 'A', default: 'Student' }, '', 'Student'],
    [{ from: 'A', default: 20 }, '', 20],
    [{ from: 'A', default: 'Student' }, 'Tutor', 'Tutor'],
    [{ from: 'A', separator: ',' }, 'a, b,c', 'a|b|c'],
    [{ from: 'A', separator: ',' }, '', 'absent'],
    [{ from: 'A', pattern: '\\[(.*)\\]', separator: '/' }, '[a/b]', 'a|b'],
    [{ value: 'Student' }, 'anything', 'Student'],
    [{ value: null }, 'anything', 'absent'],
  ])('%j reads %j as %j', async (steps, cell, expected) => expect(await run(steps, cell)).toBe(expected));

  test('values stand after the pattern and before the separator', async () => {
    const steps = { from: 'A', pattern: '<(.+)>', values: { 'a+b': 'one;two' }, separator: ';' };
    expect(await run(steps, '<A+B>')).toBe('one|two');
  });

  test('a pattern that would hang another engine ends', async () => {
    expect(await run({ from: 'A', pattern: '(?:a+)+(b)' }, 'a'.repeat(100_000))).toBe('input.mapping.pattern');
  });
});

describe('rows that a mapping skips', () => {
  test('are found by their text or by a pattern', async () => {
    const skipRows = [
      { column: 'A', equals: ['Totaal', 'Aantal:'] },
      { column: 'B', pattern: 'Sum.*' },
    ];
    const { skipRows: compiled } = await compile({ skipRows });
    expect(compiled.map(({ column, matches }) => [column, ...[' totaal ', 'Sum 3', 'Ada'].map(matches)])).toEqual([
      ['A', true, false, false],
      ['B', false, true, false],
    ]);
  });
});

describe('a faulty mapping is refused with its path', () => {
  test.each<[object, string]>([
    [{ mapping: 2 }, 'The mapping map.json: mapping is wrong'],
    [{ kind: 'teachers' }, 'The mapping map.json: kind is wrong'],
    [{ colums: {} }, 'The mapping map.json has an unknown part "colums"'],
    [{ fields: { Field: { form: 'A' } } }, 'The mapping map.json: fields.Field has an unknown part "form"'],
    [{ fields: { Field: {} } }, 'The mapping map.json: fields.Field needs "from" or "value"'],
    [{ fields: { Field: { from: 3 } } }, 'The mapping map.json: fields.Field.from is wrong'],
    [{ fields: { Field: { value: 1, pattern: 'x' } } }, 'The mapping map.json: fields.Field'],
    [{ fields: { Field: { from: 'A', otherwise: 1 } } }, 'The mapping map.json: fields.Field'],
    [{ fields: { Field: '{A' } }, 'The mapping map.json: fields.Field.from has a "{" without its counterpart'],
    [{ fields: { Field: { from: 'A', pattern: '(' } } }, 'The mapping map.json: fields.Field.pattern is no pattern'],
    [{ fields: { Field: { from: 'A', pattern: '(?=a)b' } } }, 'The mapping map.json: fields.Field.pattern'],
    [{ fields: { Field: { from: 'A', dateFormat: 'D-M' } } }, 'The mapping map.json: fields.Field.dateFormat'],
    [{ fields: { Fild: 'A' } }, 'The mapping map.json: fields.Fild is no field of this kind'],
    [{ skipRows: [{ column: 'A' }] }, 'The mapping map.json: skipRows[0] needs either "equals" or "pattern"'],
    [{ skipRows: [{ column: 'A', pattern: '[' }] }, 'The mapping map.json: skipRows[0].pattern is no pattern'],
    [{ unknown: ['Klas'] }, 'The mapping map.json is not complete: "unknown" has "Klas"'],
  ])('%j', async (parts, message) => {
    await expect(async () => compile(parts)).rejects.toThrow(message);
  });

  test.each([
    ['{', 'is not JSON'],
    ['[]', 'is wrong'],
    ['{"mapping":1,"mapping":1,"kind":"users","fields":{}}', 'stands there twice'],
  ])('%s', (json, message) => expect(() => parseMapping('map.json', json, [...KINDS])).toThrow(message));
});
