/** The plan and the outcomes in a run record, in some twenty bytes for each record: a run may have a million. */

import { createCompactMap } from '../../base/compact-map.ts';
import { createBytes, createNumbers } from '../../base/lists/compact-lists.ts';
import { ACTIONS, type Action, OUTCOMES, type Outcome } from '../../model/report.ts';
import type { IntentLine, OutcomeLine } from './lines.ts';

/**
 * The planned records, by number and by identity. If two records have one identity, the later one is found. Only a hash
 * of each identity is held, as in `CompactMap`.
 */
export interface KnownIntents {
  readonly count: number;
  add(identity: string, intent: IntentLine): void;
  numberOf(identity: string): number | undefined;
  actionOf(number: number): Action;
  digestOf(number: number): number | undefined;
  /** 0 is no digest, and changes nothing. */
  setDigest(number: number, digest: number): void;
}

/** Real digests are greater than 0. */
const NO_DIGEST = 0;

export function createKnownIntents(): KnownIntents {
  const numbers = createCompactMap(1);
  const actions = createBytes();
  const digests = createNumbers();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: (identity, { n, action, crc32 = NO_DIGEST }) => {
      numbers.set(identity, n);
      digests.set(n, crc32);
      actions.set(n, ACTIONS.indexOf(action) + 1);
      count += 1;
    },
    numberOf: (identity) => numbers.get(identity)?.[0],
    digestOf: (number) => digests.at(number) || undefined,
    setDigest: (number, digest) => {
      if (digest !== NO_DIGEST) digests.set(number, digest);
    },
    actionOf: (number) => ACTIONS[actions.at(number) - 1] ?? 'unknown',
  };
}

export type KnownOutcome = Omit<OutcomeLine, 'type'>;

/** The last outcome of each number that has one. */
export interface KnownOutcomes {
  get(number: number): KnownOutcome | undefined;
  set(outcome: KnownOutcome): void;
  delete(number: number): void;
  count(outcome: Outcome): number;
}

/** Actions and outcomes are stored as their positions in `ACTIONS` and `OUTCOMES`, counted from 1. */
const NONE = 0;
const MAX_ATTEMPTS = 255;

export function createKnownOutcomes(): KnownOutcomes {
  const positions = createBytes();
  const attempts = createBytes();
  /** Outcomes that do not fit into two bytes: those with errors or very many attempts. */
  const whole = new Map<number, KnownOutcome>();
  return {
    get: (n) => {
      const outcome = OUTCOMES[positions.at(n) - 1];
      return outcome === undefined ? undefined : (whole.get(n) ?? { n, outcome, attempts: attempts.at(n) });
    },
    set: (line) => {
      positions.set(line.n, OUTCOMES.indexOf(line.outcome) + 1);
      attempts.set(line.n, line.attempts);
      if (line.errors !== undefined || line.attempts > MAX_ATTEMPTS) whole.set(line.n, line);
      else whole.delete(line.n);
    },
    delete: (n) => {
      positions.set(n, NONE);
      whole.delete(n);
    },
    count: (outcome) => {
      const position = OUTCOMES.indexOf(outcome) + 1;
      let count = 0;
      for (let number = 0; number < positions.length; number += 1) if (positions.at(number) === position) count += 1;
      return count;
    },
  };
}
