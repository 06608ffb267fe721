/** Sittings as a calendar (RFC 5545), one event each, in UTC. The event of a later file replaces the earlier one. */
import { createHash } from 'node:crypto';

export interface CalendarEvent {
  /** The texts that identify the event. An event with the same texts replaces that of an earlier file. */
  readonly identity: readonly string[];
  readonly title: string;
  readonly start: string;
  /** Absent if the platform sets the end. */
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

/** A time such as `20270301T090000Z`. */
function utc(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** Escapes line breaks: a calendar would read the text after one as another property. */
function escapeText(text: string): string {
  const escaped = text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');
  return escaped.replaceAll(/\p{Cc}|\p{Zl}|\p{Zp}/gu, ' ');
}

const MAX_OCTETS = 75;

/** Lines with line ends. After 75 octets, a line continues on the next line, behind a blank. No character is cut. */
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
