/** Endpoints, 2: Get review session info. */

import { ownValue } from '../../base/own-value.ts';
import { type Answer, succeed } from '../../platform/envelope.ts';
import type { Field, Resource } from '../../platform/fields/field.ts';
import { problem } from '../../platform/problem.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import type { StoreView } from '../../store/port.ts';
import { type PlatformRequest, refuseProblems } from '../request.ts';

export function getReviewSession(externalId: string): PlatformRequest<ReviewSession> {
  const read = (view: StoreView): Answer<ReviewSession> => {
    const session = typeof externalId === 'string' ? view.get('ReviewSessions', externalId) : undefined;
    if (session !== undefined) return answerOf(session);
    const message = 'Review session has not been found';
    return refuseProblems([problem({ rule: 'review-session.not-found', path: ['externalId'], message })]);
  };
  return { read, decide: read };
}

/** The same stored session is often read many times, and never changes. To make its answer takes longer than the rest of a GET. */
const answers = new WeakMap<ReviewSession, Answer<ReviewSession>>();

function answerOf(session: ReviewSession): Answer<ReviewSession> {
  const answer = answers.get(session) ?? succeed(describe(session));
  answers.set(session, answer);
  return answer;
}

/** Adds every documented field, also in nested objects: null if it is not set, and an empty list for lists. */
function describe(session: ReviewSession): ReviewSession {
  const whole = wholeRecord(reviewSessionResource, session) as ReviewSession;
  const results = (whole.Results ?? []).map((result) => ({ ...result, Keycode: result.Keycode || null }));
  return {
    ...whole,
    Results: results,
    NumOfCandidates: whole.NumOfCandidates ?? results.length,
    Pin: whole.UsePin === true ? (whole.Pin ?? null) : null,
  };
}

function wholeRecord({ fields }: Resource, record: unknown): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, wholeValue(field, ownValue(record, name))]),
  );
}

function wholeValue(field: Field, value: unknown): unknown {
  if (field.kind === 'list') return Array.isArray(value) ? value.map((entry) => wholeValue(field.of, entry)) : [];
  if (value === undefined || value === null) return null;
  return field.kind === 'object' ? wholeRecord(field.resource, value) : value;
}
