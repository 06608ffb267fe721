/** Requests that keep all rules, and what checks say of changed ones. */
import type { Problem } from '../../../src/platform/problem.ts';

export const CANDIDATE = { CandidateExtId: 'c-1', FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.edu' };
export const SCHEDULE = {
  AssessmentExtId: 'A-1',
  StartDateTime: '2027-01-11T08:00:00.000Z',
  GroupExtId: 'G-1',
  GroupName: 'G',
};
export const REQUEST = { Schedule: SCHEDULE, Candidates: [CANDIDATE] };
export const USER = { ExternalId: 'u-1', FirstName: 'Ada', LastName: 'Lovelace' };

export function rulesOf({ problems }: { readonly problems: readonly Problem[] }): string[] {
  return problems.map(({ rule }) => rule);
}

export function placesOf({ problems }: { readonly problems: readonly Problem[] }): string[] {
  return problems.map(({ path, rule }) => `${path.join('.')} ${rule}`);
}
