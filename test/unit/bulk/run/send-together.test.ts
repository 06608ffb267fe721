/** Several records in one request: which ones, how its answer counts, and what the run record has about each. */
import { expect, it } from 'vitest';
import { GuardError, UnreachableError } from '../../../../src/errors.ts';
import { type Answer, refuse, succeed } from '../../../../src/platform/envelope.ts';
import type { Earlier } from '../../../../src/runs/run-record.ts';
import { type Given as GivenToSend, send as sendAll, UNSURE } from './sent-requests.ts';

interface Given extends GivenToSend {
  readonly send?: (keys: readonly string[]) => Promise<Answer<unknown>>;
}

const DONE: Earlier = {
  state: 'settled',
  result: { action: 'update', outcome: 'succeeded', attempts: 1, errors: [] },
};

/** Keys are `schedule/person`. */
const apply = ({ send, ...given }: Given) =>
  sendAll(given, {
    keyOf: (key) => key.split('/')[0] ?? '',
    send: async (_, requests) => {
      const answer = send === undefined ? succeed(null) : await send(requests);
      return requests.map(() => answer);
    },
  });

it('records with the same key are sent in one request, wherever they are, and each is settled', async () => {
  const { log, results } = await apply({ keys: ['S/a', 'T/a', 'S/b'] });
  expect(log).toEqual([
    ...['begin 0', 'begin 2', 'send S/a S/b plain', 'settle 0 succeeded', 'settle 2 succeeded'],
    ...['begin 1', 'send T/a plain', 'settle 1 succeeded'],
  ]);
  expect(results.map(({ key, outcome }) => [key, outcome])).toEqual([
    ['S/a', 'succeeded'],
    ['S/b', 'succeeded'],
    ['T/a', 'succeeded'],
  ]);
});

it('records that are done or unchanged are not sent, and records in doubt have a request of their own', async () => {
  const { sent, results } = await apply({
    keys: ['S/done', 'S/there', 'S/unsure', 'S/open', 'S/unsure2'],
    earlier: [DONE, undefined, UNSURE, undefined, UNSURE],
    unchanged: [1],
  });
  expect(sent).toEqual(['send S/unsure S/unsure2 after unsure', 'send S/open plain']);
  expect(results).toHaveLength(5);
});

it('a refusal is the result of all records of the request', async () => {
  const answer = async () => refuse(200, [{ Code: 305, Error: 'finished' }]);
  const { log, results } = await apply({ keys: ['S/a', 'S/b'], send: answer });
  expect(results.map(({ outcome, errors }) => [outcome, errors[0]?.Code])).toEqual([
    ['failed', 305],
    ['failed', 305],
  ]);
  expect(log.slice(-2)).toEqual(['settle 0 failed', 'settle 1 failed']);
});

it.each([
  [new UnreachableError('gone'), 'not-sent'],
  [new GuardError('others have changed the store'), 'not-sent'],
  [new Error('broken'), 'unknown'],
])('if a request ends with %s, all its records are %s, and records in doubt stay in doubt', async (thrown, outcome) => {
  const send = () => Promise.reject(thrown);
  const { log, error } = await apply({ keys: ['S/a', 'S/b', 'T/a'], send });
  expect(error).toBe(thrown);
  expect(log).toEqual(['begin 0', 'begin 1', 'send S/a S/b plain', `settle 0 ${outcome}`, `settle 1 ${outcome}`]);
  if (outcome === 'unknown') return;
  const unsure = await apply({ keys: ['S/a'], earlier: [UNSURE], send });
  expect(unsure.log.some((line) => line.startsWith('settle'))).toBe(false);
});
