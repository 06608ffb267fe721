/** How an operation becomes a transaction that is kept, or an answer that refuses the request. */
import type { ConditionRule } from '../platform/conditions/index.ts';
import { type Answer, refuse, succeed } from '../platform/envelope.ts';
import { type CANDIDATES_STAY, type Path, type Problem, problem, toApiError } from '../platform/problem.ts';
import type { Store, StoreTransaction } from '../store/port.ts';

/** Collects the problems of a request: all of them are answered, not only the first. */
export interface Problems {
  readonly found: readonly Problem[];
  add(rule: ConditionRule, path: Path, message: string): void;
  /** Notes what does not stop the request, for answers that can carry it. */
  warn(rule: ConditionRule | typeof CANDIDATES_STAY, path: Path, message: string, suggestion?: string): void;
}

interface NotedProblems extends Problems {
  readonly warnings: readonly Problem[];
}

function createProblems(): NotedProblems {
  const [found, warnings]: [Problem[], Problem[]] = [[], []];
  return {
    found,
    warnings,
    warn: (rule, path, message, suggestion) => {
      warnings.push(problem({ rule, path, message, suggestion }));
    },
    add: (rule, path, message) => {
      found.push(problem({ rule, path, message }));
    },
  };
}

/**
 * Runs an operation in one transaction. Where it found problems, or gave no content, nothing is kept and the answer
 * is 400 with all of them. Only faults of the store itself are thrown.
 */
export async function answerInTransaction<C>(
  store: Store,
  operation: (transaction: StoreTransaction, problems: Problems) => Promise<C | undefined>,
): Promise<Answer<C>> {
  const problems = createProblems();
  try {
    const answer = succeed(await store.transact((transaction) => runOrRollBack(operation, transaction, problems)));
    return problems.warnings.length === 0 ? answer : { ...answer, warnings: problems.warnings };
  } catch (error) {
    if (error instanceof RollBack) return refuseProblems(problems.found);
    throw error;
  }
}

export function refuseProblems(problems: readonly Problem[]): Answer<never> {
  return refuse(400, problems.map(toApiError));
}

async function runOrRollBack<C>(
  operation: (transaction: StoreTransaction, problems: Problems) => Promise<C | undefined>,
  transaction: StoreTransaction,
  problems: Problems,
): Promise<C> {
  const content = await operation(transaction, problems);
  if (content === undefined || problems.found.length > 0) throw new RollBack();
  return content;
}

/** Thrown through the store to undo a transaction; never leaves this file. */
class RollBack extends Error {}
