/** The days of an input's times where they were written. A request has them in UTC, where it may be another day. */
export interface LocalDays {
  note(utc: string, localDay: string): void;
  /** Undefined where it is not known, or where the input has the moment on two days. */
  of(utc: string): string | undefined;
}

export function createLocalDays(): LocalDays {
  const days = new Map<string, string | undefined>();
  return {
    note: (utc, localDay) => {
      days.set(utc, !days.has(utc) || days.get(utc) === localDay ? localDay : undefined);
    },
    of: (utc) => days.get(utc),
  };
}
