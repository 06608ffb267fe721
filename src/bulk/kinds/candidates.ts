/** Candidates in a file of their own. A schedule must not have a candidate twice; the column ScheduleExtId may name it. */
import { ownValue } from '../../base/own-value.ts';
import { fieldsOf } from '../../input/column-field.ts';
import { USUAL_WORDS } from '../../model/report.ts';
import { EXAMPLE_CANDIDATES, EXAMPLE_SCHEDULE } from '../../platform/examples.ts';
import { checkFields, failed } from '../../platform/fields/check.ts';
import { checkCandidateRules } from '../../platform/request-rules.ts';
import { type Candidate, candidateResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { PEOPLE } from '../check/identity/people.ts';
import { createSamePersonCheck } from '../check/identity/same-person.ts';
import { createLostZerosCheck } from '../check/lost-zeros.ts';
import { alikeRule, foldId } from '../check/repeats/alike-ids.ts';
import { createRepeatCheck } from '../check/repeats/repeat-check.ts';
import type { Kind } from './kind.ts';

export const candidateKind: Kind<Candidate> = {
  words: { one: 'candidate', many: 'candidates', ...USUAL_WORDS },
  resource: candidateResource,
  keyFields: ['CandidateExtId'],
  exampleRows: EXAMPLE_CANDIDATES.map((candidate) => ({ ScheduleExtId: EXAMPLE_SCHEDULE.ScheduleExtId, ...candidate })),
  extraColumns: fieldsOf(scheduleResource).filter(({ name }) => name === 'ScheduleExtId'),
  checkForm: (request, workflow) => {
    const candidate = withoutScheduleExtId(request);
    const form = checkFields<Candidate>(candidateResource, candidate);
    return failed([...form.problems, ...checkCandidateRules(candidate, [], workflow)]) ?? form;
  },
  createCrossChecks: () => [
    createRepeatCheck({
      rule: 'candidate.candidate-ext-id.duplicates',
      path: ['CandidateExtId'],
      keyOf: ({ key, request }) => (key === null ? null : JSON.stringify([ownValue(request, 'ScheduleExtId'), key])),
      fold: foldId,
      alike: alikeRule(candidateResource, 'CandidateExtId'),
    }),
    createSamePersonCheck(PEOPLE.candidates),
    createLostZerosCheck(PEOPLE.candidates),
  ],
  // Candidates are sent with their schedules.
  sendCommands: (files) => files.map((file) => ['schedule', 'push', 'SCHEDULES', '--candidates', file]),
};

/** A row of the file names its schedule, but a candidate in a request has no such field. */
function withoutScheduleExtId(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request;
  const { ScheduleExtId: _, ...candidate } = request as Record<string, unknown>;
  return candidate;
}
