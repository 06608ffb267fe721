/** Endpoints, 2: Get review session info. */
import { type Answer, succeed } from '../contract/envelope.ts';
import { allFields } from '../contract/field.ts';
import { problem } from '../contract/problem.ts';
import { type ReviewSession, reviewResultResource, reviewSessionResource } from '../contract/review-session.ts';
import type { EngineDependencies } from './dependencies.ts';
import { refuseProblems } from './transaction.ts';

export async function getReviewSession(
  { store }: EngineDependencies,
  externalId: string,
): Promise<Answer<ReviewSession>> {
  const isId = typeof externalId === 'string';
  const session = isId ? await store.read((view) => view.get('ReviewSessions', externalId)) : undefined;
  if (session === undefined) {
    const message = 'Review session has not been found';
    return refuseProblems([problem({ rule: 'review-session.not-found', path: ['externalId'], message })]);
  }
  return succeed(describe(session));
}

/** Every documented field, null where it is not set. */
function describe(session: ReviewSession): ReviewSession {
  const results = (session.Results ?? []).map((result) => allFields(reviewResultResource, result));
  const pin = session.UsePin === true ? (session.Pin ?? null) : null;
  return {
    ...allFields(reviewSessionResource, session),
    Results: results,
    NumOfCandidates: session.NumOfCandidates ?? results.length,
    Pin: pin,
  };
}
