/** What is offered for editing: read again, it is the same value, and different values look different. */
import { describe, expect, it } from 'vitest';
import { askedField, asTyped, readAnswer } from '../../../src/commands/ask/check-answer.ts';
import { forTerminal } from '../../../src/output/terminal/escape.ts';
import { userResource } from '../../../src/platform/resources/user.ts';

const TEXTS = ['Law', '-', '"', '"Law"', 'a\nb', 'a\\nb', '"a\\nb"', '\u202eLaw', 'a\tb', 'a, b', 'a|b', '[a]', ' a '];

const LISTS: readonly (readonly string[])[] = [
  ...TEXTS.map((text) => [text]),
  ...TEXTS.map((text) => [text, 'second']),
  ...TEXTS.map((text) => ['first', text, 'third']),
  ['Law, year 1', 'honours'],
  ['{"a"', 'b}'],
];

const ENTRIES: readonly (readonly object[])[] = [
  [{ ExternalId: 'LAW-1' }, { ExternalId: 'LAW-2' }],
  [{ ExternalId: 'LAW-1', IsCoordinator: true }, { ExternalId: 'LAW-2' }],
  [{ ExternalId: 'LAW:1' }],
  [{ ExternalId: 'Law, 1' }, { ExternalId: 'LAW-2' }],
];

describe('the form of a value that is offered for editing', () => {
  it.each(LISTS.map((list) => [list]))('is read as the list it stands for: %j', (list) => {
    expect(readAnswer(askedField(userResource, 'Labels'), asTyped(list)).value).toEqual(list);
  });

  it.each(ENTRIES.map((list) => [list]))('is read as the entries it stands for: %j', (list) => {
    expect(readAnswer(askedField(userResource, 'Hierarchies'), asTyped(list)).value).toEqual(list);
  });

  it.each([TEXTS, LISTS, ENTRIES].map((values) => [values]))('is of its own for each value', (values) => {
    const forms = values.map(asTyped);
    expect(new Set(forms).size).toBe(new Set(values.map((value) => JSON.stringify(value))).size);
    expect(forms.map((form) => forTerminal(form))).toEqual(forms);
  });
});
