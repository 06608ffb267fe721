/** How values of a file become values of the wire. */
export interface ConversionOptions {
  /** Takes the white space around texts away instead of reporting it. */
  readonly fix?: boolean;
  /** Tells the moment of a local time without zone; without it such a time is a problem. */
  readonly zone?: LocalTimeZone;
}

/** A time zone in which local times of a file are read. */
export interface LocalTimeZone {
  readonly name: string;
  /** The moment in UTC with milliseconds, or why there is none: the time does not exist there, or exists twice. */
  toUtc(localDateTime: string): { readonly utc: string } | { readonly problem: 'nonexistent' | 'ambiguous' };
}
