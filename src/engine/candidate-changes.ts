/** What changes in the candidates of a schedule: how many, and who. */
import type { CandidateEntity } from '../platform/entities.ts';
import { candidateResource } from '../platform/resources/schedule.ts';
import type { ValueChange } from '../platform/service.ts';

/** A schedule may have thousands of candidates. Of more changes than these, only the number is shown. */
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

/** Of a new candidate, only the id is shown. The fields are those of the interface: a link is a key to the exam. */
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

/** A password belongs to the user. */
const FIELDS = (Object.keys(candidateResource.fields) as (keyof typeof candidateResource.fields)[]).filter(
  (field) => field !== 'Password',
);

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function isCandidates(value: unknown): value is readonly CandidateEntity[] {
  return Array.isArray(value);
}
