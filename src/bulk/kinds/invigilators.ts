/** Removals of invigilators: a schedule must not have a person twice. One request has all removals of a schedule. */
import { textOrNull } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import { USUAL_WORDS } from '../../model/report.ts';
import type { Answer } from '../../platform/envelope.ts';
import { EXAMPLE_REMOVALS } from '../../platform/examples.ts';
import { checkFields, failed } from '../../platform/fields/check.ts';
import type { Problem } from '../../platform/problem.ts';
import {
  type InvigilatorRemoval,
  type InvigilatorsContent,
  invigilatorResource,
  NAME_SCHEDULE,
} from '../../platform/resources/invigilators.ts';
import type { AssessmentService } from '../../platform/service.ts';
import { createRepeatCheck } from '../check/repeats/repeat-check.ts';
import { answersByPerson } from './answers-by-person.ts';
import type { SentKind } from './kind.ts';

export const invigilatorKind: SentKind<InvigilatorRemoval> = {
  words: { one: 'invigilator', many: 'invigilators', ...USUAL_WORDS },
  resource: invigilatorResource,
  keyFields: ['ScheduleExtId', 'UserExtId'],
  exampleRows: EXAMPLE_REMOVALS,
  suggestions: { ScheduleExtId: NAME_SCHEDULE },
  checkForm: (request) => {
    const form = checkFields<InvigilatorRemoval>(invigilatorResource, request);
    const hasNone = textOrNull(ownValue(request, 'ScheduleExtId')) === null;
    return (hasNone ? failed(form.problems.map(suggestSchedule)) : undefined) ?? form;
  },
  createCrossChecks: () => [
    createRepeatCheck({ rule: 'invigilator.user-ext-id.repeated', path: ['UserExtId'], keyOf: ({ key }) => key }),
  ],
  sendCommands: (files) => files.map((file) => ['invigilators', 'remove', '--file', file]),
  operation: {
    name: 'removeInvigilators',
    send: (service, { ScheduleExtId, UserExtId }) => remove(service, ScheduleExtId, [UserExtId]),
    together: {
      keyOf: ({ ScheduleExtId }) => ScheduleExtId,
      send: async (service, removals) => {
        const ids = removals.map(({ UserExtId }) => UserExtId);
        return answersByPerson(await remove(service, removals[0]?.ScheduleExtId ?? '', ids), ids);
      },
    },
    changes: [invigilatorResource],
    words: {
      one: 'removal',
      many: 'removals',
      created: 'done',
      updated: 'done',
      accepted: 'done',
      unchanged: 'done already',
    },
  },
};

function suggestSchedule(found: Problem): Problem {
  return found.path[0] === 'ScheduleExtId' ? { ...found, suggestion: NAME_SCHEDULE } : found;
}

/** Sends a removal. The id of the schedule is in the URL under another name, so errors get the name of the column. */
async function remove(
  service: AssessmentService,
  schedule: string,
  ids: readonly string[],
): Promise<Answer<InvigilatorsContent>> {
  const answer = await service.removeInvigilators(schedule, ids);
  const { envelope } = answer;
  if (envelope.Errors === null) return answer;
  const Errors = envelope.Errors.map((error) =>
    error.Field === 'externalId' ? { ...error, Field: 'ScheduleExtId' } : error,
  );
  return { ...answer, envelope: { ...envelope, Errors } };
}
