/** What requests would do to a state that is thrown away. */
import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Answer } from '../../platform/envelope.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { Change } from '../../store/port.ts';
import type { EngineDependencies, PasswordHasher } from '../dependencies.ts';
import { type ChangeSummary, summariseChanges } from './effect.ts';
import { createEngine } from '../engine.ts';
import { createPasswordsAhead } from './passwords-ahead.ts';

/** Asks one request of whatever service it is given. */
type Ask = (service: AssessmentService) => Promise<Answer<unknown>>;

interface Rehearsed {
  readonly answer: Answer<unknown>;
  /** The effect of the request: nothing if it was refused. */
  readonly effect: ChangeSummary;
}

export interface EngineRehearsal {
  /**
   * Begins what is slow of a request and does not depend on those before it. What it gives rehearses the request: it is
   * called in the order of the requests, once the one before is done.
   */
  begin(ask: Ask): () => Promise<Rehearsed>;
  /** Begins nothing more. */
  end(): void;
}

/** `dependencies.store` is the one that is thrown away; `lastChanges` gives what its last transaction changed. */
export function createRehearsal(
  dependencies: EngineDependencies,
  lastChanges: () => readonly Change[],
): EngineRehearsal {
  const passwords = createQuickHasher(dependencies.passwords);
  const ahead = createPasswordsAhead({ ...dependencies, passwords }, availableParallelism());
  return {
    begin: (ask) => {
      const service = createEngine({ ...dependencies, passwords: ahead.begin(ask), sparesUnchanged: true });
      return async () => {
        const answer = await ask(service);
        return { answer, effect: summariseChanges(answer.envelope.Success ? lastChanges() : []) };
      };
    },
    end: ahead.end,
  };
}

/**
 * Hashing is slow on purpose; what is thrown away needs only to tell passwords apart, so that a request that sets another
 * one than an earlier request did is seen to change it.
 */
function createQuickHasher({ matches }: PasswordHasher): PasswordHasher {
  const key = randomBytes(KEY_BYTES);
  const quick = (password: string) => REHEARSED + createHmac('sha256', key).update(password).digest('base64');
  return {
    hash: async (password) => quick(password),
    matches: async (known, password) =>
      known.startsWith(REHEARSED) ? known === quick(password) : matches(known, password),
  };
}

const KEY_BYTES = 32;
/** No hash of the real kind begins so. */
const REHEARSED = 'rehearsed:';
