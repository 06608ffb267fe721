/** The options of the conversion of values. */

import { UsageError } from '../../errors.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { Path } from '../../platform/problem.ts';
import type { DateFormat } from './date-format.ts';

/** How values of a file become values of a request. */
export interface ConversionOptions {
  /** Removes white space around texts, damage in texts, and rows that are not records, instead of reporting them. */
  readonly fix?: boolean | undefined;
  /** Converts a local time without a zone to a moment. Without it, such a time is a problem. */
  readonly zone?: LocalTimeZone | undefined;
  /** Called with each date and time: the moment in UTC, and the local day as in the file. */
  readonly onDateTime?: ((utc: string, localDay: string) => void) | undefined;
  /** The format of dates that are not in the form of RFC 3339. */
  readonly dateFormat?: DateFormat | undefined;
  /** Called with each text that is a reason for advice about its column. */
  readonly onAdviceText?: ((field: string, text: string) => void) | undefined;
  readonly defaults?: Defaults | undefined;
  /** Called with values of columns that no field reads. */
  readonly onUnread?: ((column: string, text: string) => void) | undefined;
}

/** The values for fields that a record leaves empty, by the resource of the field. */
export type Defaults = ReadonlyMap<Resource, Readonly<Record<string, unknown>>>;

/** The time zone for the local times of a file. */
export interface LocalTimeZone {
  readonly name: string;
  /**
   * Returns the moment in UTC with milliseconds, or why there is none: the time does not exist in the zone, or twice.
   */
  toUtc(localDateTime: string): { readonly utc: string } | { readonly problem: 'nonexistent' | 'ambiguous' };
  /** The time of a moment in the zone, with its offset: `2027-03-01T10:00+01:00`. */
  withOffset(utc: string): string;
  /** Returns the day of a moment in the zone, `2027-01-12`. */
  dayOf(utc: string): string;
}

/** The field of a value: for the name of a rule, and for the path in the request. */
export interface FieldPlace {
  readonly resource: Resource;
  readonly name: string;
  readonly path: Path;
}

/** A field whose conversion finds no problems of its own, so that it does not need the field's place. */
export type PlainField = Exclude<Field, { kind: 'list' | 'object' | 'date-time' }>;

export function isPlain(field: Field): field is PlainField {
  return field.kind !== 'list' && field.kind !== 'object' && field.kind !== 'date-time';
}

/** Opens the zone with an IANA name (`--timezone Europe/Amsterdam`). Loads the calendar library only when needed. */
export async function openTimeZone(name: string): Promise<LocalTimeZone> {
  const { Temporal } = await import('temporal-polyfill');
  const local = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  try {
    local('2000-01-01T00:00').toZonedDateTime(name);
  } catch (cause) {
    const hint = 'Give an IANA name such as Europe/Amsterdam.';
    throw new UsageError(`--timezone: ${JSON.stringify(name)} is not a known time zone`, { hint, cause });
  }
  return {
    name,
    withOffset: (utc) =>
      Temporal.Instant.from(utc).toZonedDateTimeISO(name).toString({ smallestUnit: 'minute', timeZoneName: 'never' }),
    dayOf: (utc) => Temporal.Instant.from(utc).toZonedDateTimeISO(name).toPlainDate().toString(),
    toUtc: (text) => {
      const time = local(text);
      const earlier = time.toZonedDateTime(name, { disambiguation: 'earlier' });
      const later = time.toZonedDateTime(name, { disambiguation: 'later' });
      if (earlier.epochNanoseconds === later.epochNanoseconds) {
        return { utc: new Date(earlier.epochMilliseconds).toISOString() };
      }
      // Both readings of a skipped time differ from the given time. Both readings of a repeated time are the same.
      return { problem: earlier.toPlainDateTime().equals(time) ? 'ambiguous' : 'nonexistent' };
    },
  };
}
