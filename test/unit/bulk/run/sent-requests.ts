/** Shared parts of the tests of sending: requests that are only keys, earlier states, and a target with named services. */
import type { SendOptions } from '../../../../src/bulk/run/send-plan.ts';
import type { ValidRequests } from '../../../../src/bulk/run/valid-requests.ts';
import type { Target } from '../../../../src/model/target.ts';
import type { Earlier } from '../../../../src/runs/run-record.ts';
import { draft } from '../../runs/record/drafts.ts';

export const OPEN: Earlier = { state: 'open' };
export const UNSURE: Earlier = { state: 'unsure' };

/** Returns one request for each key. The first one is on line 2 of the file. */
export function requestsOf(keys: readonly string[]): ValidRequests<string> {
  return {
    count: keys.length,
    walk: function* () {
      for (const [index, key] of keys.entries()) yield { draft: draft(key, index + 2), request: key };
    },
  };
}

/** Default options of sending. Each service of the target is only a name. */
export function sendDefaults() {
  return {
    target: { service: 'plain', serviceAfterUnsure: 'after unsure' } as unknown as Target,
    mode: 'resume',
    concurrency: 1,
    signal: new AbortController().signal,
    describeChange: { change: () => ({ field: '', before: null, after: null }), name: () => undefined },
    onRequest: () => {},
  } satisfies Partial<SendOptions<string>>;
}
