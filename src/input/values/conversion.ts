/** The options of the conversion of values. */
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
