/** Transactions begin in turn, whichever request is ready first. */
import { expect, it } from 'vitest';
import { createTurns, type Turn } from '../../../../src/engine/rehearsal/turns.ts';
import { createMemoryStore } from '../../../support/store/memory-store.ts';

function setUp() {
  const nextTurn = createTurns(createMemoryStore());
  const begun: string[] = [];
  const begin = ({ store }: Turn, name: string) => store.transact(async () => begun.push(name));
  return { begun, begin, turns: [nextTurn(), nextTurn(), nextTurn()] as const };
}

it('begin in the order in which the turns were taken', async () => {
  const { begun, begin, turns } = setUp();
  await Promise.all([begin(turns[2], 'third'), begin(turns[1], 'second'), begin(turns[0], 'first')]);
  expect(begun).toEqual(['first', 'second', 'third']);
});

it('do not wait for one that ends without a transaction', async () => {
  const { begun, begin, turns } = setUp();
  const others = [begin(turns[2], 'third'), begin(turns[0], 'first')];
  turns[1].end();
  await Promise.all(others);
  expect(begun).toEqual(['first', 'third']);
});

it('do not begin after one that broke down', async () => {
  const { begun, begin, turns } = setUp();
  const others = Promise.allSettled([begin(turns[1], 'second'), begin(turns[2], 'third')]);
  const reason = new Error('disk full');
  turns[0].end(reason);
  turns[1].end();
  expect(await others).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(begun).toEqual([]);
});
