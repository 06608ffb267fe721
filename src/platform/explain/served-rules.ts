/** Rules of `serve` that are about what was asked: keys of requests, and the sandbox. */

import type { SandboxRule } from '../sandbox/sandbox.ts';
import type { KEY_REUSED } from '../service.ts';

export const SERVED_RULES: Readonly<
  Record<typeof KEY_REUSED | SandboxRule, Readonly<Record<'meaning' | 'fails' | 'passes', string>>>
> = {
  'request.key.reused': {
    meaning: 'Two requests that differ came with the same Idempotency-Key within a day',
    fails: 'the key of POST /user u-1, and a day has not passed, with POST /user u-2',
    passes: 'a new random key for each request, the same for each attempt of it',
  },
  'sandbox.schedule.not-found': {
    meaning: 'Of the sandbox: the platform has no schedule with the id in the path',
    fails: 'POST /_sandbox/schedules/S-9/activate before S-9 was pushed',
    passes: 'the id of a schedule that was pushed',
  },
  'sandbox.schedule.status': {
    meaning: 'Of the sandbox: a schedule goes from draft to activated to finished, and from each of them to archived',
    fails: 'to activate a schedule that is finished',
    passes: 'to activate a draft, or a schedule that is activated already',
  },
  'sandbox.users.not-a-list': {
    meaning: 'Of the sandbox: the body with the invigilators is not a list of texts',
    fails: '{"UserExtId": "u-1"}',
    passes: '["u-1"]',
  },
  'sandbox.users.not-found': {
    meaning: 'Of the sandbox: one of the invigilators is no user of the platform, so nobody was added',
    fails: '["u-1", "nobody"]',
    passes: '["u-1"]',
  },
};
