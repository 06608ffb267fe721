import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErrors } from '../../../../src/remote/answers/read-errors.ts';
import { readLinks } from '../../../../src/remote/answers/read-links.ts';
import type { ContentReader } from '../../../../src/remote/answers/read-success.ts';
import { verdictOf } from '../../../../src/remote/answers/verdict-by-status.ts';
import { createExcerpts } from '../../../../src/remote/excerpt.ts';
import { OPERATIONS } from '../../../../src/remote/operations.ts';
import { BodyCollector } from '../../../../src/remote/wire/answer-body.ts';
import type { Answered } from '../../../../src/remote/wire/attempt-outcome.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';

const context = { excerpts: createExcerpts('a-token-of-ours'), timeOfDay: () => 0 };
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

  it('reads past a byte order mark', () => {
    const text = '\ufeff{"Content":"S","Success":true,"Errors":null}';
    expect(verdictOf(answered(200, text), readers[0]!, context)).toMatchObject({ envelope: { Content: 'S' } });
  });
});

describe('readErrors', () => {
  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readErrors(value)));
    fc.assert(fc.property(fc.jsonValue(), (value) => void readErrors({ Errors: value })));
  });

  it('says so if it did not understand all', () => {
    expect(readErrors({ Errors: ['a', true] })).toEqual({ errors: [{ Code: null, Error: 'a' }], isComplete: false });
    expect(readErrors({ Errors: Array(20_000).fill('a') })).toMatchObject({ isComplete: false });
    expect(readErrors({ Errors: ['x'.repeat(5_000)] })).toMatchObject({ isComplete: false });
  });
});

describe('readLinks', () => {
  it('takes web addresses alone', () => {
    expect(
      readLinks([{ StartupLink: 'javascript:alert(1)' }, { LaunchUrl: 5 }, { StartupLink: 'https://x.example/' }]),
    ).toEqual([{ CandidateExtId: null, name: 'StartupLink', url: 'https://x.example/' }]);
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

  it('writes out what a terminal obeys', () => {
    expect(createExcerpts('t').shorten('a\u001b[2J\u0007\u202e\ud800\n\tb')).toBe(
      'a\\u{1b}[2J\\u{7}\\u{202e}\\u{d800} b',
    );
  });
});

describe('BodyCollector', () => {
  it('gives back what came, or says that it is too much', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), fc.integer({ min: 0, max: 500 }), (chunks, max) => {
        const body = new BodyCollector(max);
        const whole = Buffer.concat(chunks);
        const fits = chunks.every((chunk) => body.add(Buffer.from(chunk)));
        expect(fits).toBe(whole.length <= max);
        if (fits) expect(body.content).toEqual(whole);
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

  it('leaves links as they are', () => {
    const link = { CandidateExtId: '123456', StartupLink: 'https://x.example/start?c=123456' };
    const text = JSON.stringify({ Success: true, Content: 'S', Errors: null, Links: [link] });
    const verdict = verdictOf(answered(200, text), readers[0]!, { ...context, excerpts });
    expect(JSON.stringify(verdict)).toContain('https://x.example/start?c=123456');
  });

  it('is taken out of a link if it is the token', () => {
    const text = '{"Success":true,"Content":"S","Errors":null,"StartupLink":"https://x.example/?t=a-token-of-ours"}';
    const verdict = verdictOf(answered(200, text), readers[0]!, { ...context, excerpts });
    expect(JSON.stringify(verdict)).toContain('https://x.example/?t=[token]');
  });

  it('is removed from messages', () => {
    const group = { ExternalId: 'g', Code: 131, Error: 'no 123456' };
    const text = JSON.stringify({ Success: true, Content: { User: {}, GroupErrors: [group] }, Errors: ['not 123456'] });
    const verdict = verdictOf(answered(200, text), readers[3]!, { ...context, excerpts });
    expect(JSON.stringify(verdict)).not.toContain('123456');
  });
});
