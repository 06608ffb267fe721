import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../../../src/bulk/check/check-draft.ts';
import { scheduleKind } from '../../../../src/bulk/kinds/schedules.ts';
import type { Draft } from '../../../../src/model/draft.ts';
import type { Answer } from '../../../../src/platform/envelope.ts';
import type { FormCheck } from '../../../../src/platform/fields/check.ts';
import type { Resource } from '../../../../src/platform/fields/field.ts';
import { formatPath, toApiError } from '../../../../src/platform/problem.ts';
import {
  checkCollectionRequest,
  checkScheduleRequest,
  checkUserRequest,
} from '../../../../src/platform/request-rules.ts';
import { collectionResource } from '../../../../src/platform/resources/collection.ts';
import { scheduleRequestResource } from '../../../../src/platform/resources/schedule.ts';
import { userResource } from '../../../../src/platform/resources/user.ts';
import type { AssessmentService } from '../../../../src/platform/service.ts';
import { amount } from '../../../support/amount.ts';
import { asRequest } from '../../../support/conformance/requests.ts';
import { STATE_RULES } from '../../platform/condition-samples.ts';
import { createTestEngine } from '../test-engine.ts';
import { collectionRequests, scheduleRequests, userRequests } from './request-arbitraries.ts';

const SEED = 20_270_301;
const RUNS = amount(150, 4_000);

/** Rules that depend on the platform's state. The rule about attempts depends on the workflow of a stored schedule. */
const NOT_OF_FORM: readonly (string | undefined)[] = [
  ...Object.values(STATE_RULES).flat(),
  ...['candidate.attempt-ext-id.missing', 'candidate.attempt-ext-id.not-allowed'],
];

interface Kind {
  readonly requests: fc.Arbitrary<unknown>;
  readonly resource: Resource;
  readonly check: (request: unknown) => FormCheck<unknown>;
  readonly send: (service: AssessmentService, request: unknown) => Promise<Answer<unknown>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  schedules: {
    requests: scheduleRequests,
    resource: scheduleRequestResource,
    check: checkScheduleRequest,
    send: (service, request) => service.pushSchedule(asRequest(request)),
  },
  users: {
    requests: userRequests,
    resource: userResource,
    check: checkUserRequest,
    send: (service, request) => service.saveUser(asRequest(request)),
  },
  collections: {
    requests: collectionRequests,
    resource: collectionResource,
    check: checkCollectionRequest,
    send: (service, request) => service.addCollection(asRequest(request)),
  },
};

describe('validation and the engine agree', () => {
  it.each(Object.entries(KINDS))('about the form of %s', async (_, { requests, check, resource, send }) => {
    const { service } = await createTestEngine();
    const seen = { good: 0, bad: 0, stored: 0 };
    const property = fc.asyncProperty(requests, async (request) => {
      const form = check(request);
      const { status, envelope } = await send(service, request);
      expect(checkDraft(draftOf(request), { checkForm: check, resource }, []).request !== undefined).toBe(
        'value' in form,
      );
      if ('value' in form) {
        seen.good += 1;
        seen.stored += Number(status === 200);
        const others = (envelope.Errors ?? []).filter(({ Rule }) => !NOT_OF_FORM.includes(Rule));
        expect(others).toEqual([]);
      } else {
        seen.bad += 1;
        expect(status).toBe(400);
        expect(envelope.Errors).toEqual(form.problems.map(toApiError));
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 20);
  });

  it('about every problem of a draft', () => {
    const property = fc.property(scheduleRequests, (request) => {
      const { findings } = checkDraft(draftOf(request), scheduleKind, []);
      const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
      expect(errors).toEqual(checkScheduleRequest(request).problems.map(({ rule }) => rule));
    });
    fc.assert(property, { numRuns: RUNS, seed: SEED });
  });
});

function draftOf(request: unknown): Draft {
  return {
    key: null,
    request,
    rows: [{ file: 'x.json', line: 1, record: 1, lines: 1, content: { value: request } }],
    findings: [],
    problems: [],
    locate: (path) => ({ file: 'x.json', line: 1, record: 1, column: null, field: formatPath(path) }),
  };
}
