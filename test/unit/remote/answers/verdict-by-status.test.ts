import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentReader } from '../../../../src/remote/answers/read-success.ts';
import { verdictOf } from '../../../../src/remote/answers/verdict-by-status.ts';
import { createExcerpts } from '../../../../src/remote/excerpt.ts';
import { OPERATIONS } from '../../../../src/remote/operations.ts';
import type { Answered } from '../../../../src/remote/wire/attempt-outcome.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';

const context = { excerpts: createExcerpts('a-token-of-ours') };
const readers: readonly ContentReader<unknown>[] = [
  OPERATIONS.pushSchedule({ Schedule: { ScheduleExtId: 'S' } } as never),
  OPERATIONS.getReviewSession('r'),
  OPERATIONS.addCollection({ Title: 'T' }),
  OPERATIONS.saveUser({ ExternalId: 'u', FirstName: 'f', LastName: 'l' }),
  OPERATIONS.removeInvigilators('s', []),
];

function answered(status: number, text: string): Answered {
  return { kind: 'answered', status, text, retryAfter: undefined, date: undefined, location: undefined };
}

describe('verdictOf', () => {
  const statuses = fc.constantFrom(200, 201, 204, 301, 303, 400, 401, 403, 404, 408, 409, 429, 500, 503);
  const envelopes = fc.record(
    { Content: fc.jsonValue(), Success: fc.oneof(fc.boolean(), fc.jsonValue()), Errors: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const texts = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.json(),
    envelopes.map((value) => JSON.stringify(value)),
  );

  it('never throws, and takes nothing for a success that does not say so', () => {
    fc.assert(
      fc.property(statuses, texts, fc.constantFrom(...readers), (status, text, reader) => {
        const verdict = verdictOf(answered(status, text), reader, context);
        if (verdict.kind !== 'settled') return;
        if (!verdict.envelope.Success) {
          expect(verdict.envelope.Errors?.length).toBeGreaterThan(0);
          return;
        }
        expect(status).toBeLessThan(300);
        expect(String(JSON.parse(text).Success)).toMatch(
          /^(true|ok|success|done|created|updated|saved|added|removed|deleted)/i,
        );
      }),
      { numRuns: amount(500, 20_000) },
    );
  });

  it('does not stumble over deep or poisoned JSON', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const reader of readers) {
      for (const part of ['Content', 'Errors']) {
        const text = `{"Success":true,"__proto__":{"Success":true},"constructor":1,"${part}":${deep}}`;
        expect(() => verdictOf(answered(200, text), reader, context)).not.toThrow();
        expect(() => verdictOf(answered(400, text), reader, context)).not.toThrow();
      }
    }
    expect(verdictOf(answered(200, '{"__proto__":{"Success":true,"Content":"x"}}'), readers[0]!, context).kind).toBe(
      'uncertain',
    );
  });
});

describe('createExcerpts', () => {
  it('never shows the token, wherever it stands in a text of any length', () => {
    const token = 'canary/0123456789';
    const { shorten } = createExcerpts(token);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 100_000 }), (before, after) => {
        const shown = shorten(`${'a'.repeat(before)}${token}${'b'.repeat(after)}`);
        return !shown.includes('canary') && shown.length <= 301;
      }),
    );
  });
});

describe('a secret that an answer holds by chance', () => {
  const excerpts = createExcerpts('a-token-of-ours').and(['123456', 'Success']);

  it('leaves a success a success', () => {
    const text = '{"Success":true,"Content":{"User":{"ExternalId":"u","Id":91234567},"GroupErrors":[]},"Errors":null}';
    const verdict = verdictOf(answered(200, text), readers[3]!, { ...context, excerpts });
    expect(verdict).toMatchObject({
      kind: 'settled',
      envelope: { Success: true, Content: { User: { Id: 91234567 } } },
    });
  });

  it('is taken out of a link if it is the token', () => {
    const text = '{"Success":true,"Content":"S","Errors":null,"StartupLink":"https://x.example/?t=a-token-of-ours"}';
    const verdict = verdictOf(answered(200, text), readers[0]!, { ...context, excerpts });
    expect(JSON.stringify(verdict)).toContain('https://x.example/?t=[token]');
  });
});
