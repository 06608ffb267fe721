/** Sends one request without a network. Returns its result, and how often it was sent. */

import { outcomeOf } from '../../../src/bulk/report/results.ts';
import type { Outcome } from '../../../src/model/report.ts';
import type { Answer } from '../../../src/platform/envelope.ts';
import { deliver } from '../../../src/remote/delivery/deliver.ts';
import { Pace } from '../../../src/remote/delivery/pace.ts';
import { createExcerpts } from '../../../src/remote/excerpt.ts';
import { OPERATIONS, type RemoteCall } from '../../../src/remote/operations.ts';
import type { Answered, Attempt } from '../../../src/remote/wire/attempt-outcome.ts';
import { collection, createSkippingClock, schedule, user } from '../hostile/remote-under-test.ts';

const TOKEN = 'token-of-no-worth-1234';

const CANDIDATES = [
  { CandidateExtId: 'c-1', UserName: 'anna', FirstName: 'Anna', LastName: 'Jansen', Email: 'a@example.org' },
  { CandidateExtId: '7', FirstName: 'Bob', LastName: 'Maas', Email: 'b@example.org', Password: 'Sesame-Open-1' },
];

/** The requests: each operation with an id, and without one if the platform may choose the id. */
export const CALLS = {
  schedule: OPERATIONS.pushSchedule(schedule('S-1', { Candidates: CANDIDATES })),
  'schedule of one': OPERATIONS.pushSchedule(schedule('S-1', { Candidates: CANDIDATES.slice(0, 1) })),
  user: OPERATIONS.saveUser(user('u-1')),
  collection: OPERATIONS.addCollection(collection('c1')),
  'collection without id': OPERATIONS.addCollection(collection(null)),
  session: OPERATIONS.getReviewSession('RS-1'),
  removal: OPERATIONS.removeInvigilators('S-1', ['a']),
  'removal of two': OPERATIONS.removeInvigilators('S-1', ['a', 'b']),
} as const;

export type CallName = keyof typeof CALLS;

export const CUT: Attempt = { kind: 'uncertain', reason: 'the connection was reset' };

export function answered(status: number, body: unknown): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, text };
}

export interface Became {
  readonly outcome: Outcome;
  readonly sent: number;
  readonly answer: Answer<unknown>;
}

type AnyCall = ReturnType<(typeof OPERATIONS)[keyof typeof OPERATIONS]>;

/** Gives one answer after the other, and then repeats the last one. */
export async function sendTo(call: AnyCall, attempts: readonly Attempt[], retries = 5): Promise<Became> {
  let sent = 0;
  const clock = createSkippingClock();
  const halt = new AbortController().signal;
  const wire = { method: call.route.method, path: '/', body: undefined, fresh: false };
  const own = createExcerpts(TOKEN).and('secrets' in call ? (call.secrets ?? []) : []);
  const answer = await deliver(call as unknown as RemoteCall<unknown>, wire, {
    transport: {
      send: async () => attempts[Math.min(sent++, attempts.length - 1)] ?? CUT,
      close: async () => {},
    },
    pace: new Pace({ concurrency: 1, ratePerSecond: undefined, clock, halt }),
    clock,
    limits: { retries, retryBudgetMs: 300_000 },
    halt,
    origin: 'https://exams.example.org',
    excerpts: own,
    onWait: () => undefined,
  });
  return { outcome: outcomeOf(answer), sent, answer };
}
