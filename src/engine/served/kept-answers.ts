/**
 * Keeps answers for a day under the keys of their requests. Each answer is committed together with the changes of its
 * request, so neither exists without the other. Any process on the same store finds the answer.
 */
import type { Entities } from '../../platform/entities.ts';
import { type Answer, refuse } from '../../platform/envelope.ts';
import { type AssessmentService, KEY_REUSED, type RequestKey } from '../../platform/service.ts';
import type { Store, StoreTransaction } from '../../store/port.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { createEngine } from '../engine.ts';
import { type Decide, decideIn } from '../request.ts';

const DAY_MS = 24 * 3_600_000;

/** A refusal with more errors is not kept: nothing was done, so the request can be sent again. */
const MAX_KEPT_ERRORS = 100;

/** A service for one request that has a key. */
export function createKeyedEngine(
  engine: EngineDependencies,
  key: RequestKey,
  now: () => number = Date.now,
): AssessmentService {
  const decide: Decide = (transaction, request, rules) => {
    const time = now();
    const kept = findKept(transaction, key, time);
    if (kept !== undefined) return kept.digest === key.digest ? answerOf(kept) : refuseReuse();
    const answer = decideIn(transaction, request, rules);
    const { status, envelope } = answer;
    if ((envelope.Errors?.length ?? 0) <= MAX_KEPT_ERRORS) {
      const entity = { digest: key.digest, until: time + DAY_MS, status, envelope };
      transaction.put('KeptAnswers', idOf(key, time), entity);
    }
    return answer;
  };
  return createEngine(engine, decide);
}

type KeptAnswer = Entities['KeptAnswers'];

/**
 * A valid answer is from today or from yesterday. It is from tomorrow if the clock of another server is ahead, or if the
 * clock of this machine was set back.
 */
function findKept(transaction: StoreTransaction, key: RequestKey, time: number): KeptAnswer | undefined {
  const kept = [DAY_MS, 0, -DAY_MS].map((ahead) => transaction.get('KeptAnswers', idOf(key, time + ahead)));
  return kept.find((answer) => answer !== undefined && answer.until > time);
}

/** An id starts with the day, so sorted ids have the oldest first. */
function idOf({ id }: RequestKey, time: number): string {
  return `${dayOf(time)}:${id}`;
}

/** Days since 1970: five digits until the year 2243. */
function dayOf(time: number): string {
  return String(Math.floor(time / DAY_MS));
}

/** The same digest means the same request, so the kept answer has the expected type. */
function answerOf<C>({ status, envelope }: KeptAnswer): Answer<C> {
  return { status, envelope: envelope as Answer<C>['envelope'], isReplayed: true };
}

function refuseReuse(): Answer<never> {
  const text = 'The key of this request (Idempotency-Key) was used before, with another request: give each its own';
  return refuse(400, [{ Code: null, Error: text, Rule: KEY_REUSED }]);
}

const MAX_KEPT = 1_000_000;
/** Answers that one transaction deletes. */
const DELETED_TOGETHER = 500;

/** Deletes the answers that are no longer valid, and the oldest ones beyond `max`. */
export async function forgetKeptAnswers(store: Store, now: number = Date.now(), max: number = MAX_KEPT): Promise<void> {
  const ids = await store.read((view) => [...view.ids('KeptAnswers')]);
  const firstDay = dayOf(now - DAY_MS);
  const past = ids.filter((id) => id < firstDay).length;
  const old = ids.slice(0, Math.max(past, ids.length - max));
  for (let from = 0; from < old.length; from += DELETED_TOGETHER) {
    const some = old.slice(from, from + DELETED_TOGETHER);
    await store.transact((transaction) => {
      for (const id of some) transaction.delete('KeptAnswers', id);
    });
  }
}
