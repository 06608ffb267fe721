import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/platform/envelope.ts';
import type { AssessmentService } from '../../../../src/platform/service.ts';
import { amount } from '../../../support/amount.ts';
import { asRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine, type State } from '../test-engine.ts';
import { goodCollections, goodUpserts, goodUsers } from './request-arbitraries.ts';

const SEED = 20_270_302;

type Step = (service: AssessmentService) => Promise<Answer<unknown>>;
const push =
  (request: unknown): Step =>
  (service) =>
    service.pushSchedule(asRequest(request));
const save =
  (request: unknown): Step =>
  (service) =>
    service.saveUser(asRequest(request));
const add =
  (request: unknown): Step =>
  (service) =>
    service.addCollection(asRequest(request));
const remove =
  (id: string): Step =>
  (service) =>
    service.removeInvigilators('S-DRAFT', [id]);

describe('an upsert', () => {
  it.each([
    ['a schedule', goodUpserts('S-1', ['c-1', 'c-2', 'u-7']).map(push)],
    ['a user', goodUsers('u-1').map(save)],
  ])('of %s that is sent twice is the same as once', async (_, steps) => {
    let accepted = 0;
    const property = fc.asyncProperty(steps, steps, async (first, second) => {
      const { service, state } = await createTestEngine();
      await first(service);
      const once = await second(service);
      const before = await state();
      const twice = await second(service);
      // A warning may be about the change that the first request makes.
      expect({ ...twice, warnings: [] }).toEqual({ ...once, warnings: [] });
      expect(await state()).toEqual(before);
      accepted += Number(once.status === 200);
    });
    await fc.assert(property, { numRuns: amount(80, 1_200), seed: SEED });
    expect(accepted).toBeGreaterThan(20);
  });
});

describe('operations on different keys', () => {
  it('lead to the same state in any order', async () => {
    const keyed = fc.tuple(
      ...[goodUpserts('S-1', ['a-1', 'a-2']).map(push), goodUpserts('S-2', ['b-1', 'b-2']).map(push)],
      ...[goodUpserts('S-DRAFT', ['d-1']).map(push), goodUsers('u-1').map(save), goodUsers('u-2').map(save)],
      ...[goodCollections('one').map(add), goodCollections('two').map(add), fc.constant(remove('u-7'))],
    );
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 });
    const property = fc.asyncProperty(keyed, orders, async (steps, order) => {
      const inOrder = await runAll(steps);
      const shuffled = await runAll(order.map((index) => steps[index] as Step));
      expect(shuffled.state).toEqual(inOrder.state);
      expect(shuffled.answers).toEqual(order.map((index) => inOrder.answers[index]));
    });
    await fc.assert(property, { numRuns: amount(25, 600), seed: SEED });
  });
});

/** All platforms make the same tokens, so that only the effects of the operations can differ. */
async function runAll(steps: readonly Step[]): Promise<{ state: State; answers: unknown[] }> {
  const { service, state } = await createTestEngine(undefined, { newToken: () => 'token' });
  const answers: unknown[] = [];
  for (const step of steps) answers.push(await step(service));
  return { state: await state(), answers };
}
