/** What the conversion of values needs to know, and for which fields. */
import type { Field, Resource } from '../../platform/fields/field.ts';
import type { Path } from '../../platform/problem.ts';
import type { DateFormat } from './date-format.ts';

/** How values of a file become values of the wire. */
export interface ConversionOptions {
  /** Takes white space around texts and damage in them away, and rows that are no records out, instead of reporting them. */
  readonly fix?: boolean | undefined;
  /** Converts a local time without a zone to a moment. Without it, such a time is a problem. */
  readonly zone?: LocalTimeZone | undefined;
  /** Called with each date and time: the moment in UTC, and the local day as the file has it. */
  readonly onDateTime?: ((utc: string, localDay: string) => void) | undefined;
  /** How dates are written that are not as RFC 3339 has them. */
  readonly dateFormat?: DateFormat | undefined;
  /** Called with each text that says something about its column as a whole. */
  readonly onOddText?: ((field: string, text: string) => void) | undefined;
  readonly defaults?: Defaults | undefined;
}

/** What records get that leave a field empty, by the resource of the field. */
export type Defaults = ReadonlyMap<Resource, Readonly<Record<string, unknown>>>;

/** A time zone in which local times of a file are read. */
export interface LocalTimeZone {
  readonly name: string;
  /** The moment in UTC with milliseconds, or why there is none: the time does not exist there, or exists twice. */
  toUtc(localDateTime: string): { readonly utc: string } | { readonly problem: 'nonexistent' | 'ambiguous' };
  /** The day of a moment there, `2027-01-12`. */
  dayOf(utc: string): string;
}

/** Where a value belongs: for the rule's name, and for the path in the request. */
export interface FieldPlace {
  readonly resource: Resource;
  readonly name: string;
  readonly path: Path;
}

/** A field that is neither made of parts nor can be wrong in a way of its own: its value needs no place to be made. */
export type PlainField = Exclude<Field, { kind: 'list' | 'object' | 'date-time' }>;

export function isPlain(field: Field): field is PlainField {
  return field.kind !== 'list' && field.kind !== 'object' && field.kind !== 'date-time';
}
