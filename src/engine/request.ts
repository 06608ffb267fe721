/** How an operation becomes a request that is decided at once, on whatever state it is given. */
import type { ConditionRule } from '../platform/conditions/index.ts';
import { type Answer, refuse, succeed } from '../platform/envelope.ts';
import {
  type CANDIDATES_STAY,
  type OddChange,
  type Path,
  type Problem,
  problem,
  toApiError,
} from '../platform/problem.ts';
import type { EntityKey, StoreTransaction, StoreView } from '../store/port.ts';
import type { EngineDependencies } from './dependencies.ts';
import type { Slow, SlowFacts } from './slow-facts.ts';

/** What the rules need beside the state. */
export interface Rules extends Pick<EngineDependencies, 'newId' | 'newToken'>, Pick<SlowFacts, 'hashOf' | 'canLoad'> {
  /**
   * Whether a plan asks, of which nothing is sent that would change nothing: a schedule that can no longer be updated, and a
   * collection that exists, are refused only where the request would change them. Asked itself, the platform refuses both.
   */
  readonly isPlan: boolean;
}

/** A request to the platform. */
export interface PlatformRequest<C> {
  /** What takes its time; absent where nothing does. */
  readonly slow?: Slow | undefined;
  /** Entities that it looks at, as far as they are known beforehand: a database loads those of many requests at once. */
  readonly keys?: (() => readonly EntityKey[]) | undefined;
  /** The answer, where nothing is ever changed: the same as that of `decide`. */
  readonly read?: ((view: StoreView) => Answer<C>) | undefined;
  /**
   * The platform's answer. Has no other effect than to change the state; where the answer is a refusal, that is
   * dropped. May be called again, on the same state or on another.
   */
  decide(state: StoreTransaction, rules: Rules): Answer<C>;
}

export type Decide = typeof decideIn;

/** The answer to a request, and in the transaction the changes of one that succeeds. */
export function decideIn<C>(transaction: StoreTransaction, request: PlatformRequest<C>, rules: Rules): Answer<C> {
  const answer = request.decide(transaction, rules);
  if (!answer.envelope.Success) transaction.drop();
  return answer;
}

/** Rules for one request: it gets the same id, however often it is decided. */
export function rulesOf(rules: Rules): Rules {
  let id: string | undefined;
  const newId = () => {
    id ??= rules.newId();
    return id;
  };
  return { ...rules, newId };
}

/** Collects the problems of a request: all of them are answered, not only the first. */
export interface Problems {
  readonly found: readonly Problem[];
  add(rule: ConditionRule, path: Path, message: string): void;
  /** Notes what does not stop the request, for answers that can carry it. */
  warn(
    rule: ConditionRule | OddChange | typeof CANDIDATES_STAY,
    path: Path,
    message: string,
    suggestion?: string,
  ): void;
}

/** A class, since each request has one and most have no problem. */
class FoundProblems implements Problems {
  readonly found: Problem[] = [];
  readonly warnings: Problem[] = [];

  add(...[rule, path, message]: Parameters<Problems['add']>): void {
    this.found.push(problem({ rule, path, message }));
  }

  warn(...[rule, path, message, suggestion]: Parameters<Problems['warn']>): void {
    this.warnings.push(problem({ rule, path, message, suggestion }));
  }
}

export function createProblems(): Problems & { readonly warnings: readonly Problem[] } {
  return new FoundProblems();
}

/** Where the operation finds problems, or gives no content, the answer is 400 with all of them. */
export function answerWith<C>(operation: (problems: Problems) => C | undefined): Answer<C> {
  const problems = createProblems();
  const { found, warnings } = problems;
  const content = operation(problems);
  if (content === undefined || found.length > 0) return refuseProblems(found);
  return warnings.length === 0 ? succeed(content) : { ...succeed(content), warnings };
}

export function refuseProblems(problems: readonly Problem[]): Answer<never> {
  return refuse(400, problems.map(toApiError));
}

/** A request whose form is wrong. */
export function malformed(problems: readonly Problem[]): PlatformRequest<never> {
  return { decide: () => refuseProblems(problems) };
}
