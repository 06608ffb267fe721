/** The embedded engine: the platform's rules over a store. One request is one transaction. */
import type { AssessmentService } from '../contract/service.ts';
import { addCollection } from './add-collection.ts';
import type { EngineDependencies } from './dependencies.ts';
import { getReviewSession } from './get-review-session.ts';
import { pushSchedule } from './push-schedule.ts';
import { removeInvigilators } from './remove-invigilators.ts';
import { saveUser } from './save-user.ts';

export function createEngine(dependencies: EngineDependencies): AssessmentService {
  return {
    pushSchedule: (request, hint) => pushSchedule(dependencies, request, hint),
    getReviewSession: (externalId) => getReviewSession(dependencies, externalId),
    addCollection: (request) => addCollection(dependencies, request),
    saveUser: (request) => saveUser(dependencies, request),
    removeInvigilators: (externalId, userExtIds) => removeInvigilators(dependencies, externalId, userExtIds),
  };
}
