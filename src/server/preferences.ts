/** The header Prefer, as Prism reads it: a developer asks a sandbox for a status or for a slow answer. */
import { refuse, type Status } from '../platform/envelope.ts';
import { HTTP_REFUSALS } from '../platform/explain/http-rules.ts';

export const BUSY = 429;
/** The documented statuses of refusals. */
const STATUSES: ReadonlySet<Status> = new Set(Object.values(HTTP_REFUSALS).map(({ status }) => status));
const MAX_DELAY_SECONDS = 60;

interface Preference {
  readonly code?: Status | undefined;
  readonly delayMs?: number | undefined;
}

/** Reads `code=429` and `delay=5` (seconds, at most a minute). Other preferences are ignored, as RFC 7240 says. */
export function readPreference(header = ''): Preference {
  const numberOf = (name: string) => Number(new RegExp(`(?:^|[,;]) *${name} *= *"?(\\d{1,4})`, 'i').exec(header)?.[1]);
  const seconds = Math.min(numberOf('delay'), MAX_DELAY_SECONDS);
  const wanted = numberOf('code');
  return {
    code: [...STATUSES].find((status) => status === wanted),
    delayMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}

export function refusePreferred(code: Status) {
  return refuse(code, [
    { Code: null, Error: 'The request asked for this answer with Prefer', Rule: 'sandbox.preferred' },
  ]);
}
