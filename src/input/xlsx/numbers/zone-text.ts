/** Finds the time zone in the texts of a date format: `hh:mm:ss\Z`, `hh:mm" UTC"`, `hh:mm" +02:00"`, `hh:mm" CET"`. */
import { namesZone } from '../../values/date-time-faults.ts';
import type { FormatToken } from './parse-format.ts';

/** Stands in place of the parts that show the date: texts on both sides of it are not one word. */
const PART = '\0';

/** Matches an offset, with or without UTC before it; a name of UTC; or a word, which may be the name of a zone. */
const ZONES =
  /(?<![\p{L}\d])(?:(?:(?:UTC|GMT) ?([+−-])(\d{1,2})|([+−-])(\d{2}))(?::?(\d{2}))?(?![\p{L}\d:])|(Z|UTC|GMT)(?![\p{L}\d/+−-])|(\p{L}[\p{L}/_]*))/gu;

/**
 * Returns the text to add to a date and time: `Z` or `+02:00` for a certain zone, and an empty text if the format shows no
 * zone. For an uncertain zone, a text with which no date and time is valid: ` CET`.
 */
export function zoneShown(tokens: readonly FormatToken[]): string {
  const text = tokens.map((token) => textOf(token)).join('');
  const offsets = new Set<string>();
  const names: string[] = [];
  for (const [, utcSign, utcHours, sign = utcSign, hours = utcHours, minutes = '00', utc, word = ''] of text.matchAll(
    ZONES,
  )) {
    if (utc !== undefined) offsets.add('Z');
    else if (sign !== undefined && hours !== undefined) offsets.add(offsetOf(sign, hours, minutes));
    else if (namesZone(word)) names.push(word);
  }
  if (offsets.size === 0) return names.length === 0 ? '' : ` ${names.join(' ')}`;
  return offsets.size === 1 ? ([...offsets][0] ?? '') : ` ${[...offsets].join(' ')}`;
}

function textOf(token: FormatToken): string {
  if (token.kind === 'literal') return token.text;
  return token.kind === 'digit' ? token.mark : PART;
}

/** An offset of zero is UTC, whatever its sign. */
function offsetOf(sign: string, hours: string, minutes: string): string {
  if (Number(hours) === 0 && Number(minutes) === 0) return 'Z';
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}
