/** Describes the changes of a schedule's candidates: their number, and each changed field. */
import type { CandidateEntity } from '../platform/entities.ts';
import { candidateResource } from '../platform/resources/schedule.ts';
import type { ValueChange } from '../platform/service.ts';

/** A schedule may have thousands of candidates. Changes beyond this limit are only counted. */
const MAX_CANDIDATES_SHOWN = 100;

export function describeCandidates(before: unknown, after: unknown): ValueChange[] {
  const field = 'Candidates';
  if (!isCandidates(before) || !isCandidates(after)) return [{ field, before, after }];
  const known = new Map(before.map((candidate) => [candidate.CandidateExtId, candidate]));
  const changed = after.filter((candidate) => differs(known.get(candidate.CandidateExtId), candidate));
  const summary = { before: String(before.length), after: `${after.length}, ${changed.length} of them new or changed` };
  const shown = changed.slice(0, MAX_CANDIDATES_SHOWN);
  return [{ field, ...summary }, ...shown.flatMap((now) => describeOne(known.get(now.CandidateExtId), now))];
}

/** A new candidate has only one change: the id. Links are left out, since they open the exam. */
function describeOne(old: CandidateEntity | undefined, now: CandidateEntity): ValueChange[] {
  const { CandidateExtId, FirstName, LastName } = now;
  const candidate = { CandidateExtId, FirstName, LastName };
  if (old === undefined) return [{ field: 'CandidateExtId', after: CandidateExtId, candidate }];
  return FIELDS.filter((field) => differs(old[field], now[field])).map((field) => ({
    field,
    before: old[field],
    after: now[field],
    candidate,
  }));
}

/** A password belongs to the user, not to the candidate. */
const FIELDS = (Object.keys(candidateResource.fields) as (keyof typeof candidateResource.fields)[]).filter(
  (field) => field !== 'Password',
);

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function isCandidates(value: unknown): value is readonly CandidateEntity[] {
  return Array.isArray(value);
}
