import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFolders } from '../../../../src/store/json/backend.ts';
import { openJsonStore } from '../../../../src/store/json/store.ts';
import type { Store, StoreTransaction } from '../../../../src/store/port.ts';
import { amount } from '../../../support/amount.ts';
import { ANY_CHARACTER } from '../../../support/generate/any-character.ts';
import { contentOf, contentOfView, entity } from '../../../support/store/entities.ts';
import { openMoving } from '../../../support/store/filled-store.ts';
import { temporaryStore } from '../../../support/store/temporary-folder.ts';

const RUNS = amount(25, 1_000);
const KINDS = ['Schedules', 'Settings', 'Users'] as const;

type Model = Record<(typeof KINDS)[number], Map<string, unknown>>;

const ids = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    '__proto__',
    'constructor',
    '',
    '","value":',
    '\u{1F600}',
    '\uFFFD',

    '\u2028',
  ),
  fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
);
const values = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
const changes = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), id: ids, value: fc.option(values, { nil: undefined }) }),
  {
    maxLength: 8,
  },
);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('commit' as const), changes }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('rollback' as const), changes }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('plan' as const),
        transactions: fc.array(changes, { maxLength: 5 }),
        end: fc.constantFrom('commit', 'drop'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
  ),
  { maxLength: 12 },
);

type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** The model's content as a store would list it. */
function sorted(model: Model): Model {
  const byBytes = ([a]: [string, unknown], [b]: [string, unknown]) => (codePoints(a) < codePoints(b) ? -1 : 1);
  const [Schedules, Settings, Users] = KINDS.map((kind) => new Map([...model[kind]].sort(byBytes)));
  return { Schedules: Schedules!, Settings: Settings!, Users: Users! };
}

/** A text of which the order is that of the code points, which is that of the UTF-8 bytes. */
function codePoints(text: string): string {
  return [...text].map((char) => char.codePointAt(0)!.toString(16).padStart(6, '0')).join('');
}

function copyOf(model: Model): Model {
  return { Schedules: new Map(model.Schedules), Settings: new Map(model.Settings), Users: new Map(model.Users) };
}

type Changes = Extract<Step, { changes: unknown }>['changes'];

/** Does the same to a transaction and to the model. */
function change(transaction: StoreTransaction, model: Model, list: Changes): void {
  for (const { kind, id, value } of list) {
    if (value === undefined) transaction.delete(kind, id);
    else transaction.put(kind, id, entity(value) as never);
    if (value === undefined) model[kind].delete(id);
    else model[kind].set(id, JSON.parse(JSON.stringify(value)));
  }
}

async function apply(store: Store, model: Model, step: Extract<Step, { changes: unknown }>) {
  const next = copyOf(model);
  const work = store.transact((transaction) => {
    change(transaction, next, step.changes);
    if (step.do === 'rollback') throw new Error('on purpose');
  });
  if (step.do === 'commit') {
    await work;
    Object.assign(model, next);
  } else await expect(work).rejects.toThrow('on purpose');
}

async function applyPlan(store: Store, model: Model, { transactions, end }: Extract<Step, { do: 'plan' }>) {
  const next = copyOf(model);
  const plan = store.plan();
  await plan.run(transactions.map((list) => (transaction) => change(transaction, next, list)));
  expectContent(await plan.read(contentOfView), next);
  expectContent(await contentOf(store), model);
  if (end === 'commit') await plan.commit();
  await plan.end();
  if (end === 'commit') Object.assign(model, next);
}

function expectContent(found: Record<string, Map<string, unknown>>, model: Model): void {
  const expected = sorted(model);
  for (const kind of KINDS) expect([...found[kind]!]).toEqual([...expected[kind]]);
}

it('a JSON store holds what a map would hold, whatever is done to it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const folder = await temporaryStore();
      const model: Model = { Schedules: new Map(), Settings: new Map(), Users: new Map() };
      const open = () => openJsonStore(folder, { mode: 'write' });
      let store = await open();
      for (const step of plan) {
        if (step.do === 'plan') await applyPlan(store, model, step);
        else if (step.do === 'reopen' || step.do === 'compact') {
          await store.close();
          store = step.do === 'reopen' ? await open() : await openMoving(folder);
        } else await apply(store, model, step);
        expectContent(await contentOf(store), model);
      }
      await store.close();
      expect(await jsonFolders.verify(folder)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
