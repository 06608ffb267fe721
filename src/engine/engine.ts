/** The embedded engine: the platform's rules over a store. One request is one transaction. */
import type { Answer } from '../platform/envelope.ts';
import type { AssessmentService } from '../platform/service.ts';
import type { EngineDependencies } from './dependencies.ts';
import { addCollection } from './operations/add-collection.ts';
import { getReviewSession } from './operations/get-review-session.ts';
import { pushSchedule } from './operations/push-schedule.ts';
import { removeInvigilators } from './operations/remove-invigilators.ts';
import { saveUser } from './operations/save-user.ts';
import { type Decide, decideIn, type PlatformRequest, rulesOf } from './request.ts';
import { createSlowFacts, doAll, type SlowFacts } from './slow-facts.ts';

export function createEngine(dependencies: EngineDependencies, decide: Decide = decideIn): AssessmentService {
  return createService((request) => executeOn(dependencies, request, createSlowFacts(dependencies), decide));
}

/** A service in which each operation makes a request and passes it to `execute`. */
export function createService(execute: <C>(request: PlatformRequest<C>) => Promise<Answer<C>>): AssessmentService {
  return {
    pushSchedule: async (request, hint) => execute(pushSchedule(request, hint)),
    getReviewSession: async (externalId) => execute(getReviewSession(externalId)),
    addCollection: async (request) => execute(addCollection(request)),
    saveUser: async (request, hint) => execute(saveUser(request, hint)),
    removeInvigilators: async (externalId, userExtIds) => execute(removeInvigilators(externalId, userExtIds)),
  };
}

/** Slow facts are found between two attempts. Another request may change the state meanwhile, so it tries again. */
async function executeOn<C>(
  dependencies: EngineDependencies,
  request: PlatformRequest<C>,
  facts: SlowFacts,
  decide: Decide,
): Promise<Answer<C>> {
  const { store, newId, newToken } = dependencies;
  if (request.read !== undefined) return store.read(request.read);
  const { hashOf, canLoad } = facts;
  const rules = rulesOf({ newId, newToken, hashOf, canLoad, isPlan: false });
  for (;;) {
    const { answer, missing } = await store.transact((transaction) => {
      const missing = request.neededFacts === undefined ? [] : facts.missing(transaction, request.neededFacts);
      if (missing.length > 0) return { missing };
      return { answer: decide(transaction, request, rules) };
    });
    if (answer !== undefined) return answer;
    await doAll(missing);
  }
}
