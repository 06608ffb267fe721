import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  burstOf,
  type Clock,
  createWindow,
  type Lease,
  type LoadSign,
  Pace,
} from '../../../../src/remote/delivery/pace.ts';
import { amount } from '../../../support/amount.ts';

/** Time passes when everyone waits for it. */
function createSteppedClock(): Clock & { run(): Promise<void> } {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    random: () => 0,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    run: async () => {
      for (;;) {
        for (let i = 0; i < 20; i++) await Promise.resolve();
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (next === undefined) return;
        now = Math.max(now, next.at);
        next.wake();
      }
    },
  };
}

const never = new AbortController().signal;
setMaxListeners(0, never);

/** A turn, however often somebody asks for silence before it. */
async function leaseOf(pace: Pace): Promise<Lease> {
  for (;;) {
    const turn = await pace.begin();
    if (turn === 'halted') throw new Error('it was halted');
    if (turn !== 'paused') return turn;
  }
}

describe('Pace', () => {
  it('never exceeds the window or the rate, whatever the platform signals', async () => {
    const jobs = fc.array(
      fc.record({
        ms: fc.integer({ min: 0, max: 300 }),
        sign: fc.constantFrom<LoadSign>('succeeded', 'overloaded', 'none'),
        pauseMs: fc.option(fc.integer({ min: 1, max: 500 }), { freq: 5 }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    const check = async (
      concurrency: number,
      ratePerSecond: number | undefined,
      list: { ms: number; sign: LoadSign; pauseMs: number | null }[],
    ): Promise<void> => {
      const clock = createSteppedClock();
      const pace = new Pace({ concurrency, ratePerSecond, clock, halt: never });
      const begun: number[] = [];
      let underWay = 0;
      let pausedUntil = 0;
      const work = list.map(async ({ ms, sign, pauseMs }) => {
        const lease = await leaseOf(pace);
        expect(++underWay).toBeLessThanOrEqual(concurrency);
        expect(clock.now()).toBeGreaterThanOrEqual(pausedUntil);
        begun.push(clock.now());
        await clock.sleep(ms, never);
        underWay -= 1;
        if (pauseMs !== null) {
          pace.pause(pauseMs);
          pausedUntil = Math.max(pausedUntil, clock.now() + pauseMs);
        }
        lease.release(sign);
      });
      await clock.run();
      await Promise.all(work);
      if (ratePerSecond === undefined) return;
      const burst = burstOf(ratePerSecond);
      for (const [i, from] of begun.entries()) {
        for (const [j, to] of begun.entries()) {
          if (j >= i) expect(j - i + 1).toBeLessThanOrEqual(burst + ((to - from) * ratePerSecond) / 1000 + 1e-3);
        }
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
        jobs,
        check,
      ),
      { numRuns: amount(40, 600) },
    );
  });

  it('notifies waiting requests of a pause, in their order, and lets them begin after it', async () => {
    const clock = createSteppedClock();
    const pace = new Pace({ concurrency: 1, ratePerSecond: undefined, clock, halt: never });
    const first = await leaseOf(pace);
    const turns: unknown[] = [];
    const waiting = [1, 2].map(async (i) => turns.push(i, await pace.begin()));
    pace.pause(1_000);
    await Promise.all(waiting);
    expect(turns.filter((turn) => typeof turn === 'string')).toEqual(['paused', 'paused']);
    const next = leaseOf(pace);
    first.release('none');
    await clock.run();
    await next;
    expect(clock.now()).toBe(1_000);
  });

  it('lets nobody begin once it is halted', async () => {
    const halt = new AbortController();
    const pace = new Pace({ concurrency: 1, ratePerSecond: undefined, clock: createSteppedClock(), halt: halt.signal });
    await pace.begin();
    const waiting = pace.begin();
    halt.abort();
    expect(await waiting).toBe('halted');
    expect(await pace.begin()).toBe('halted');
  });
});

describe('createWindow', () => {
  it.each([1, 2, 3, 7])('of a platform that takes %i at once exceeds that less and less often', (limit) => {
    const window = createWindow(8);
    const refused: number[] = [];
    for (let request = 0; request < 4_000; request++) {
      if (window.size <= limit) window.succeeded();
      else {
        refused.push(request);
        window.overloaded(window.epoch);
      }
    }
    expect(refused.length).toBeLessThan(24);
    expect(window.size).toBeGreaterThanOrEqual(limit);
  });

  it('grows to the whole again when a platform that was busy is busy no more', () => {
    const window = createWindow(8);
    for (let cut = 0; cut < 6; cut++) {
      window.overloaded(window.epoch);
      for (let request = 0; request < 20; request++) window.succeeded();
    }
    for (let request = 0; request < 300; request++) window.succeeded();
    expect(window.size).toBe(8);
  });
});
