/**
 * Compares the passwords of requests with those that their users have before the requests' turn comes, several at a
 * time. Comparing is slow on purpose, and whether a password fits a hash depends on these two alone: so it does not
 * matter when it is found out, nor what other requests change meanwhile.
 */
import { refuse } from '../../platform/envelope.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { EngineDependencies, PasswordHasher } from '../dependencies.ts';

export interface PasswordsAhead {
  /**
   * Begins to compare the passwords of a request: of that which `ask` asks of the service that it is given. Gives a
   * hasher for the request's turn, which knows what was found; whatever it does not know it finds out then.
   */
  begin(ask: (service: AssessmentService) => Promise<unknown>): PasswordHasher;
  /** Begins nothing more. */
  end(): void;
}

type Dependencies = Pick<EngineDependencies, 'store' | 'passwords'>;
type Note = (externalId: string | null | undefined, password: string | null | undefined) => void;

/** The number of comparisons that may wait for a processor. One schedule may have thousands of candidates. */
const WAITING_MAX = 256;

/** `atOnce`: how many are compared at the same time. */
export function createPasswordsAhead(dependencies: Dependencies, atOnce: number): PasswordsAhead {
  const { passwords } = dependencies;
  const limiter = createLimiter(atOnce, WAITING_MAX);
  return {
    begin: (ask) => {
      const found = new Map<string, boolean>();
      const compared: Promise<void>[] = [];
      const listener = createListener((externalId, password) => {
        if (!externalId || password === null || password === undefined) return;
        compared.push(limiter.run(() => compare(dependencies, externalId, password, found)));
      });
      // Whatever goes wrong ahead of the turn is met again in the turn, and told there.
      const ready = ask(listener)
        .then(() => Promise.all(compared))
        .catch(() => {});
      return {
        hash: passwords.hash,
        matches: async (hash, password) => {
          await ready;
          return found.get(comparisonOf(hash, password)) ?? passwords.matches(hash, password);
        },
      };
    },
    end: limiter.end,
  };
}

async function compare(
  { store, passwords }: Dependencies,
  externalId: string,
  password: string,
  found: Map<string, boolean>,
): Promise<void> {
  const hash = await store.read(async (view) => (await view.get('Users', externalId))?.PasswordHash);
  if (hash !== undefined) found.set(comparisonOf(hash, password), await passwords.matches(hash, password));
}

/** No hash has a line break in it. */
function comparisonOf(hash: string, password: string): string {
  return `${hash}\n${password}`;
}

/** Takes any request, notes the passwords in it, and does nothing. */
function createListener(note: Note): AssessmentService {
  const nothing = async () => NOTHING_DONE;
  return {
    getReviewSession: nothing,
    addCollection: nothing,
    removeInvigilators: nothing,
    saveUser: async ({ ExternalId, Password }) => {
      note(ExternalId, Password);
      return NOTHING_DONE;
    },
    pushSchedule: async ({ Candidates }) => {
      for (const { CandidateExtId, Password } of Candidates) note(CandidateExtId, Password);
      return NOTHING_DONE;
    },
  };
}

const NOTHING_DONE = refuse(500, [{ Code: null, Error: 'The request was only looked at' }]);

interface Limiter {
  /** Resolves when the work is done, or at once where too much is waiting or it has ended: then it is not begun. */
  run(work: () => Promise<void>): Promise<void>;
  /** Begins nothing more. */
  end(): void;
}

export function createLimiter(atOnce: number, waitingMax: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  let isEnded = false;
  /** The first in the queue takes the free place, so that a new caller cannot overtake it. */
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    run: async (work) => {
      if (running < atOnce) running += 1;
      else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
      else return;
      try {
        if (!isEnded) await work();
      } finally {
        release();
      }
    },
    end: () => {
      isEnded = true;
    },
  };
}
