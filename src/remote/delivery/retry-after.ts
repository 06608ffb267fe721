/** The header Retry-After (RFC 9110, 10.2.3): seconds, or an HTTP date. */

const SECONDS = /^\d+$/;
/** The three forms of an HTTP date; anything else that `Date.parse` would take is not one. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
] as const;

export interface AnswerTimes {
  /** The answer's own date, where it has one: then a clock that is wrong on this side does no harm. */
  readonly date: string | undefined;
  /** The time of day here, in milliseconds since 1970. */
  readonly now: number;
}

/** How long to wait, in milliseconds. `undefined` where the header asks for nothing: zero, garbage, a past date. */
export function parseRetryAfter(header: string | undefined, { date, now }: AnswerTimes): number | undefined {
  const text = header?.trim();
  if (text === undefined) return undefined;
  const wait = SECONDS.test(text) ? Number(text) * 1000 : untilDate(text, parseHttpDate(date) ?? now);
  return wait !== undefined && wait > 0 ? Math.min(wait, Number.MAX_SAFE_INTEGER) : undefined;
}

function untilDate(text: string, now: number): number | undefined {
  const date = parseHttpDate(text);
  return date === undefined ? undefined : date - now;
}

function parseHttpDate(text: string | undefined): number | undefined {
  if (text === undefined || !HTTP_DATES.some((form) => form.test(text))) return undefined;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
