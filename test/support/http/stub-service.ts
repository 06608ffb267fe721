/** A service that records its requests and returns prepared answers. */

import type { Operation } from '../../../src/platform/conditions/index.ts';
import { type Answer, succeed } from '../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../src/platform/service.ts';

export interface StubService extends AssessmentService {
  readonly calls: readonly (readonly [operation: Operation, ...args: unknown[]])[];
}

export function stubService(answer: () => Promise<Answer<never>> = async () => succeed('done' as never)): StubService {
  const calls: [Operation, ...unknown[]][] = [];
  const record =
    (operation: Operation) =>
    (...args: unknown[]): Promise<Answer<never>> => {
      calls.push([operation, ...args]);
      return answer();
    };
  return {
    calls,
    pushSchedule: record('pushSchedule'),
    getReviewSession: record('getReviewSession'),
    addCollection: record('addCollection'),
    saveUser: record('saveUser'),
    removeInvigilators: record('removeInvigilators'),
  };
}
