/** Errors within an answer that says success: wherever they are, and in whatever form, they are shown, and count. */
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../src/bulk/report/partial-errors.ts';
import { answered, CALLS, type CallName, CUT, sendTo } from '../../support/remote/answered.ts';

type Case = readonly [call: CallName, content: unknown, told: string, more?: object];

const ok = (Content: unknown, more: object = {}) => ({ Content, Success: true, Errors: null, ...more });
const NO_ROLE = [{ Code: 241, Error: 'no role' }];
const REFUSED = { Content: null, Success: false, Errors: NO_ROLE };
const USER = { ExternalId: 'u-1' };
const SESSION = { ExternalId: 'RS-1', Title: 'Law', Results: [{ CandidateExtId: 'c-1', Score: 7 }] };

const FAILED: readonly Case[] = [
  ['user', { User: USER, GroupErrors: [], Errors: NO_ROLE }, 'no role'],
  ['user', { User: USER, HierarchyErrors: [{ ExternalId: 'h', Code: 312, Error: 'gone' }] }, 'h: gone'],
  ['user', { Users: [{ ...USER, Success: false, Errors: NO_ROLE }] }, 'no role'],
  ['user', { User: USER, RoleError: 'Role was not found' }, 'Role was not found'],
  ['user', REFUSED.Content, 'bad one', { Errors: { FieldErrors: {}, Email: ['bad one'] } }],
  [
    'collection',
    { ExternalId: 'c1', ObjectiveRepositories: [{ ExternalId: 'r', Success: false, Error: 'gone' }] },
    'r: gone',
  ],
  ['user', { User: null, Errors: NO_ROLE }, 'no role'],
  ['user', { Errors: NO_ROLE }, 'no role'],
  ['user', { ...USER, Errors: NO_ROLE }, 'no role'],
  ['user', { User: USER, Error: 'no role' }, 'no role'],
  ['user', { User: USER, errorMessage: 'no role' }, 'no role'],
  ['user', { User: USER, Error: 'no role', ErrorCode: 241 }, 'no role'],
  ['user', { User: USER, ErrorCode: 241 }, 'Error 241'],
  ['user', { User: USER, Error: 241 }, 'Error 241'],
  ['user', { User: USER, HasErrors: true }, 'an error that cannot be read'],
  ['user', { User: USER, HasErrors: 1 }, 'an error that cannot be read'],
  ['user', { User: { ...USER, GroupErrors: [{ ExternalId: 'g', Code: 131, Error: 'gone' }] } }, 'g: gone'],
  ['user', JSON.stringify({ User: USER, GroupErrors: [{ ExternalId: 'g', Error: 'gone' }] }), 'g: gone'],
  ['user', { Success: false, Message: 'no role' }, 'no role'],
  ['user', { User: USER, GroupErrors: [], Success: false }, '"Success": false'],
  ['user', REFUSED, 'no role'],
  ['user', { User: USER }, 'no role', { ValidationErrors: { Role: ['no role'] } }],
  ['user', { User: USER }, 'no role', { Errors: [], Error: 'no role' }],
  ['schedule', { ScheduleExtId: 'S-1', Error: 'no room' }, 'no room'],
  ['schedule', { Schedule: { ScheduleExtId: 'S-1', Errors: ['no room'] } }, 'no room'],
  [
    'schedule',
    { ScheduleExtId: 'S-1', CandidateErrors: [{ CandidateExtId: 'c-1', Error: 'no mail' }] },
    'c-1: no mail',
  ],
  ['schedule', { ScheduleExtId: 'S-1', CandidateErrors: { 'c-1': 'no mail' } }, 'no mail'],
  [
    'schedule',
    { ScheduleExtId: 'S-1', Candidates: [{ CandidateExtId: 'c-1', Success: false, Message: 'no mail' }] },
    'c-1: no mail',
  ],
  ['schedule', { Errors: ['no room'] }, 'no room'],
  ['schedule', 'S-1', 'c-1: no mail', { Candidates: [{ CandidateExtId: 'c-1', Error: 'no mail' }] }],
  ['schedule', REFUSED, 'no role'],
  ['collection', { ExternalId: 'c1', Error: 'no list' }, 'no list'],
  ['collection', { ExternalId: 'c1', Taxonomies: [{ ExternalId: 't', Error: 'not found' }] }, 't: not found'],
  ['collection', REFUSED, 'no role'],
  ['removal', { Error: 'no schedule' }, 'no schedule'],
  ['removal', REFUSED, 'no role'],
  ['session', SESSION, '40 of 41', { Errors: [{ Code: null, Error: '40 of 41' }] }],
  ['session', SESSION, '40 of 41', { Errors: '40 of 41' }],
  ['session', { ...SESSION, Errors: ['40 of 41'] }, '40 of 41'],
  ['user', { User: USER, ErrorCode: 'ROLE_MISSING' }, 'ROLE_MISSING'],
  ['user', { User: USER, Errors: NO_ROLE }, 'no role', { Errors: NO_ROLE }],
  ['user', { User: USER, Errors: NO_ROLE }, 'no role', { ErrorMessage: 'no role' }],
  ['user', { User: USER, GroupErrors: [{ ExternalId: 'g', Error: 'gone' }], HasErrors: true }, 'g: gone'],
  ['user', { User: USER, GroupErrors: [{ ExternalId: 'g', Error: 'gone' }] }, 'g: gone', { HasErrors: true }],
];

/** Words that deny what the envelope says. */
const UNKNOWN: readonly Case[] = [
  ['schedule', 'The schedule S-1 could not be saved', 'could not be saved'],
  ['schedule', 'Schedule S-1 created, but c-1 could not be added', 'could not be added'],
  ['user', { Message: 'The user could not be saved' }, 'could not be saved'],
  ['user', { User: USER }, 'failed: no role', { Message: 'failed: no role' }],
  ['user', { User: USER }, 'Import failed', { Message: 'Import failed: no role' }],
  ['user', { User: USER }, 'Error 241', { Message: 'Error 241: no role' }],
  ['user', { User: USER }, 'failed 1', { Message: 'Processed 1, failed 1' }],
  ['user', { User: USER }, '1 failed', { Message: '0 rows inserted, 1 failed' }],
  ['user', { User: USER }, 'Unable to save', { Message: 'Unable to save the user' }],
  ['user', { User: USER }, 'User not saved', { Message: 'User not saved' }],
];

/** Nothing of this is an error. */
const SUCCEEDED: readonly Case[] = [
  ['user', { User: USER, Errors: [], GroupErrors: [], Error: null }, ''],
  ['user', { User: USER, Error: '', ErrorCode: 0, ErrorMessage: null, HasErrors: false }, ''],
  ['user', { User: USER }, '', { Error: { Code: 0, Message: '' } }],
  ['user', { User: USER }, '', { Errors: { Email: [] } }],
  ['user', { User: USER }, '', { Error: 'None' }],
  ['user', { User: USER }, '', { Message: 'Completed without errors' }],
  ['user', { User: USER }, '', { Message: 'The user was updated' }],
  ['user', { User: USER, Success: true }, ''],
  ['user', { User: USER, Status: 'Failed', Result: 'Invalid' }, ''],
  ['schedule', { ScheduleExtId: 'S-1', Candidates: [{ CandidateExtId: 'c-1', Success: true, Errors: [] }] }, ''],
  ['schedule', 'Schedule S-1 updated', ''],
  ['session', { ...SESSION, Results: [{ CandidateExtId: 'c-1', Success: false }] }, ''],
  ['session', { ...SESSION, StandardError: 0.43 }, ''],
  ['session', { ...SESSION, Statistics: { StandardError: 0.43, Errors: 3 } }, ''],
  ['schedule', { ScheduleExtId: 'S-1', Assessment: { DefaultErrorMessage: 'Wrong answer', Error: 'Try again' } }, ''],
  ['schedule', { ScheduleExtId: 'S-1', MaxErrors: 3, ShowErrors: 1, AllowErrors: 'yes' }, ''],
  ['schedule', { ScheduleExtId: 'S-1', Settings: { Success: false } }, ''],
  ['user', { User: USER, _links: { errors: 'https://exams.example.org/errors' } }, ''],
  ['user', { User: USER, HasErrors: 'No' }, ''],
  ['user', { User: USER, Errors: 'n/a', Error: 'N' }, ''],
  ['user', { User: USER, Errors: { Email: '' } }, ''],
  ['user', { User: USER }, '', { Errors: { Email: '' } }],
  ['user', { User: USER, Error: { Code: '', Message: '' } }, ''],
  ['user', { User: USER }, '', { Error: { Code: 0, Message: 'OK' } }],
  ['user', { User: USER }, '', { Error: { Code: 'NONE' } }],
  ['user', { User: USER }, '', { Error: { Code: 200, Message: 'OK' } }],
  ['user', { User: USER }, '', { ErrorMessage: 'No errors.' }],
  ['user', { User: USER }, '', { ErrorMessage: '-' }],
  ['user', { User: USER, HasErrors: 0 }, ''],
  ['user', { User: USER }, '', { ErrorCode: 200 }],
  ['user', { User: USER }, '', { ErrorCode: 200, ErrorMessage: 'OK' }],
  ['user', { User: USER, ErrorCode: '0000', ErrorMessage: 'Success' }, ''],
  ['user', { User: USER }, '', { Message: '1 row inserted, 0 failed' }],
  ['user', { User: USER }, '', { Message: 'Processed 1, failed 0' }],
  ['user', { User: USER }, '', { Message: 'Done. Failed: 0' }],
  ['user', { User: USER }, '', { Message: 'Failed: 0' }],
  ['user', { User: USER }, '', { Message: 'Import finished: 0 users failed.' }],
  ['user', { User: USER }, '', { Errors: [{ ExternalId: 'u-1', Errors: [], Labels: ['law'] }] }],
];

/** Nobody can know that this is an error. */
const REMARKED: readonly Case[] = [
  ['user', { User: { ...USER, LastLoginError: 'Wrong password' } }, 'LastLoginError: Wrong password'],
  ['user', { User: USER }, 'TraceErrors: no trace', { TraceErrors: ['no trace'] }],
  ['user', { User: USER }, 'No permission error', { Message: 'Saved. No permission error' }],
  ['user', { ...USER, Message: 'Cannot attend on Fridays' }, 'Cannot attend on Fridays'],
  ['user', { User: USER }, 'Invalid logins', { Message: 'User imported. Invalid logins are locked after 5 attempts' }],
  ['user', { User: USER }, 'not sent', { Message: 'User saved. Sending the mail failed: not sent' }],
  ['user', { User: USER }, 'failed logins', { Message: 'Logins are locked after 3 failed logins' }],
  ['user', { User: USER }, 'cannot be recovered', { Message: 'Welcome! A lost password cannot be recovered' }],
  ['user', { User: USER }, 'cannot be removed', { Message: 'User created. A user with results cannot be removed' }],
];

const become = async ([call, content, , more]: Case, before: readonly (typeof CUT)[] = []) =>
  sendTo(CALLS[call], [...before, answered(200, ok(content, more))]);

const byName = (cases: readonly Case[]) =>
  cases.map((one) => [`${one[0]}: ${JSON.stringify(ok(one[1], one[3]))}`.slice(0, 160), one] as const);

describe('errors within an answer that says success count, wherever they are', () => {
  it.each(byName(FAILED))('%s', async (_, one) => {
    const { outcome, answer } = await become(one);
    const shown = JSON.stringify(errorsOf(answer).map(({ Error: text }) => text)).replaceAll('\\"', '"');
    expect(outcome, shown).toBe('failed');
    expect(shown).toContain(one[2]);
  });

  it.each(byName(FAILED))('each error is told once: %s', async (_, one) => {
    const { answer } = await become(one);
    expect(errorsOf(answer)).toHaveLength(1);
  });
});

describe('words that deny what the envelope says leave it unknown, and are shown', () => {
  it.each(byName(UNKNOWN))('%s', async (_, one) => {
    const { outcome, answer } = await become(one);
    expect(outcome).toBe('unknown');
    expect(JSON.stringify(answer)).toContain(one[2]);
  });
});

describe('what only looks like an error leaves a success', () => {
  it.each(byName(SUCCEEDED))('%s', async (_, one) => {
    const { outcome, answer } = await become(one);
    expect(outcome, JSON.stringify(answer)).toBe('succeeded');
    expect(answer.delivery?.excerpt).toBeUndefined();
  });
});

describe('what may be an error or not leaves a success, and is shown', () => {
  it.each(byName(REMARKED))('%s', async (_, one) => {
    const { outcome, answer } = await become(one);
    expect(outcome, JSON.stringify(answer)).toBe('succeeded');
    expect(answer.delivery?.excerpt).toContain(one[2]);
  });
});

describe('errors within a refusal', () => {
  it.each([
    [{ Message: 'nope', Content: null, TraceErrors: 't' }, ['nope']],
    [{ Message: 'nope', Content: { User: { ...USER, LastError: 'old' } } }, ['nope']],
    [{ Message: 'nope', Content: { Errors: ['no role'] } }, ['nope', 'no role']],
    [{ Errors: ['nope'], Content: { Errors: ['nope', 'no role'] } }, ['nope', 'no role']],
    [{ ErrorMessage: 'nope', ExternalId: 'u-2', Content: null }, ['u-2: nope']],
    [{ Content: { User: null, GroupErrors: [{ ExternalId: 'g', Error: 'gone' }] } }, ['g: gone']],
  ])('are told after its message: %j', async (body, told) => {
    for (const status of [200, 400]) {
      const { outcome, answer } = await sendTo(CALLS.user, [answered(status, { Success: false, ...body })]);
      expect(outcome).toBe('failed');
      expect(errorsOf(answer).map(({ Error: text }) => text)).toEqual(told);
    }
  });
});

describe('errors within a success', () => {
  it('that are too deep to be read leave the answer to be shown', async () => {
    let content: object = { Errors: NO_ROLE };
    for (let depth = 0; depth < 20; depth += 1) content = { Content: content };
    const { outcome, answer } = await become(['user', { User: USER, ...content }, '']);
    expect(outcome).toBe('succeeded');
    expect(answer.delivery?.excerpt).toContain('"Content":{"Content"');
  });

  it('of a candidate who is only marked as failed count beside those of another', async () => {
    const Candidates = [
      { CandidateExtId: 'c-1', Success: false },
      { CandidateExtId: 'c-2', Error: 'no mail' },
    ];
    const { answer } = await become(['schedule', { ScheduleExtId: 'S-1', Candidates }, '']);
    const told = errorsOf(answer).map(({ Error: text }) => text);
    expect(told).toEqual(['c-1: The platform says "Success": false', 'c-2: no mail']);
  });

  it('in words that may also be a remark are shown, also after a long content', async () => {
    const content = { User: { ...USER, City: 'x'.repeat(500) }, GroupErrors: [] };
    const { outcome, answer } = await become(['user', content, '', { Message: 'User already exists' }]);
    expect({ outcome, excerpt: answer.delivery?.excerpt }).toEqual({
      outcome: 'succeeded',
      excerpt: 'User already exists',
    });
  });

  it('are errors of the collection in the form of the interface', async () => {
    const content = { ExternalId: 'c1', Errors: [{ Code: 900, Error: 'Taxonomy not found.' }] };
    const { answer } = await become(['collection', content, '']);
    expect(errorsOf(answer)).toEqual([{ Code: 900, Error: 'Taxonomy not found.' }]);
  });

  it('keep a session that came with them', async () => {
    const { answer } = await become(['session', SESSION, '', { Errors: ['40 of 41'] }]);
    expect(answer.envelope.Content).toEqual(SESSION);
  });

  it('that say that the record exists prove a lost attempt, if they are all that the answer has', async () => {
    const content = { Errors: [{ Code: 233, Error: 'A user with the same ExternalId exists' }] };
    const { outcome } = await become(['user', content, ''], [CUT]);
    expect(outcome).toBe('succeeded');
  });

  it('hold no secret', async () => {
    const content = { ScheduleExtId: 'S-1', Error: 'no Sesame-Open-1' };
    const { answer } = await become(['schedule', content, '']);
    expect(JSON.stringify(answer)).not.toContain('Sesame-Open-1');
  });

  it('that nobody can read leave the answer to be shown', async () => {
    const { outcome, answer } = await become(['user', { User: USER, Errors: [true] }, '']);
    expect(outcome).toBe('failed');
    expect(answer.delivery?.excerpt).toContain('"Errors":[true]');
  });
});
