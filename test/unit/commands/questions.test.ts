import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askedField, checkAnswer, questionOf } from '../../../src/commands/ask/check-answer.ts';
import { describeEquivalent } from '../../../src/commands/ask/equivalent.ts';
import type { TargetCall } from '../../../src/commands/options/target-options.ts';
import { createPrompter } from '../../../src/output/terminal/prompts.ts';
import type { Output } from '../../../src/output/terminal/streams.ts';
import { scheduleResource } from '../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../src/platform/resources/user.ts';
import { hideSecrets } from '../../../src/platform/secrets.ts';

type UserField = keyof typeof userResource.fields;

const answer = (name: UserField, text: string, required = true) =>
  checkAnswer(askedField(userResource, name), text, required);

describe('an answer', () => {
  it.each<[UserField, string, string]>([
    ['ExternalId', '', 'ExternalId must not be empty'],
    ['LastName', '', 'LastName is required'],
    ['Email', 'x', 'Email is not a valid e-mail address; write it like'],
    ['Labels', 'a||b', 'Labels[1] must not be empty'],
    ['AllowedIpAddresses', '127.1', 'AllowedIpAddresses[0] is not a valid IP address'],
    ['Hierarchies', 'LAW-1:IsBoss', 'Action must be one of UPSERT, DELETE'],
    ['Hierarchies', 'LAW-1:IsCordinator', 'IsCordinator'],
    ['ReasonableAdjustmentPercentage', '1000', 'must be from 0 to 999'],
  ])('for %s of %j is judged as a cell would be', (name, text, says) => {
    expect(answer(name, text)).toContain(says);
    expect(answer(name, text)).not.toContain('code');
  });
});

describe('a question', () => {
  it('shows the form of a date-time that it takes', async () => {
    const start = askedField(scheduleResource, 'StartDateTime');
    const asked = questionOf(start);
    expect(asked).toBe('StartDateTime (When the sitting starts, such as 2027-03-01 09:00+01:00):');
    expect(checkAnswer(start, '2027-03-01 09:00+01:00', true)).toBe(true);
    const utc = '2027-03-01T08:00:00.000Z';
    const zone = {
      name: 'Europe/Amsterdam',
      toUtc: () => ({ utc }),
      dayOf: () => '2027-03-01',
      withOffset: (utc: string) => utc,
    };
    const local = questionOf(start, { zone });
    expect(local).toBe('StartDateTime (When the sitting starts, such as 2027-03-01 09:00 in Europe/Amsterdam):');
    expect(checkAnswer(start, '2027-03-01 09:00', true, { zone })).toBe(true);
  });

  it.each(['SIGINT', 'SIGTERM'])('is not asked after a %s', async (signal) => {
    const prompter = await createPrompter(
      { stdin: new PassThrough(), stderr: new PassThrough(), color: { stderr: true } } as unknown as Output,
      AbortSignal.abort(signal),
    );
    const reason = signal === 'SIGINT' ? 'interrupted' : 'terminated';
    await expect(prompter.confirm('Send it?')).rejects.toMatchObject({ name: 'InterruptedError', reason });
  });
});

it('the text before a confirmation contains no secrets', () => {
  const request = { Schedule: { Title: 'T', PIN: '1234' }, Candidates: [{ Password: 'hidden', City: null }] };
  expect(hideSecrets(request)).toEqual({
    Schedule: { Title: 'T', PIN: '(not shown)' },
    Candidates: [{ Password: '(not shown)', City: null }],
  });
});

it('the printed command says which secrets it leaves out, be it one or several', () => {
  const call = { target: { kind: 'local' }, context: { env: { EXAMCTL_TOKEN: 'x' } } } as unknown as TargetCall;
  const saidOf = (...secrets: string[]) => describeEquivalent(call, '', secrets).split('\n')[0];
  expect(saidOf('PIN')).toBe('The same without questions (but for PIN, which is secret):');
  expect(saidOf('PIN', 'Password')).toBe('The same without questions (but for PIN, Password, which are secret):');
});
