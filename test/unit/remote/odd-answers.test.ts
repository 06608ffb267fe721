/**
 * Answers as no two platforms give them alike. One that says success and names the id that was sent has succeeded; one
 * that proves neither success nor failure is unknown, and is sent again only where that may tell more.
 */
import { describe, expect, it } from 'vitest';
import { answered, CALLS, type CallName, sendTo } from '../../support/remote/answered.ts';

type Case = readonly [call: CallName, status: number, body: unknown, sent: number, told?: RegExp];

const LINK = 'https://x.example/delivery/external-login?session=s1';
const legacy = (more: object = {}) => ({
  Result: 'Success',
  Schedule: { ScheduleExtId: 'S-1', Title: 'Law' },
  Candidates: [{ CandidateExtId: 'c-1', StartupLink: LINK }],
  ...more,
});
const ok = (Content: unknown, more: object = {}) => ({ Content, Success: true, Errors: null, ...more });
const SESSION = { ExternalId: 'RS-1', Title: 'Law', Status: 'ACTIVE', Results: [{ CandidateExtId: 'c-1', Score: 7 }] };
const CAMEL_SESSION = { externalId: 'RS-1', title: 'Law', results: [{ candidateExtId: 'c-1', score: 7 }] };

const SUCCEEDED: readonly Case[] = [
  ['schedule', 200, ok('S-1'), 1],
  ['schedule', 201, ok('S-1'), 1],
  ['schedule', 202, ok('S-1'), 1],
  ['schedule', 200, ok('s-1 '), 1],
  ['schedule', 200, ok(null), 1],
  ['schedule', 200, ok('OK'), 1],
  ['schedule', 200, ok('Schedule S-1 created'), 1],
  ['schedule', 200, ok(LINK), 1],
  ['schedule', 200, ok({ ScheduleExtId: 'S-1' }), 1],
  ['schedule', 200, ok({ Schedule: { ScheduleExtId: 'S-1' } }), 1],
  ['schedule', 200, ok(['S-1']), 1],
  ['schedule', 200, ok('{"ScheduleExtId":"S-1"}'), 1],
  ['schedule', 200, JSON.stringify(JSON.stringify(ok('S-1'))), 1],
  ['schedule', 200, { content: 'S-1', success: true, errors: null }, 1],
  ['schedule', 200, { content: 'S-1', success: 'true', errors: [] }, 1],
  ['schedule', 200, { content: 'S-1', is_success: true }, 1],
  ['schedule', 200, legacy(), 1],
  ['schedule', 201, legacy(), 1],
  ['schedule', 200, legacy({ Schedule: 'S-1' }), 1],
  ['schedule', 200, legacy({ Result: undefined }), 1],
  ['schedule', 200, { result: 'ok', schedule: { scheduleExtId: 'S-1' } }, 1],
  ['schedule', 200, { Status: 'Created', ScheduleExtId: 'S-1' }, 1],
  ['schedule', 200, { StatusCode: 200, Data: { ScheduleExtId: 'S-1' } }, 1],
  ['user', 200, ok({ User: { ExternalId: 'u-1' }, GroupErrors: [] }), 1],
  ['user', 200, { success: true, content: { user: { externalId: 'u-1' }, groupErrors: null } }, 1],
  ['user', 200, ok({ ExternalId: 'u-1', FirstName: 'Ada' }), 1],
  ['user', 200, ok('u-1'), 1],
  ['user', 200, { Result: 'Success', User: { ExternalId: 'u-1' } }, 1],
  ['collection', 200, { Result: 'Success', Collection: 'c1' }, 1],
  ['collection', 200, ok({ ExternalId: 'c1', Errors: [] }), 1],
  ['collection', 200, { success: true, content: { externalId: 'c1', errors: [] }, errors: null }, 1],
  ['collection', 200, { Result: 'OK', ExternalId: 'c1' }, 1],
  ['collection without id', 200, ok({ ExternalId: 'generated9', Errors: [] }), 1],
  ['collection without id', 200, { Result: 'OK', ExternalId: 'generated9' }, 1],
  ['session', 200, ok(SESSION), 1],
  ['session', 200, SESSION, 1],
  ['session', 200, CAMEL_SESSION, 1],
  ['session', 200, { success: true, content: CAMEL_SESSION }, 1],
  ['session', 200, ok([SESSION]), 1],
  ['removal', 200, ok({ SuccessfullyRemoved: ['A'], Errors: [] }), 1],
  ['removal', 200, ok({ SuccessfullyRemoved: [], Errors: [] }), 1],
  ['removal', 200, ok(null), 1],
  ['removal', 200, ok('done'), 1],
  ['removal', 200, { success: true, content: { successfullyRemoved: ['a'], errors: null } }, 1],
  ['removal', 200, { SuccessfullyRemoved: ['a'], Errors: [] }, 1],
];

const FAILED: readonly Case[] = [
  ['schedule', 200, { Message: 'Schedule already exists [S-1]' }, 1, /already exists \[S-1\]/],
  ['schedule', 200, { Result: 'Error', Message: 'No such assessment' }, 1, /No such assessment/],
  ['schedule', 200, { success: false, errors: ['no group'] }, 1, /no group/],
  ['schedule', 200, { Errors: [{ Code: 249, Error: 'percentage' }] }, 1, /percentage/],
  ['schedule', 200, { error: { code: 249, message: 'percentage' } }, 1, /percentage/],
  ['schedule', 200, { type: 'about:blank', title: 'Bad', status: 400, detail: 'no owner' }, 1, /no owner/],
  ['schedule', 200, legacy({ Result: 'Failed', Message: 'no owner' }), 1, /no owner/],
  ['schedule', 200, ok(null, { Errors: [{ Code: 249, Error: 'percentage' }] }), 1, /percentage/],
  ['schedule', 200, legacy({ Candidates: [{ CandidateExtId: 'c-1', Error: 'no e-mail' }] }), 1, /c-1: no e-mail/],
  ['schedule', 400, { Errors: { 249: 'percentage' } }, 1, /percentage/],
  ['schedule', 400, { title: 'Bad', errors: { 'Schedule.PIN': ['too long'] } }, 1, /too long/],
  ['schedule', 400, 'Owner is not known', 1, /status 400\): Owner is not known/],
  ['schedule', 409, '"S-1 exists"', 1, /S-1 exists/],
  ['schedule', 404, '<html><title>x</title><body><h1>Page</h1> gone</body></html>', 1, /status 404\): Page gone/],
  ['schedule', 400, '<?xml version="1.0"?><Error>No owner</Error>', 1, /No owner/],
  ['schedule', 400, '', 1, /without a reason.*400/],
  ['schedule', 400, ok(null, { Errors: [{ Code: 249, Error: 'percentage' }] }), 1, /percentage/],
  ['schedule', 400, { Content: { Errors: ['no room'] }, Success: false, Errors: null }, 1, /no room/],
  ['schedule', 400, ok(null, { Message: 'Owner is not known' }), 1, /not known/],
  ['schedule', 413, 'Too large', 1, /Too large/],
  [
    'user',
    200,
    ok({ User: { ExternalId: 'u-1' }, GroupErrors: [{ ExternalId: 'g', Code: 131, Error: 'gone' }] }),
    1,
    /gone/,
  ],
  ['user', 200, { Success: false, Content: null, Errors: { 209: 'no address' } }, 1, /no address/],
  ['collection', 400, { message: 'Title is missing' }, 1, /Title is missing/],
  ['session', 400, { Errors: [{ Code: 1101, Error: 'not found' }] }, 1, /not found/],
  ['session', 200, ok(null, { Errors: [{ Code: 1101, Error: 'not found' }] }), 1, /not found/],
  ['session', 200, ok({ ...SESSION, ExternalId: 'RS-2' }), 1, /"RS-2" and not "RS-1"/],
  ['session', 200, { Title: 'Law' }, 2, /not what the interface says/],
  ['session', 303, '', 1, /redirect \(303\)/],
  ['user', 302, '', 1, /redirect \(302\)/],
  ['removal', 200, ok(null, { Errors: [{ Code: 301, Error: 'no schedule' }] }), 1, /no schedule/],
  ['removal', 200, { Success: true, Errors: [{ Code: 301, Error: 'no schedule' }] }, 1, /no schedule/],
  ['removal', 200, { Success: false, Content: null, Errors: [{ Code: 305, Error: 'finished' }] }, 1, /finished/],
  ['removal', 200, ok({ SuccessfullyRemoved: [], Errors: [{ UserExtId: 'a', Code: 319, Error: 'none' }] }), 1, /none/],
  ['removal of two', 200, { SuccessfullyRemoved: ['a'], Errors: { b: 'no such user' } }, 1, /no such user.*"b"/],
];

const UNKNOWN: readonly Case[] = [
  ['schedule', 200, '', 6],
  ['schedule', 204, '', 6],
  ['schedule', 200, 'S-1', 2, /S-1/],
  ['schedule', 200, '"S-1"', 2],
  ['schedule', 200, '<html>Welcome</html>', 2],
  ['schedule', 200, '{"Content":"S-1","Success":tr', 2],
  ['schedule', 200, { Content: 'S-1', Errors: null }, 2],
  ['schedule', 200, { Message: 'Schedule S-1 was queued' }, 2, /was queued/],
  ['schedule', 200, { Message: 'OK' }, 2],
  ['schedule', 200, { Result: 'Success' }, 2],
  ['schedule', 200, { Result: 'Partial', Schedule: { ScheduleExtId: 'S-1' } }, 2],
  ['schedule', 200, ok('S-2'), 1, /"S-2" and not "S-1"/],
  ['schedule', 200, ok({ Schedule: { ScheduleExtId: 'S-2' } }), 1, /"S-2"/],
  ['schedule', 200, ok(null, { ScheduleExtId: 'S-2' }), 1, /"S-2"/],
  ['schedule', 200, legacy({ Schedule: { ScheduleExtId: 'S-2' } }), 1, /"S-2"/],
  ['schedule', 206, ok('S-1'), 1, /206.*part of an answer/],
  ['schedule', 200, '{"Success":false,"Success":true,"Content":"S-1"}', 1, /"Success" twice/],
  ['schedule', 200, '{"Success":true,"success":false,"Content":"S-1"}', 1, /"success" twice/],
  ['schedule', 200, '{"Success":true,"Content":{"ScheduleExtId":"S-1","ScheduleExtId":"S-2"}}', 1, /twice/],
  ['schedule', 200, ok('S-1', { Result: 'Error' }), 1, /both/],
  ['schedule', 500, { Success: true, Content: 'S-1' }, 6],
  ['schedule', 400, ok('S-1'), 1, /400, but.*both/],
  ['schedule', 404, ok(null), 1, /404, but.*both/],
  ['user', 400, { Success: true, Message: 'User saved' }, 1, /400, but.*both/],
  ['user', 400, { Success: true, Message: 'OK' }, 1, /400, but.*both/],
  ['user', 404, ok({ User: { ExternalId: 'u-1' }, GroupErrors: [] }), 1, /both/],
  ['collection', 409, ok({ ExternalId: 'c1', Errors: [] }), 1, /both/],
  ['removal', 400, ok({ SuccessfullyRemoved: ['a'], Errors: [] }), 1, /both/],
  ['schedule', 303, '', 1, /redirect \(303\).*Location: \(none\)/],
  ['user', 303, 'See Other', 1, /redirect \(303\)/],
  ['removal', 303, '', 1, /redirect \(303\)/],
  ['user', 200, ok({ User: { ExternalId: 'u-2' }, GroupErrors: [] }), 1, /"u-2"/],
  ['user', 200, { Result: 'Success', User: {} }, 2],
  ['collection', 200, ok({ ExternalId: 'c2', Errors: [] }), 1, /"c2"/],
  ['collection without id', 200, { Result: 'OK' }, 1],
  ['collection without id', 200, 'OK', 1],
  ['removal', 200, { Result: 'OK' }, 2],
  ['removal', 200, ok({ SuccessfullyRemoved: ['x'], Errors: [] }), 2],
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
  it.each([
    ['schedule', ok('s-1'), '"s-1" and not "S-1"'],
    ['user', ok({ User: { ExternalId: 'U-1' }, GroupErrors: [] }), '"U-1" and not "u-1"'],
    ['user', ok({ User: { ExternalId: ' u-1' }, GroupErrors: [] }), undefined],
  ] as const)('an id of a %s in other letters is shown: %j', async (call, body, told) => {
    const { outcome, answer } = await sendTo(CALLS[call], [answered(200, body)]);
    expect(outcome).toBe('succeeded');
    if (told === undefined) expect(answer.delivery?.excerpt).toBeUndefined();
    else expect(answer.delivery?.excerpt).toContain(told);
  });

  it('errors by number have their code, and no field', async () => {
    const { answer } = await sendTo(CALLS.schedule, [answered(400, { Errors: { 249: 'percentage' } })]);
    expect(answer.envelope.Errors).toEqual([{ Code: 249, Error: 'percentage' }]);
  });

  it('ids that look like numbers stay ids', async () => {
    const body = ok({ SuccessfullyRemoved: [], Errors: { 1234: 'no such user' } });
    const { answer } = await sendTo(CALLS.removal, [answered(200, body)], 0);
    expect(JSON.stringify(answer)).not.toContain('"Code":1234');
  });

  it('a session in small letters has the names of the interface', async () => {
    const { answer } = await sendTo(CALLS.session, [answered(200, CAMEL_SESSION)]);
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
      [200, { Result: 'Error', Message: text }],
      [200, ok(`${text}, S-2`)],
    ] as const) {
      const { answer } = await sendTo(CALLS.schedule, [answered(status, body)]);
      const { links: _, ...rest } = answer.delivery ?? {};
      const shown = JSON.stringify([answer.envelope, rest]);
      expect(shown).not.toContain('Sesame-Open-1');
      expect(shown).not.toContain('session=s1');
    }
  });
});
