import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarEvent, renderCalendar } from '../../../../src/output/formats/calendar.ts';

const NOW = new Date('2026-11-22T07:00:00.123Z');

const EVENT: CalendarEvent = {
  identity: ['exams.example.org', 'S-1'],
  title: 'Law, year 1; part A\\B',
  start: '2027-03-01T09:00:00+01:00',
  end: '2027-03-01T11:00:00.000Z',
  description: 'one\ntwo',
};

const rendered = (event: Partial<CalendarEvent> = {}, now = NOW) =>
  [...renderCalendar([{ ...EVENT, ...event }], now)].join('');

/** Unfolds lines as RFC 5545 says: a line break before a blank is removed. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

test('a sitting is an event in UTC, with its texts escaped', () => {
  expect(unfolded(rendered())).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//examctl//examctl//EN', 'METHOD:PUBLISH', 'BEGIN:VEVENT'],
    expect.stringMatching(/^UID:[0-9a-f]{32}@examctl$/),
    ...['DTSTAMP:20261122T070000Z', 'DTSTART:20270301T080000Z', 'DTEND:20270301T110000Z'],
    ...['SUMMARY:Law\\, year 1\\; part A\\\\B', 'DESCRIPTION:one\\ntwo', 'CLASS:CONFIDENTIAL'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]);
});

test('an event keeps its id when its sitting moves, and has another id on another platform', () => {
  const uid = (event: Partial<CalendarEvent>) => unfolded(rendered(event)).find((line) => line.startsWith('UID:'));
  expect(uid({ start: '2027-04-01T09:00:00Z' })).toBe(uid({}));
  expect(uid({ identity: ['other.example.org', 'S-1'] })).not.toBe(uid({}));
});

test('no text begins a line of its own, and no line is longer than 75 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const text = rendered({ title: `${title}\r\nEND:VEVENT\u2028X:1`, end: undefined });
      expect(unfolded(text)).toHaveLength(unfolded(rendered({ end: undefined })).length);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }),
    { numRuns: 50 },
  );
});
