/** The id of a run, such as `20261121T031500Z-3f9a1c`: the second of its begin in UTC, and six random digits. Ids sort by time. */

const RANDOM_DIGITS = 6;

const RUN_ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

export function newRunId(): string {
  return `${secondOfTime(new Date().toISOString())}-${crypto.randomUUID().slice(0, RANDOM_DIGITS)}`;
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
