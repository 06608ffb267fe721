/** Sittings for a calendar (RFC 5545): times in UTC, and one event each, which a later file replaces. */
import { createHash } from 'node:crypto';

export interface CalendarEvent {
  /** What makes it the same event as in an earlier file. */
  readonly identity: readonly string[];
  readonly title: string;
  readonly start: string;
  /** Absent where the platform sets it. */
  readonly end?: string | undefined;
  readonly description: string;
}

export function* renderCalendar(events: Iterable<CalendarEvent>, now: Date): Generator<string> {
  yield lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//examctl//examctl//EN', 'METHOD:PUBLISH');
  for (const event of events) yield eventLines(event, now);
  yield lines('END:VCALENDAR');
}

function eventLines({ identity, title, start, end, description }: CalendarEvent, now: Date): string {
  const id = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  return lines(
    ...['BEGIN:VEVENT', `UID:${id}@examctl`, `DTSTAMP:${utc(now)}`, `DTSTART:${utc(new Date(start))}`],
    ...(end === undefined ? [] : [`DTEND:${utc(new Date(end))}`]),
    ...[`SUMMARY:${escapeText(title)}`, `DESCRIPTION:${escapeText(description)}`, 'CLASS:CONFIDENTIAL', 'END:VEVENT'],
  );
}

/** `20270301T090000Z`. */
function utc(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** No text ends its line: what follows it would be read as another property. */
function escapeText(text: string): string {
  const escaped = text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');
  return escaped.replaceAll(/\p{Cc}|\p{Zl}|\p{Zp}/gu, ' ');
}

const MAX_OCTETS = 75;

/** A line has at most 75 octets; what follows begins with a blank. Characters are not cut. */
function lines(...texts: readonly string[]): string {
  return texts.map((text) => `${fold(text)}\r\n`).join('');
}

function fold(text: string): string {
  let folded = '';
  let octets = 0;
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
