import { UsageError } from '../../errors.ts';
import type { LocalTimeZone } from './conversion.ts';

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
