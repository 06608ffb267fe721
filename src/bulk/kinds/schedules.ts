/** Schedule requests: no two have the same id. */
import { isObject } from '../../base/json-value.ts';
import { ownList, ownValue } from '../../base/own-value.ts';
import { isDerivedId } from '../../input/generated-ids.ts';
import { draftSchedules, flatColumns } from '../../input/schedules/drafts.ts';
import type { ScheduleDraftOptions } from '../../input/schedules/groups.ts';
import { USUAL_WORDS } from '../../model/report.ts';
import { EXAMPLE_CANDIDATES, EXAMPLE_SCHEDULE } from '../../platform/examples.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { checkScheduleRequest } from '../../platform/request-rules.ts';
import {
  candidateResource,
  type ScheduleRequest,
  scheduleRequestResource,
  scheduleResource,
} from '../../platform/resources/schedule.ts';
import { userResource } from '../../platform/resources/user.ts';
import { PEOPLE } from '../check/identity/people.ts';
import { createSamePersonCheck } from '../check/identity/same-person.ts';
import { createLostZerosCheck } from '../check/lost-zeros.ts';
import { alikeRule, checkAlikeCandidates, foldId } from '../check/repeats/alike-ids.ts';
import { createRepeatCheck, type Uniqueness } from '../check/repeats/repeat-check.ts';
import { warnOfNoCandidates } from '../check/sittings/no-candidates.ts';
import { createSittingCheck } from '../check/sittings/sitting-check.ts';
import type { DraftOptions, Row, SentKind } from './kind.ts';

/** The id of a schedule without one is computed from its fields. So a typing mistake in any field makes another schedule. */
const SECOND_SITTING: Uniqueness = {
  rule: 'schedule.second-sitting',
  path: ['Schedule', 'AssessmentExtId'],
  keyOf: ({ request }) => {
    const schedule = ownValue(request, 'Schedule');
    if (!isObject(schedule)) return null;
    const { AssessmentExtId, GroupExtId, StartDateTime, EndDateTime = null } = schedule;
    const needed = [AssessmentExtId, GroupExtId, StartDateTime];
    return needed.every((value) => typeof value === 'string') ? JSON.stringify([...needed, EndDateTime]) : null;
  },
  // Two sittings with ids of their own may be at the same time, as in two rooms.
  sharersOf: ({ key, request }) => {
    const schedule = ownValue(request, 'Schedule');
    return isObject(schedule) && isDerivedId(key, schedule) ? (key ?? '') : '';
  },
  warning: (other) => ({
    message: `This is another sitting than in ${other}, although assessment, group and times are the same`,
    suggestion: 'write the same in all rows of a sitting, or give each sitting a ScheduleExtId',
  }),
};

export const scheduleKind: SentKind<ScheduleRequest> = {
  words: { one: 'schedule', many: 'schedules', ...USUAL_WORDS, linksCommand: 'schedule links' },
  resource: scheduleRequestResource,
  keyFields: ['ScheduleExtId'],
  parts: [scheduleResource, candidateResource],
  exampleRows: EXAMPLE_CANDIDATES.map((candidate) => ({ ...EXAMPLE_SCHEDULE, ...candidate })),
  requestsOf: (rows) => [
    { Schedule: valuesOf(scheduleResource, rows[0]), Candidates: rows.map((row) => valuesOf(candidateResource, row)) },
  ],
  draft: (input, options) => draftSchedules(input, withPreset(options)),
  columnRules: (options) => flatColumns(withPreset(options)),
  checkForm: checkScheduleRequest,
  createCrossChecks: (now = Date.now) => [
    createRepeatCheck({
      rule: 'schedule.schedule-ext-id.repeated',
      path: ['Schedule', 'ScheduleExtId'],
      keyOf: ({ key }) => key,
      remedy: 'put all candidates of a schedule into one file and one record, or give each sitting an id of its own',
      fold: foldId,
      alike: alikeRule(scheduleResource, 'ScheduleExtId'),
    }),
    createRepeatCheck(SECOND_SITTING),
    createSittingCheck(now),
    createSamePersonCheck(PEOPLE.schedules),
    createLostZerosCheck(PEOPLE.schedules),
  ],
  checkWithin: (draft) => [...checkAlikeCandidates(draft), ...warnOfNoCandidates(draft)],
  countCandidates: ({ request }) => ownList(request, 'Candidates').length,
  sendCommands: (files) => [['schedule', 'push', ...files]],
  operation: {
    name: 'pushSchedule',
    send: (service, request) => service.pushSchedule(request),
    // Candidates become users.
    changes: [scheduleResource, userResource],
  },
};

function valuesOf({ fields }: Resource, row: Row = {}): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => Object.hasOwn(fields, column)));
}

function withPreset({ preset, workflow, ...options }: DraftOptions): ScheduleDraftOptions {
  const Workflow = workflow === undefined ? {} : { Workflow: workflow };
  return { ...options, preset: { Schedule: {}, ...Workflow, ...preset } };
}
