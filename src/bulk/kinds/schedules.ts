/** Schedule requests: an id stands for one schedule only. */
import { ownValue } from '../../base/own-value.ts';
import { checkScheduleRequest } from '../../platform/requests.ts';
import { type ScheduleRequest, scheduleRequestResource, scheduleResource } from '../../platform/resources/schedule.ts';
import { userResource } from '../../platform/resources/user.ts';
import { draftSchedules } from '../../input/schedules/drafts.ts';
import { alikeRule, checkAlikeCandidates, foldId } from '../check/alike-ids.ts';
import { createOneUserCheck } from '../check/id-conflicts.ts';
import { createRepeatCheck } from '../check/repeats.ts';
import { USUAL_WORDS } from '../model/record-words.ts';
import type { SentKind } from './kind.ts';

export const scheduleKind: SentKind<ScheduleRequest> = {
  words: { one: 'schedule', many: 'schedules', ...USUAL_WORDS, linksCommand: 'schedule links' },
  resource: scheduleRequestResource,
  keyFields: ['ScheduleExtId'],
  draft: (input, { preset, workflow, ...options }) => {
    const Workflow = workflow === undefined ? {} : { Workflow: workflow };
    return draftSchedules(input, { ...options, preset: { Schedule: {}, ...Workflow, ...preset } });
  },
  checkForm: checkScheduleRequest,
  createRepeatChecks: () => [
    createRepeatCheck({
      rule: 'schedule.schedule-ext-id.repeated',
      path: ['Schedule', 'ScheduleExtId'],
      keyOf: ({ key }) => key,
      alike: { rule: alikeRule(scheduleResource, 'ScheduleExtId'), fold: foldId },
    }),
    createOneUserCheck(),
    checkAlikeCandidates,
  ],
  countCandidates: ({ request }) => {
    const candidates = ownValue(request, 'Candidates');
    return Array.isArray(candidates) ? candidates.length : 0;
  },
  sendCommands: (files) => [['schedule', 'push', ...files]],
  operation: {
    name: 'pushSchedule',
    send: (service, request) => service.pushSchedule(request),
    // Candidates become users.
    changes: [scheduleResource, userResource],
  },
};
