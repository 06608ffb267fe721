import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../src/remote/answers/verdict-by-status.ts';
import { backoffMs, nextStep, type Standing } from '../../../src/remote/delivery/retry-policy.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

describe('parseRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
    ['Thu, 29 Feb 2028 00:00:00 GMT', Date.parse('2028-02-29T00:00:00Z') - NOW],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    [undefined, undefined],
    ['', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['+5', undefined],
    ['1.5', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['2026', 2_026_000],
    ['2026-11-21T10:00:00Z', undefined],
    ['Sun, 06 Nov 1994 08:49:37 GMT', undefined],
    ['Sat, 99 Nov 2026 09:00:30 GMT', undefined],
  ])('%s', (header, ms) => {
    expect(parseRetryAfter(header, { date: undefined, now: NOW })).toBe(ms);
  });

  it('counts from the date of the answer if it has one', () => {
    const times = { date: 'Sat, 21 Nov 2026 08:00:00 GMT', now: NOW };
    expect(parseRetryAfter('Sat, 21 Nov 2026 08:00:30 GMT', times)).toBe(30_000);
  });
});

describe('nextStep', () => {
  const busy = { kind: 'not-processed', reason: '429', isBusy: true } as const;
  const lost = { kind: 'uncertain', reason: 'reset', errors: [], isBusy: false } as const;
  const standing: Standing = {
    isReadOnly: false,
    isRepeatable: true,
    attempts: 1,
    waitedMs: 0,
    verdict: busy,
    isUnsure: false,
  };
  const limits = { retries: 2, retryBudgetMs: 60_000 };

  it.each([
    ['busy', {}, 'wait'],
    ['busy, what cannot be repeated', { isRepeatable: false }, 'wait'],
    ['lost', { verdict: lost, isUnsure: true }, 'wait'],
    ['lost, what cannot be repeated', { verdict: lost, isUnsure: true, isRepeatable: false }, 'leave-unknown'],
    ['busy too often', { attempts: 3 }, 'give-up'],
    ['busy too often, once lost', { attempts: 3, isUnsure: true }, 'leave-unknown'],
    ['lost too often', { attempts: 3, verdict: lost, isUnsure: true }, 'leave-unknown'],
    ['lost too often, only reading', { attempts: 3, verdict: lost, isUnsure: true, isReadOnly: true }, 'give-up'],
    ['final', { verdict: { ...busy, whyFinal: 'no' } }, 'give-up'],
    ['final, once lost', { verdict: { ...busy, whyFinal: 'no' }, isUnsure: true }, 'leave-unknown'],
    ['a pause within the budget', { verdict: { ...busy, retryAfterMs: 60_000 } }, 'wait'],
    ['lost, with a pause', { verdict: { ...lost, retryAfterMs: 60_000 }, isUnsure: true }, 'wait'],
    [
      'lost, with a pause beyond the budget',
      { verdict: { ...lost, retryAfterMs: 60_001 }, isUnsure: true },
      'leave-unknown',
    ],
    ['a pause beyond the budget', { verdict: { ...busy, retryAfterMs: 60_001 } }, 'give-up'],
    ['a pause beyond what is left', { verdict: { ...busy, retryAfterMs: 2 }, waitedMs: 59_999 }, 'give-up'],
  ] satisfies [string, Partial<Standing>, string][])('%s', (_, change, next) => {
    expect(nextStep({ ...standing, ...change }, limits, () => 0.5).next).toBe(next);
  });

  it('backs off with full jitter, and never for longer than half a minute', () => {
    expect([1, 2, 3, 4].map((attempts) => backoffMs(attempts, () => 1))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(backoffMs(50, () => 1)).toBe(30_000);
    expect(backoffMs(5_000, () => 0.5)).toBe(15_000);
    expect(backoffMs(3, () => 0)).toBe(0);
  });
});
