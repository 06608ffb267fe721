/** Sending a plan: which requests are sent, how their answers count, and what the run record has about them. */
import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  RefusedError,
  StoreError,
  StoreLockedError,
  UnreachableError,
} from '../../../../src/errors.ts';
import type { Outcome } from '../../../../src/model/report.ts';
import { type Answer, refuse, succeed } from '../../../../src/platform/envelope.ts';
import type { Earlier } from '../../../../src/runs/run-record.ts';
import { type Given as GivenToSend, OPEN, send, UNSURE } from './sent-requests.ts';

interface Given extends GivenToSend {
  readonly answer?: (key: string) => Promise<Answer<unknown>>;
  readonly isDiskFull?: boolean;
}

function settled(outcome: Outcome): Earlier {
  return { state: 'settled', result: { action: 'create', outcome, attempts: 1, errors: [] } };
}

const diskIsFull = () => Promise.reject(new StoreError('The disk is full'));

const apply = ({ answer, isDiskFull, ...given }: Given) =>
  send(
    { ...given, ...(isDiskFull && { keepLinks: diskIsFull }) },
    { send: async (_, [key = '']) => [answer ? await answer(key) : succeed(key)] },
  );

it('a request is begun in the record before it is sent, and reported when the record has its result', async () => {
  const { log, outcomes } = await apply({ keys: ['a', 'b'] });
  expect(log).toEqual([
    'begin 0',
    'send a plain',
    'settle 0 succeeded',
    'begin 1',
    'send b plain',
    'settle 1 succeeded',
  ]);
  expect(outcomes).toEqual(['succeeded', 'succeeded']);
});

describe('resume', () => {
  it('sends no settled request, and sends requests in doubt to the service for such requests', async () => {
    const { log, outcomes } = await apply({
      keys: ['a', 'b', 'c', 'd'],
      earlier: [settled('succeeded'), settled('failed'), UNSURE, OPEN],
    });
    expect(log.filter((line) => line.startsWith('send'))).toEqual(['send c after unsure', 'send d plain']);
    expect(outcomes).toEqual(['succeeded', 'failed', 'succeeded', 'succeeded']);
  });

  it('settles a request in doubt that turns out to be unchanged', async () => {
    const { log, outcomes } = await apply({ keys: ['a', 'b'], earlier: [UNSURE], unchanged: [0, 1] });
    expect(log).toEqual(['settle 0 succeeded']);
    expect(outcomes).toEqual(['succeeded', 'succeeded']);
  });
});

describe('retry', () => {
  it('sends only failed requests, and requests in doubt stay in doubt', async () => {
    const { log, outcomes } = await apply({
      keys: ['a', 'b', 'c', 'd'],
      earlier: [settled('succeeded'), settled('failed'), UNSURE, OPEN],
      mode: 'retry',
    });
    expect(log).toEqual(['begin 1', 'send b plain', 'settle 1 succeeded']);
    expect(outcomes).toEqual(['succeeded', 'succeeded', 'unknown', 'not-sent']);
  });
});

describe('a target that fails', () => {
  it.each([
    new RefusedError('no'),
    new UnreachableError('no'),
    new InterruptedError('SIGINT', 'stop'),
    new InterruptedError('SIGTERM', 'stop'),
    new StoreError('disk full'),
    new StoreLockedError('lock lost'),
  ])('and certainly has not received the request ($name): the request counts as not begun', async (thrown) => {
    const { log, error } = await apply({ keys: ['a', 'b'], answer: () => Promise.reject(thrown) });
    expect(log).toEqual(['begin 0', 'send a plain', 'settle 0 not-sent']);
    expect(error).toBe(thrown);
  });

  it.each([
    new StoreError('disk full', { mayBeDone: true }),
    new StoreLockedError('lock lost', { mayBeDone: true }),
    new TypeError('a fault'),
  ])('in any other way ($message): the request is unknown, and reported as such', async (thrown) => {
    const { log, results, error } = await apply({ answer: () => Promise.reject(thrown) });
    expect(log).toEqual(['begin 0', 'send a plain', 'settle 0 unknown']);
    expect(results).toMatchObject([{ outcome: 'unknown', attempts: 1, errors: [{ Rule: 'delivery.unknown' }] }]);
    expect(error).toBe(thrown);
  });

  it('tells of all that were under way what is known of each, and throws its own error', async () => {
    const lost = new StoreLockedError('lock lost', { mayBeDone: true });
    const keys = Array.from({ length: 40 }, (_, n) => `k${n}`);
    const { outcomes, error } = await apply({
      keys,
      concurrency: 30,
      onResult: ({ outcome }) => {
        if (outcome === 'unknown') throw new UnreachableError('so many unknown in a row');
      },
      answer: async (key) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (key === 'k29') return succeed(key);
        throw lost;
      },
    });
    expect(outcomes.toSorted()).toEqual(['succeeded', ...Array.from({ length: 29 }, () => 'unknown')]);
    expect(error).toBe(lost);
  });

  it('leaves a request in doubt if it was in doubt before', async () => {
    const { log } = await apply({ earlier: [UNSURE], answer: () => Promise.reject(new RefusedError('no')) });
    expect(log).toEqual(['begin 0', 'send a after unsure']);
  });

  it('ends the run after the requests under way, and begins no others', async () => {
    const { log, outcomes } = await apply({
      keys: ['a', 'b', 'c', 'd'],
      concurrency: 2,
      answer: async (key) => {
        if (key === 'a') throw new RefusedError('no');
        await new Promise((resolve) => setTimeout(resolve, 20));
        return refuse(400, [{ Code: 209, Error: 'wrong' }]);
      },
    });
    expect(log.filter((line) => line.startsWith('send'))).toEqual(['send a plain', 'send b plain']);
    expect(outcomes).toEqual(['failed']);
  });
});

it('a run begins no more requests after its signal is aborted', async () => {
  const controller = new AbortController();
  const { log } = await apply({
    keys: ['a', 'b', 'c'],
    signal: controller.signal,
    answer: async (key) => {
      controller.abort('SIGINT');
      return succeed(key);
    },
  });
  expect(log).toEqual(['begin 0', 'send a plain', 'settle 0 succeeded']);
});

describe('links that come with an answer', () => {
  const links = [{ CandidateExtId: 'c-1', name: 'StartupLink', url: 'https://x.example/1' }];
  const answer = async (): Promise<Answer<unknown>> => ({
    ...succeed('S-9'),
    delivery: { timesSent: 1, certainty: 'answered', links },
  });

  it('are kept before the record counts as done', async () => {
    const { log } = await apply({ answer });
    expect(log.filter((line) => /keep|settle/.test(line))).toEqual(['keep 1 of a', 'settle 0 succeeded']);
  });

  it('are reported if they cannot be kept, and the record is in doubt, so that a resumed run sends it again', async () => {
    const { log, error, results } = await apply({ answer, isDiskFull: true });
    expect(results).toMatchObject([{ outcome: 'unknown', attempts: 1, errors: [{ Rule: 'delivery.unknown' }] }]);
    expect(results[0]?.links).toEqual(links);
    expect(log.some((line) => line.startsWith('settle'))).toBe(false);
    expect(error?.message).toBe('The disk is full');
  });
});
