import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { toUtcDateTime } from '../../../src/input/date-time.ts';
import { openTimeZone } from '../../../src/input/time-zone.ts';

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

  it.each([
    '2027-02-29T09:00Z',
    '2027-13-01T09:00Z',
    '2027-03-01T24:00Z',
    '2027-03-01T09:60Z',
    '2027-03-01T23:59:60Z',
    '2027-03-01T09:00+24:00',
    '2027-03-01T09:00+0100',
    '2027-03-01',
    '01-03-2027 09:00',
    '2027-3-1T9:00Z',
    ' 2027-03-01T09:00Z',
    'tomorrow',
    '',
  ])('%j is none, and stays as it is for the check', (text) => {
    expect(toUtcDateTime(text, undefined)).toEqual({ value: text });
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
