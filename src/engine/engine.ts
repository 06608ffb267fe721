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
  /** For requests that need none: nothing is ever kept in it. */
  const noFacts = createSlowFacts(dependencies);
  return createService((request) =>
    ask(dependencies, request, request.slow === undefined ? noFacts : createSlowFacts(dependencies), decide),
  );
}

/** The operations, each as a request that is handed on. */
export function createService(handOn: <C>(request: PlatformRequest<C>) => Promise<Answer<C>>): AssessmentService {
  return {
    pushSchedule: async (request, hint) => handOn(pushSchedule(request, hint)),
    getReviewSession: async (externalId) => handOn(getReviewSession(externalId)),
    addCollection: async (request) => handOn(addCollection(request)),
    saveUser: async (request, hint) => handOn(saveUser(request, hint)),
    removeInvigilators: async (externalId, userExtIds) => handOn(removeInvigilators(externalId, userExtIds)),
  };
}

/** What is slow is found out between two attempts: another request may change the state meanwhile. */
async function ask<C>(
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
      const missing = request.slow === undefined ? [] : facts.missing(transaction, request.slow);
      if (missing.length > 0) return { missing };
      return { answer: decide(transaction, request, rules) };
    });
    if (answer !== undefined) return answer;
    await doAll(missing);
  }
}
