/** Comparisons of people: without case and accents, and with regard to marriages and corrections. */
import { describe, expect, it } from 'vitest';
import { foldLetters, isAnotherPerson } from '../../../../src/platform/fields/person.ts';

const ADA = { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu', DateOfBirth: '2001-05-31' };
const BOB = { FirstName: 'Bob', LastName: 'Baker', Email: 'bob@example.edu', DateOfBirth: '2002-01-01' };
const unborn = ({ DateOfBirth: _, ...person }: typeof ADA) => person;

describe('a name', () => {
  it.each([
    ['RENÉE', 'renee'],
    ['Rene\u0301e', 'renee'],
    ['de  Vries-Jansen', 'de vries jansen'],
    ["O'Brien", 'O’Brien'],
    ['Łukasz', 'łukasz'],
    ['', ''],
  ])('%s is compared as %s', (one, other) => {
    expect(foldLetters(one)).toBe(foldLetters(other));
  });

  it('in another script is kept apart', () => {
    expect(foldLetters('Мария')).not.toBe(foldLetters('Марина'));
  });
});

describe('one id', () => {
  it.each([
    ['is another person', BOB, true],
    ['is another one without birth dates', unborn(BOB), true],
    ['is the same after a marriage', { ...ADA, LastName: 'King', Email: 'ada.king@example.edu' }, false],
    ['is the same with another address', { ...ADA, Email: 'ada@example.org' }, false],
    ['is the same with a corrected birth date', { ...ADA, DateOfBirth: '2001-05-13' }, false],
    ['is the same with the address and a corrected name', { ...BOB, Email: 'ADA@example.edu' }, false],
    ['is another one of the same first name', { ...BOB, FirstName: 'Ada' }, true],
    ['is another one without an address', { ...BOB, Email: undefined }, true],
    [
      'is the same after a marriage, without an address',
      { ...ADA, LastName: 'King', Email: '', DateOfBirth: '2001-05-13' },
      false,
    ],
    ['is not told by its names alone', { FirstName: 'Bob', LastName: 'Baker' }, false],
  ])('%s', (_, after, expected) => {
    expect(isAnotherPerson(ADA, after)).toBe(expected);
    expect(isAnotherPerson(after, ADA)).toBe(expected);
  });
});
