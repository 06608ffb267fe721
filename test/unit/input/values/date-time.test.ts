import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src/errors.ts';
import { openTimeZone } from '../../../../src/input/values/conversion.ts';
import { toUtcDateTime } from '../../../../src/input/values/date-time.ts';

describe('a date and time with an offset', () => {
  it.each([
    ['2027-03-01T09:00:00Z', '2027-03-01T09:00:00.000Z'],
    ['2027-03-01t09:00z', '2027-03-01T09:00:00.000Z'],
    ['2027-03-01 09:00+01:00', '2027-03-01T08:00:00.000Z'],
    ['2027-03-01T09:00:00.123456789-11:30', '2027-03-01T20:30:00.123Z'],
    ['2028-02-29T00:00:00+14:00', '2028-02-28T10:00:00.000Z'],
    ['2026-12-31T23:30:00-00:30', '2027-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, value) => {
    expect(toUtcDateTime(text, undefined)).toEqual({ value });
  });

  it('may have an hour of one digit', async () => {
    expect(toUtcDateTime('2027-03-01 9:00Z', undefined)).toEqual({ value: '2027-03-01T09:00:00.000Z' });
    const zone = await openTimeZone('Europe/Amsterdam');
    expect(toUtcDateTime('2027-03-01 9:00', zone)).toEqual({ value: '2027-03-01T08:00:00.000Z' });
  });
});

describe('a text that is no date and time', () => {
  const EXAMPLE = 'write it like 2027-03-01 09:00 with --timezone, or 2027-03-01T09:00:00Z';

  it.each([
    ['2027-02-30T09:00Z', 'names a day that does not exist', 'check the month and the day'],
    ['2027-13-01', 'names a day that does not exist', 'check the month and the day'],
    ['2027-03-01', 'has no time of day', EXAMPLE],
    ['2027-04-02', 'has no time of day', 'write it like 2027-04-02 09:00 with --timezone, or 2027-04-02T09:00:00Z'],
    ['01-03-2027 09:00', 'does not begin with the year', EXAMPLE],
    ['1/3/27', 'does not begin with the year', EXAMPLE],
    ['46447,375', "is a spreadsheet's day number, not a date and time", 'format the column as yyyy-mm-dd hh:mm'],
    ['46447', "is a spreadsheet's day number, not a date and time", 'format the column as yyyy-mm-dd hh:mm'],
    ['20270301', 'is not a date and time', EXAMPLE],
    ['2027-03-01T24:00Z', 'is not a date and time', EXAMPLE],
    ['2027-03-01T09:60Z', 'is not a date and time', EXAMPLE],
    ['2027-03-01T23:59:60Z', 'is not a date and time', EXAMPLE],
    ['2027-03-01T09:00+24:00', 'is not a date and time', EXAMPLE],
    ['2027-03-01T09:00+0100', 'is not a date and time', EXAMPLE],
    ['2027-03-01T09:00 +0100', 'is not a date and time', EXAMPLE],
    ['2027-03-01 09:00 +24:00', 'is not a date and time', EXAMPLE],
    ['2027-03-01 09:00:00.0000000 +01:00', 'is not a date and time', EXAMPLE],
    ['2027-03-01T9:00 -11:30', 'is not a date and time', EXAMPLE],
    ['2027-03-01 09:00 Z', 'is not a date and time', EXAMPLE],
    ['2027-3-1 09:00+01:00', 'is not a date and time', EXAMPLE],
    ['2027-03-01 09:00 CET', 'names its time zone in letters, which may mean several', 'like +01:00, or Z for UTC'],
    ['2027-03-01 09:00 (UTC)', 'names its time zone in letters, which may mean several', 'like +01:00, or Z for UTC'],
    ['2027-03-01 09:00 Uhr', 'is not a date and time', EXAMPLE],
    ['2027-03-01 09:00 AM', 'is not a date and time', EXAMPLE],
    ['09:00', 'is not a date and time', EXAMPLE],
    ['9:00 AM', 'is not a date and time', EXAMPLE],
    ['2027-3-1T9:00Z', 'is not a date and time', EXAMPLE],
    [' 2027-03-01T09:00Z', 'has white space before or after the text', '--fix'],
    ['tomorrow', 'is not a date and time', EXAMPLE],
  ])('%j gets a suggestion', (text, words, suggestion) => {
    expect(toUtcDateTime(text, undefined)).toEqual({
      problem: { problem: 'invalid', words, suggestion: expect.stringContaining(suggestion) },
    });
  });

  it('is read once, even if it is long', () => {
    for (const text of ['1', '2027-03-01 ', '1-', '-', ' '].map((part) => part.repeat(1_000_000))) {
      expect(toUtcDateTime(text, undefined)).toHaveProperty('problem');
    }
  });
});

describe('a local date and time', () => {
  it('needs a time zone', () => {
    expect(toUtcDateTime('2027-03-01 09:00', undefined)).toMatchObject({ problem: { problem: 'no-zone' } });
  });

  it.each([
    ['Europe/Amsterdam', '2027-01-15T09:00', { value: '2027-01-15T08:00:00.000Z' }],
    ['Europe/Amsterdam', '2027-07-15 09:00:30', { value: '2027-07-15T07:00:30.000Z' }],
    ['Europe/Amsterdam', '2027-03-28T01:59:59', { value: '2027-03-28T00:59:59.000Z' }],
    ['Europe/Amsterdam', '2027-03-28T02:00', { problem: { problem: 'nonexistent' } }],
    ['Europe/Amsterdam', '2027-03-28T03:00', { value: '2027-03-28T01:00:00.000Z' }],
    ['Europe/Amsterdam', '2027-10-31T01:59:59', { value: '2027-10-30T23:59:59.000Z' }],
    ['Europe/Amsterdam', '2027-10-31T02:00', { problem: { problem: 'ambiguous' } }],
    ['Europe/Amsterdam', '2027-10-31T03:00', { value: '2027-10-31T02:00:00.000Z' }],
    ['Australia/Lord_Howe', '2027-04-04T01:45', { problem: { problem: 'ambiguous' } }],
    ['America/New_York', '2027-03-14T02:30', { problem: { problem: 'nonexistent' } }],
    ['Asia/Kathmandu', '2027-06-01T09:00', { value: '2027-06-01T03:15:00.000Z' }],
    ['Pacific/Apia', '2011-12-30T12:00', { problem: { problem: 'nonexistent' } }],
    ['UTC', '2027-06-01T09:00', { value: '2027-06-01T09:00:00.000Z' }],
  ])('in %s: %s', async (name, text, expected) => {
    expect(toUtcDateTime(text, await openTimeZone(name))).toMatchObject(expected);
  });

  it.each(['Mars/Olympus', '', 'Amsterdam', '../../etc'])('in %j is a mistake in the command line', async (name) => {
    await expect(openTimeZone(name)).rejects.toBeInstanceOf(UsageError);
  });

  it('with an offset of its own needs no zone', async () => {
    const zone = await openTimeZone('Asia/Tokyo');
    expect(toUtcDateTime('2027-06-01T09:00Z', zone)).toEqual({ value: '2027-06-01T09:00:00.000Z' });
  });
});
