/**
 * A service for requests that an earlier part of the run may have sent. If an answer says that the thing exists already,
 * the earlier request had worked.
 */
import type { Answer } from '../platform/envelope.ts';
import {
  type ReadRepeat,
  readRepeatedCollection,
  readRepeatedRemoval,
  readRepeatedSchedule,
  readRepeatedUser,
} from '../platform/repeated-requests.ts';
import type { AssessmentService } from '../platform/service.ts';

export function readAsResend(service: AssessmentService): AssessmentService {
  return {
    getReviewSession: (externalId) => service.getReviewSession(externalId),
    pushSchedule: async (request, hint) => {
      const { ScheduleExtId } = request.Schedule;
      const answer = await service.pushSchedule(request, hint);
      return ScheduleExtId ? reread(answer, readRepeatedSchedule(ScheduleExtId)) : answer;
    },
    addCollection: async (request) => {
      const answer = await service.addCollection(request);
      return request.ExternalId ? reread(answer, readRepeatedCollection(request)) : answer;
    },
    saveUser: async (request) => reread(await service.saveUser(request), readRepeatedUser(request)),
    removeInvigilators: async (externalId, ids) =>
      reread(await service.removeInvigilators(externalId, ids), readRepeatedRemoval),
  };
}

function reread<C>(answer: Answer<C>, read: ReadRepeat<C>): Answer<C> {
  // The service itself could not find out the outcome, so another look at the answer does not help.
  if (answer.delivery?.certainty === 'unknown') return answer;
  const repeat = read(answer.envelope);
  if (repeat.reads === 'answered') return answer;
  const timesSent = answer.delivery?.timesSent ?? 1;
  return repeat.reads === 'earlier-attempt'
    ? {
        status: 200,
        envelope: repeat.envelope,
        delivery: { ...answer.delivery, timesSent, certainty: repeat.reads, said: repeat.said },
      }
    : { ...answer, delivery: { timesSent, certainty: 'unknown' } };
}
