import { describe, expect, it } from 'vitest';
import { isCalendarDate } from '../../../src/base/calendar.ts';
import { checkFields } from '../../../src/platform/fields/check.ts';
import { checkUserRequest } from '../../../src/platform/request-rules.ts';
import { candidateResource } from '../../../src/platform/resources/schedule.ts';

const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace', Labels: ['law'] };

function passedUser(request: unknown): object {
  const form = checkUserRequest(request);
  if (!('value' in form)) throw new Error('The user is refused');
  return form.value;
}

describe('a value that has passed its check', () => {
  it('passes again as the very object that it is', () => {
    const user = passedUser(USER);
    expect(passedUser(user)).toBe(user);
  });

  it('is a copy: the original is checked each time', () => {
    const source = { ...USER, Labels: ['law'] };
    const user = passedUser(source);
    source.Labels.push('law');
    expect(user).toEqual(USER);
    expect(checkUserRequest(source).problems).toMatchObject([{ rule: 'user.labels.duplicates' }]);
  });

  it('has not passed as something else', () => {
    const form = checkFields(candidateResource, passedUser(USER));
    expect(form.problems.map(({ rule }) => rule)).toContain('candidate.candidate-ext-id.required');
  });
});

describe('a day of the calendar', () => {
  const isDay = (text: string) => {
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  };
  const two = (number: number) => String(number).padStart(2, '0');

  it.each([0, 4, 100, 400, 1582, 1899, 1900, 2000, 2023, 2024, 2100, 9999])('of the year %i is one to Date', (year) => {
    for (let month = 0; month <= 13; month += 1) {
      for (let day = 0; day <= 32; day += 1) {
        const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        expect([text, isCalendarDate(text)]).toEqual([text, isDay(text)]);
      }
    }
  });
});
