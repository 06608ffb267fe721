import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import type { ReviewSession } from '../../../src/platform/resources/review-session.ts';
import { BASE_PATH } from '../../../src/platform/routes.ts';
import type { ServerAnswer } from '../../../src/server/answers.ts';
import { createApp } from '../../../src/server/app.ts';
import { openJsonStore } from '../../../src/store/json/store.ts';
import { amount } from '../../support/amount.ts';
import { SMALL_SESSION } from '../../support/cli/small-session.ts';
import { engineDependencies } from '../../support/conformance/engine-platform.ts';
import { temporaryStore } from '../../support/store/temporary-folder.ts';

const [SESSION] = SMALL_SESSION.ReviewSessions as unknown as [ReviewSession];
const id = fc.constantFrom('A', 'B', 'C');

type Step = ({ readonly what: 'read' | 'delete' } | { readonly what: 'put'; readonly title: string }) & {
  readonly id: string;
};

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('read' as const), id }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('put' as const), id, title: fc.string() }) },
    fc.record({ what: fc.constant('delete' as const), id }),
  ),
  { maxLength: 25 },
);

async function served(folder: string) {
  const store = await openJsonStore(folder, { mode: 'write' });
  const app = createApp({ service: createEngine(engineDependencies(store)), authorise: () => true });
  const ask = (externalId: string): Promise<ServerAnswer> =>
    app({
      method: 'GET',
      url: new URL(`http://localhost${BASE_PATH}/external/review-sessions/${externalId}`),
      header: (name) => (name === 'authorization' ? 'EAPI token' : undefined),
      body: Readable.from([]),
    });
  return { store, ask };
}

const titleIn = ({ text }: ServerAnswer): unknown => JSON.parse(String(text)).Content?.Title;

test('a review session that is read is always the one that was stored last', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const folder = await temporaryStore();
      const { store, ask } = await served(folder);
      const titles = new Map<string, string>();
      for (const step of list) {
        if (step.what === 'put') {
          titles.set(step.id, step.title);
          const entity = { ...SESSION, ExternalId: step.id, Title: step.title };
          await store.transact((transaction) => transaction.put('ReviewSessions', step.id, entity));
        } else if (step.what === 'delete') {
          titles.delete(step.id);
          await store.transact((transaction) => transaction.delete('ReviewSessions', step.id));
        } else expect(titleIn(await ask(step.id))).toBe(titles.get(step.id));
      }
      for (const each of ['A', 'B', 'C']) expect(titleIn(await ask(each))).toBe(titles.get(each));
      await store.close();
    }),
    { numRuns: amount(10, 300) },
  );
});
