import { describe, expect, it } from 'vitest';
import { textListCell } from '../../../../src/input/values/cell-lists.ts';
import { convertCell, convertRecord, convertValue } from '../../../../src/input/values/convert.ts';
import { checkField } from '../../../../src/platform/fields/check.ts';
import type { Field } from '../../../../src/platform/fields/field.ts';
import { candidateResource, scheduleResource } from '../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';

const target = { resource: candidateResource, name: 'X', path: ['X'] };
const cell = (field: Partial<Field> & Pick<Field, 'kind'>, text: string, fix = false) =>
  convertCell({ meaning: '', ...field } as Field, text, target, { fix }).value;

describe('a cell', () => {
  it.each([
    ['integer', '007', 7],
    ['integer', '-3', -3],
    ['integer', '1.0', '1.0'],
    ['integer', '1e3', '1e3'],
    ['integer', '0x10', '0x10'],
    ['integer', '9999999999999999', '9999999999999999'],
    ['decimal', '1.50', 1.5],
    ['decimal', '1,5', '1,5'],
    ['decimal', 'Infinity', 'Infinity'],
    ['boolean', 'YES', true],
    ['boolean', '0', false],
    ['boolean', 'ja', true],
    ['boolean', 'j', 'j'],
    ['text', ' as it is ', ' as it is '],
    ['text', '007', '007'],
  ] as const)('of kind %s: %j is %j', (kind, text, value) => {
    expect(cell({ kind }, text)).toBe(value);
  });

  it('is trimmed with --fix', () => {
    expect(cell({ kind: 'text' }, ' a b ', true)).toBe('a b');
    expect(cell({ kind: 'integer' }, ' 7 ', true)).toBe(7);
    expect(cell({ kind: 'integer' }, ' 7 ')).toBe(' 7 ');
  });

  it('of JSON may hold a list, in which no object has a key twice', () => {
    const { Hierarchies } = userResource.fields;
    const listIn = (text: string) => convertCell(Hierarchies, text, target, {}).value;
    expect(listIn('[{"ExternalId":"a"},{"ExternalId":"b"}]')).toEqual([{ ExternalId: 'a' }, { ExternalId: 'b' }]);
    const repeating = '{"ExternalId":"a","ExternalId":"b"}';
    expect(listIn(repeating)).toBe(repeating);
  });

  it.each([
    ['x|y', ['x', 'y']],
    ['["x","y|z"]', ['x', 'y|z']],
    [' ["x"] ', ['x']],
    ['[]', []],
    ['[draft]|{final}', ['[draft]', '{final}']],
    ['[1]', [1]],
    ['{"x":"y"}', [{ x: 'y' }]],
    ['["x","y"', '["x","y"'],
    ['{"x":"y","x":"z"}', '{"x":"y","x":"z"}'],
  ])('of a list of texts: %s is %j', (text, value) => {
    expect(convertCell(userResource.fields.Labels, text, target, {}).value).toEqual(value);
  });

  it.each([[['x', 'y']], [['["x"]']], [['[1]', '[2]']], [['[1', '2]']], [['x|y', 'z']]])(
    'of the texts %j is read as them',
    (texts) => {
      expect(convertCell(userResource.fields.Labels, textListCell(texts), target, {}).value).toEqual(texts);
    },
  );

  it.each([
    ['LAW:IsCoordinator+Foo', ['user-hierarchy.action.choice']],
    ['LAW:Foo|MED:DELETE+bar', ['user-hierarchy.action.choice', 'user-hierarchy.action.choice']],
    ['MED:DELETE+UPSERT', ['user-hierarchy.action.choice']],
    ['urn:law', ['user-hierarchy.action.choice']],
    ['LAW:__proto__', ['user-hierarchy.action.choice']],
    ['LAW:IsCoordinator+UPSERT|MED', []],
    ['LAW:IsCoordinater', ['user-hierarchy.field.unknown']],
  ])('with an unknown word is refused by the contract: %j', (text, rules) => {
    const place = { resource: userResource, name: 'Hierarchies', path: ['Hierarchies'] };
    const { value, problems } = convertCell(userResource.fields.Hierarchies, text, place, {});
    expect(checkField(userResource, 'Hierarchies', value).problems.map(({ rule }) => rule)).toEqual(rules);
    expect(problems).toEqual([]);
  });

  it('stays a text if the request needs a text: special needs of a candidate', () => {
    const { SpecialNeeds } = candidateResource.fields;
    expect(['yes', 'NO', '1'].map((text) => convertCell(SpecialNeeds, text, target, {}).value)).toEqual([
      'true',
      'false',
      'true',
    ]);
    expect(convertValue(SpecialNeeds, true, target, {}).value).toBe('true');
  });
});

describe('a JSON record', () => {
  it('keeps unknown fields, which the check reports', () => {
    const record = JSON.parse('{"Title":"a","Nothing":1,"__proto__":{"Title":"b"}}');
    const { value } = convertRecord(scheduleResource, record, [], {});
    expect(Object.keys(value as object)).toEqual(['Title', 'Nothing', '__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([[null], [[]], ['text'], [1]])('that is not an object stays as it is: %j', (value) => {
    expect(convertRecord(scheduleResource, value, [], {})).toEqual({ value, problems: [] });
  });

  it('reports a time without a zone at its place', () => {
    const { problems } = convertRecord(scheduleResource, { StartDateTime: '2027-03-01T09:00' }, ['Schedule'], {});
    expect(problems).toMatchObject([{ path: ['Schedule', 'StartDateTime'], rule: 'schedule.start-date-time.no-zone' }]);
  });
});
