/** What requests would do to a state that is thrown away. */
import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Rehearsal } from '../../platform/service.ts';
import type { Change } from '../../store/port.ts';
import type { EngineDependencies, PasswordHasher } from '../dependencies.ts';
import { summariseChanges } from './effect.ts';
import { createEngine } from '../engine.ts';
import { createPasswordsAhead } from './passwords-ahead.ts';

/** `dependencies.store` is the one that is thrown away; `lastChanges` gives what its last transaction changed. */
export function createRehearsal(dependencies: EngineDependencies, lastChanges: () => readonly Change[]): Rehearsal {
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
