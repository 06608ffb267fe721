/** A request that is sent again changes nothing more, and requests about different records may come in any order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount } from '../../../support/amount.ts';
import { candidate, collectionRequest, upsertRequest, userRequest } from '../../../support/conformance/requests.ts';
import { send, sequences } from '../../bulk/run/competing-requests.ts';
import { createTestEngine } from '../test-engine.ts';

const SEED = 20_270_302;

const upserts = sequences(12).map((all) =>
  all.flatMap(({ request }): object[] => {
    if ('Schedule' in request) return [{ ...request, Upsert: true }];
    return 'LastName' in request ? [request] : [];
  }),
);

it('an upsert that is sent twice is the same as once', async () => {
  let accepted = 0;
  const property = fc.asyncProperty(upserts, async (requests) => {
    const { service, state } = await createTestEngine();
    for (const request of requests) {
      const once = await send(service, request);
      const before = await state();
      const twice = await send(service, request);
      // A warning may be about the change that the first request makes.
      expect({ ...twice, warnings: [] }).toEqual({ ...once, warnings: [] });
      expect(await state()).toEqual(before);
      accepted += Number(once.status === 200);
    }
  });
  await fc.assert(property, { numRuns: amount(80, 1_200), seed: SEED });
  expect(accepted).toBeGreaterThan(50);
});

const sitting = (ScheduleExtId: string, ...ids: string[]) =>
  upsertRequest({
    schedule: { ScheduleExtId },
    candidates: ids.map((CandidateExtId) => candidate({ CandidateExtId })),
  });
/** Each is about other records. */
const APART = [
  ...[sitting('S-1', 'a-1', 'a-2'), sitting('S-2', 'b-1'), sitting('S-DRAFT', 'd-1')],
  ...['u-1', 'u-2'].map((ExternalId) => userRequest({ ExternalId, UserName: `name of ${ExternalId}` })),
  ...['one', 'two'].map((ExternalId) => collectionRequest({ ExternalId })),
  { ScheduleExtId: 'S-DRAFT', UserExtId: 'u-7' },
];

it('operations on different keys lead to the same state in any order', async () => {
  const inOrder = await answersTo(APART);
  const orders = fc.shuffledSubarray([...APART.keys()], { minLength: APART.length });
  const property = fc.asyncProperty(orders, async (order) => {
    const shuffled = await answersTo(order.map((index) => APART[index] ?? {}));
    expect(shuffled.state).toEqual(inOrder.state);
    expect(shuffled.answers).toEqual(order.map((index) => inOrder.answers[index]));
  });
  await fc.assert(property, { numRuns: amount(25, 600), seed: SEED });
});

/** All platforms make the same tokens, so that only the effects of the operations can differ. */
async function answersTo(requests: readonly object[]) {
  const { service, state } = await createTestEngine(undefined, { newToken: () => 'token' });
  const answers: unknown[] = [];
  for (const request of requests) answers.push(await send(service, request));
  return { state: await state(), answers };
}
