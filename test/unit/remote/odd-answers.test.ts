/** The answers that are read, and those that are not: they are unknown, and an excerpt of them is shown. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/remote/operations.ts';
import { user } from '../../support/hostile/remote-under-test.ts';
import { answered, CALLS, type CallName, sendTo } from '../../support/remote/answered.ts';

type Case = readonly [call: CallName, status: number, body: unknown, sent: number, told?: RegExp];

const LINK = 'https://x.example/delivery/external-login?session=s1';
const USER = { ExternalId: 'u-1' };
const ok = (Content: unknown, more: object = {}) => ({ Content, Success: true, Errors: null, ...more });
const SESSION = { ExternalId: 'RS-1', Title: 'Law', Status: 'ACTIVE', Results: [{ CandidateExtId: 'c-1', Score: 7 }] };
const CAMEL_SESSION = { externalId: 'RS-1', title: 'Law', results: [{ candidateExtId: 'c-1', score: 7 }] };

const SUCCEEDED: readonly Case[] = [
  ['schedule', 200, ok('S-1'), 1],
  ['schedule', 201, ok('S-1'), 1],
  ['schedule', 200, { content: 'S-1', success: true, errors: null }, 1],
  ['schedule', 200, { CONTENT: 'S-1', SUCCESS: true, ERRORS: [] }, 1],
  ['schedule', 200, ok({ ScheduleExtId: 'S-1' }), 1],
  ['schedule', 200, ok([{ CandidateExtId: 'c-1', StartupLink: LINK }]), 1],
  ['user', 200, ok({ User: { ExternalId: 'u-1' }, GroupErrors: [] }), 1],
  ['user', 200, { success: true, content: { user: { externalId: 'u-1' }, groupErrors: null } }, 1],
  ['user', 200, ok({ ExternalId: 'u-1', FirstName: 'Ada' }), 1],
  ['user', 200, ok('u-1'), 1],
  ['user', 200, ok({ User: { ExternalId: 'u-1' }, ErrorCode: 0, HasErrors: false, Error: '' }), 1],
  ['collection', 200, ok({ ExternalId: 'c1', Errors: [] }), 1],
  ['collection', 200, ok('c1'), 1],
  ['collection without id', 200, ok({ ExternalId: 'generated9', Errors: [] }), 1],
  ['session', 200, ok(SESSION), 1],
  ['session', 200, { success: true, content: CAMEL_SESSION }, 1],
  ['session', 200, ok({ ...SESSION, Results: [{ CandidateExtId: 'c-1', StandardError: 0.43 }] }), 1],
  ['removal', 200, ok({ SuccessfullyRemoved: ['A'], Errors: [] }), 1],
  ['removal', 200, { success: true, content: { successfullyRemoved: ['a'], errors: null } }, 1],
];

const FAILED: readonly Case[] = [
  ['schedule', 200, { success: false, errors: ['no group'] }, 1, /no group/],
  ['schedule', 200, { Success: false, Message: 'no owner', Code: 249 }, 1, /249.*no owner/],
  ['schedule', 200, { Success: false }, 1, /without a reason/],
  ['schedule', 400, { Errors: [{ Code: 249, Error: 'percentage' }] }, 1, /percentage/],
  ['schedule', 400, { error: { code: 249, message: 'percentage' } }, 1, /percentage/],
  ['schedule', 400, { title: 'Bad', errors: { 'Schedule.PIN': ['too long'] } }, 1, /too long/],
  ['schedule', 400, { Content: { Errors: ['no room'] }, Success: false, Errors: null }, 1, /no room/],
  ['schedule', 400, 'Owner is not known', 1, /400.*Owner is not known/],
  ['schedule', 409, '"S-1 exists"', 1, /S-1 exists/],
  ['schedule', 404, '<html><h1>Page</h1> gone</html>', 1, /status 404.*<h1>Page/],
  ['schedule', 400, '', 1, /without a reason.*400/],
  ['collection', 400, { message: 'Title is missing' }, 1, /Title is missing/],
  ['user', 200, ok({ User: USER, GroupErrors: [{ ExternalId: 'g', Code: 131, Error: 'gone' }] }), 1, /gone/],
  ['user', 200, ok({ User: USER, GroupErrors: ['gone'] }), 1, /gone/],
  ['collection', 200, ok({ ExternalId: 'c1', Errors: [{ Code: 900, Error: 'no taxonomy' }] }), 1, /no taxonomy/],
  ['user', 302, '', 1, /redirect \(302\)/],
  ['removal', 200, ok({ SuccessfullyRemoved: [], Errors: [{ UserExtId: 'a', Code: 319, Error: 'none' }] }), 1, /none/],
  ['removal', 200, { Success: false, Content: null, Errors: [{ Code: 305, Error: 'finished' }] }, 1, /finished/],
  ['session', 400, { Errors: [{ Code: 1101, Error: 'not found' }] }, 1, /not found/],
  ['session', 200, ok({ ...SESSION, ExternalId: 'RS-2' }), 1, /"RS-2" and not "RS-1"/],
  ['session', 200, SESSION, 1, /does not say whether/],
  ['session', 200, ok(SESSION, { Errors: ['40 of 41'] }), 1, /40 of 41/],
];

const UNKNOWN: readonly Case[] = [
  ['schedule', 200, '', 1, /not what the interface says/],
  ['schedule', 204, '', 1],
  ['schedule', 200, '"S-1"', 1, /S-1/],
  ['schedule', 200, '<html>Welcome</html>', 1, /Welcome/],
  ['schedule', 200, '{"Content":"S-1","Success":tr', 1, /Success/],
  ['schedule', 200, { Content: 'S-1', Errors: null }, 1, /does not say whether/],
  ['schedule', 200, { Content: 'S-1', Success: 'true' }, 1],
  ['schedule', 200, { Message: 'Schedule S-1 was created' }, 1, /was created/],
  ['schedule', 200, { Result: 'Success', Schedule: { ScheduleExtId: 'S-1' } }, 1],
  ['schedule', 200, ok(null), 1, /content is not/],
  ['schedule', 200, ok('Schedule S-1 created'), 1, /created/],
  ['schedule', 200, ok('S-2'), 1, /"S-2" and not "S-1"/],
  ['schedule', 200, ok('S-1', { Errors: [{ Code: 249, Error: 'percentage' }] }), 1, /percentage/],
  [
    'schedule',
    200,
    ok({ ScheduleExtId: 'S-1', Candidates: [{ CandidateExtId: 'c-1', Error: 'no mail' }] }),
    1,
    /no mail/,
  ],
  ['schedule', 200, ok('S-1', { StandardError: 0.43 }), 1, /StandardError/],
  ['user', 200, ok({ User: { ...USER, LastLoginError: 'x' } }), 1, /LastLoginError/],
  ['user', 200, ok({ User: USER, GroupErrors: [true] }), 1, /GroupErrors/],
  ['user', 200, ok({ User: USER, HasErrors: true }), 1, /HasErrors/],
  ['user', 200, ok({ User: {} }), 1],
  ['schedule', 500, { Success: true, Content: 'S-1' }, 6],
  ['schedule', 400, ok('S-1'), 1, /400, but.*both/],
  ['removal', 400, ok({ SuccessfullyRemoved: ['a'], Errors: [] }), 1, /both/],
  ['schedule', 303, '', 1, /redirect \(303\).*Location: \(none\)/],
  ['collection', 200, ok({ ExternalId: 'c2', Errors: [] }), 1, /"c2"/],
  ['collection without id', 200, 'OK', 1],
  ['removal', 200, ok({ SuccessfullyRemoved: [], Errors: [] }), 1],
  ['removal', 200, ok({ SuccessfullyRemoved: ['x'], Errors: [] }), 1],
  ['removal', 200, { SuccessfullyRemoved: ['a'], Errors: [] }, 1],
];

const label = ([call, status, body]: Case) =>
  `${call}: ${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`.slice(0, 150);

async function check(one: Case, outcome: string): Promise<void> {
  const [call, status, body, sent, told] = one;
  const became = await sendTo(CALLS[call], [answered(status, body)]);
  const shown = JSON.stringify(became.answer.envelope).replaceAll('\\"', '"');
  expect({ outcome: became.outcome, sent: became.sent }, shown).toEqual({ outcome, sent });
  if (told !== undefined) expect(shown + (became.answer.delivery?.excerpt ?? '')).toMatch(told);
}

const byName = (cases: readonly Case[]) => cases.map((one) => [label(one), one] as const);

describe('an answer that says success and names what was sent has succeeded', () => {
  it.each(byName(SUCCEEDED))('%s', (_, one) => check(one, 'succeeded'));
});

describe('an answer that refuses has failed, and its message is shown', () => {
  it.each(byName(FAILED))('%s', (_, one) => check(one, 'failed'));
});

describe('an answer that proves neither is unknown, and says why', () => {
  it.each(byName(UNKNOWN))('%s', (_, one) => check(one, 'unknown'));
});

describe('what an answer holds in another form', () => {
  it('a session in small letters has the names of the interface', async () => {
    const { answer } = await sendTo(CALLS.session, [answered(200, ok(CAMEL_SESSION))]);
    expect(answer.envelope.Content).toEqual({
      ExternalId: 'RS-1',
      Title: 'Law',
      Results: [{ CandidateExtId: 'c-1', Score: 7 }],
    });
  });

  it('no message holds a secret, a link with a key, or what a terminal obeys', async () => {
    const text = `no: Sesame-Open-1 ${LINK} \u001b[2J`;
    for (const [status, body] of [
      [400, text],
      [400, `<p>${text}</p>`],
      [400, { Message: text }],
      [200, { Message: text }],
      [200, { Success: false, Message: text }],
      [200, ok(`${text}, S-2`)],
    ] as const) {
      const { answer } = await sendTo(CALLS.schedule, [answered(status, body)]);
      const { links: _, ...rest } = answer.delivery ?? {};
      const shown = JSON.stringify([answer.envelope, rest]);
      expect(shown).not.toContain('Sesame-Open-1');
      expect(shown).not.toContain('session=s1');
    }
    const part = ok({ User: USER, GroupErrors: [{ ExternalId: 'g', Code: 131, Error: text }] });
    const { answer } = await sendTo(OPERATIONS.saveUser(user('u-1', { Password: 'Sesame-Open-1' })), [
      answered(200, part),
    ]);
    expect(JSON.stringify(answer)).toContain('no: [secret]');
    expect(JSON.stringify(answer)).not.toContain('session=s1');
  });
});
