/** Requests to the platform. An operation makes a request, which can be decided on any state without waiting. */
import type { ConditionRule } from '../platform/conditions/index.ts';
import { type Answer, refuse, succeed } from '../platform/envelope.ts';
import {
  type CANDIDATES_STAY,
  type Path,
  type Problem,
  problem,
  type SuspiciousChange,
  toApiError,
  type USER_KEEPS,
} from '../platform/problem.ts';
import type { EntityKey, StoreTransaction, StoreView } from '../store/port.ts';
import type { EngineDependencies } from './dependencies.ts';
import type { NeededFacts, SlowFacts } from './slow-facts.ts';

/** The parts that the rules need beside the state. */
export interface Rules extends Pick<EngineDependencies, 'newId' | 'newToken'>, Pick<SlowFacts, 'hashOf' | 'canLoad'> {
  /**
   * Whether the request is part of a plan. A plan sends no request that changes nothing. So in a plan, a schedule that
   * can no longer be updated, and a collection that exists, are refused only if the request would change them. Outside
   * of a plan, the platform always refuses both.
   */
  readonly isPlan: boolean;
}

/** A request to the platform. */
export interface PlatformRequest<C> {
  /** The slow facts that the request needs; absent if it needs none. */
  readonly neededFacts?: NeededFacts | undefined;
  /**
   * Entities that the request reads, as far as they are known before: a database loads those of many requests at once.
   */
  readonly keys?: (() => readonly EntityKey[]) | undefined;
  /** The id of the schedule that the request creates or updates, if it is known before. */
  readonly schedule?: string | undefined;
  /** For requests that never change anything: returns the same answer as `decide`. */
  readonly read?: ((view: StoreView) => Answer<C>) | undefined;
  /**
   * Returns the platform's answer. Its only effect is on the state; the caller drops the changes if the answer is a
   * refusal. It may be called again, on the same state or on another.
   */
  decide(state: StoreTransaction, rules: Rules): Answer<C>;
}

export type Decide = typeof decideIn;

/** Returns the answer to a request. The transaction keeps the changes only if the request succeeds. */
export function decideIn<C>(transaction: StoreTransaction, request: PlatformRequest<C>, rules: Rules): Answer<C> {
  const answer = request.decide(transaction, rules);
  if (!answer.envelope.Success) transaction.drop();
  return answer;
}

/** Rules for one request: each decision of it gets the same new id. */
export function rulesOf(rules: Rules): Rules {
  let id: string | undefined;
  const newId = () => {
    id ??= rules.newId();
    return id;
  };
  return { ...rules, newId };
}

/** Collects the problems of a request: the answer has all of them, not only the first. */
export class Problems {
  readonly found: Problem[] = [];
  readonly warnings: Problem[] = [];

  add(rule: ConditionRule, path: Path, message: string): void {
    this.found.push(problem({ rule, path, message }));
  }

  /** Adds a warning, which does not stop the request. */
  warn(
    rule: ConditionRule | SuspiciousChange | typeof CANDIDATES_STAY | (typeof USER_KEEPS)[keyof typeof USER_KEEPS],
    path: Path,
    message: string,
    suggestion?: string,
  ): void {
    this.warnings.push(problem({ rule, path, message, suggestion }));
  }
}

/** Runs an operation and returns its content. If it finds problems or returns no content, the answer is 400. */
export function answerWith<C>(operation: (problems: Problems) => C | undefined): Answer<C> {
  const problems = new Problems();
  const { found, warnings } = problems;
  const content = operation(problems);
  if (content === undefined || found.length > 0) return refuseProblems(found);
  return warnings.length === 0 ? succeed(content) : { ...succeed(content), warnings };
}

export function refuseProblems(problems: readonly Problem[]): Answer<never> {
  return refuse(400, problems.map(toApiError));
}

/** Makes a request that is refused for its form. */
export function malformed(problems: readonly Problem[]): PlatformRequest<never> {
  return { decide: () => refuseProblems(problems) };
}
