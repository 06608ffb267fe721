/**
 * The id of a run, such as `20261121T031500Z-3f9a1c`: the second of its begin in UTC, then six hexadecimal digits, of
 * which three are the millisecond and three are random. Ids sort by time.
 */

const HALF = 3;
const RANDOM_STEPS = 16 ** HALF;

const RUN_ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

export function newRunId(now = new Date()): string {
  const digits = [now.getUTCMilliseconds(), Math.floor(Math.random() * RANDOM_STEPS)];
  const text = digits.map((number) => number.toString(16).padStart(HALF, '0')).join('');
  return `${secondOfTime(now.toISOString())}-${text}`;
}

export function isRunId(text: string): boolean {
  return RUN_ID.test(text);
}

/** The second of an id, as a text that sorts by time. */
export function secondOf(run: string): string {
  return run.slice(0, run.indexOf('-'));
}

/** The same for a time such as `2026-11-21T03:15:00.000Z`. */
export function secondOfTime(time: string): string {
  return time.replace(/[-:]|\.\d+/g, '');
}
