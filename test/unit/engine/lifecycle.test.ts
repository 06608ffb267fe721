import { describe, expect, it } from 'vitest';
import { addInvigilators, moveSchedule } from '../../../src/engine/operator-actions.ts';
import { SCHEDULE_STATUSES } from '../../../src/platform/catalogue.ts';
import { createTestEngine } from './test-engine.ts';

/** For each state, the states to which a schedule can move. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['ACTIVATED', 'ARCHIVED'],
  ACTIVATED: ['FINISHED', 'ARCHIVED'],
  FINISHED: ['ARCHIVED'],
  ARCHIVED: [],
};

const MOVES = SCHEDULE_STATUSES.flatMap((from) => SCHEDULE_STATUSES.map((to) => [from, to] as const));

describe('a schedule', () => {
  it.each(MOVES)('moves from %s to %s only if that is allowed', async (from, to) => {
    const { store, entity } = await createTestEngine();
    const result = await store.transact((transaction) => moveSchedule(transaction, `S-${from}`, to));
    const isAllowed = ALLOWED[from]?.includes(to) === true;
    expect(result).toEqual(isAllowed || from === to ? { moved: isAllowed } : { refused: 'not-allowed', from });
    expect((await entity('Schedules', `S-${from}`))?.Status).toBe(isAllowed ? to : from);
  });

  it('that is nowhere does not move, and has no invigilators', async () => {
    const { store } = await createTestEngine();
    const moved = await store.transact((transaction) => moveSchedule(transaction, 'NOWHERE', 'ACTIVATED'));
    expect(moved).toEqual({ refused: 'not-found' });
    const added = await store.transact((transaction) => addInvigilators(transaction, 'NOWHERE', ['u-7']));
    expect(added).toEqual({ refused: 'not-found' });
  });

  it('gets invigilators once each, and none if one is no user', async () => {
    const { store, entity } = await createTestEngine();
    const add = (...ids: string[]) => store.transact((transaction) => addInvigilators(transaction, 'S-DRAFT', ids));
    expect(await add('u-office', 'nobody', 'no')).toEqual({ refused: 'unknown-users', ids: ['nobody', 'no'] });
    expect(await add('u-office', 'u-office', 'u-7')).toEqual({ added: ['u-office'] });
    expect((await entity('Schedules', 'S-DRAFT'))?.Invigilators).toEqual(['u-7', 'u-8', 'u-office']);
  });
});
