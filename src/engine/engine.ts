/** The embedded engine: the platform's rules over a store. One request is one transaction. */
import type { AssessmentService } from '../platform/service.ts';
import { addCollection } from './operations/add-collection.ts';
import type { EngineDependencies } from './dependencies.ts';
import { getReviewSession } from './operations/get-review-session.ts';
import { pushSchedule } from './operations/push-schedule.ts';
import { removeInvigilators } from './operations/remove-invigilators.ts';
import { saveUser } from './operations/save-user.ts';

export function createEngine(dependencies: EngineDependencies): AssessmentService {
  return {
    pushSchedule: (request, hint) => pushSchedule(dependencies, request, hint),
    getReviewSession: (externalId) => getReviewSession(dependencies, externalId),
    addCollection: (request) => addCollection(dependencies, request),
    saveUser: (request) => saveUser(dependencies, request),
    removeInvigilators: (externalId, userExtIds) => removeInvigilators(dependencies, externalId, userExtIds),
  };
}
