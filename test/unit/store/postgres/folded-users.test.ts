import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store, StoreTransaction, StoreView } from '../../../../src/store/port.ts';
import { createPostgresBackend } from '../../../../src/store/postgres/backend.ts';
import { openDatabase } from '../../../../src/store/postgres/connection/database.ts';
import { migrate } from '../../../../src/store/postgres/schema/migrate.ts';
import { amount } from '../../../support/amount.ts';
import {
  HAS_POSTGRES,
  OWNER,
  openTemporaryTenant,
  type PostgresServer,
  postgresServer,
  temporaryTenant,
} from '../../../support/postgres/server.ts';
import { entity } from '../../../support/store/entities.ts';

/** The version of the schema before the step that folds users. */
const BEFORE_FOLDING = 3;
const RUNS = amount(15, 300);
const ENTRIES = ['UserNames', 'SynchronizationKeys'] as const;
const KINDS = ['Users', ...ENTRIES] as const;
const USERS = ['a', 'b', 'ü'];
const NAMES = ['x', 'y z', 'Ü', 'a"b', 'a\\b', '\ud800'];
const KEYS = ['0A', '0b', 'K', '\u212A'];

type Kind = (typeof KINDS)[number];
type Model = Record<Kind, Map<string, unknown>>;

interface User {
  ExternalId: string;
  Note?: string;
  UserName?: string;
  SynchronizationKey?: string;
}

const name = fc.option(fc.constantFrom(...NAMES), { nil: undefined });
const key = fc.option(fc.constantFrom(...KEYS), { nil: undefined });
const id = fc.constantFrom(...USERS);
const note = fc.constantFrom('', '"UserName":"x"');
const entry = fc.oneof(
  fc.record({ kind: fc.constant('UserNames' as const), id: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('SynchronizationKeys' as const), id: fc.constantFrom(...KEYS.map(lower)) }),
);
const change = fc.oneof(
  // `save` writes a user and the index entries, as the engine does; `put` writes the user only.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), id, name, key, note }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('put' as const), id, name, key, note }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('enter' as const), entry, id }) },
);
const steps = fc.array(
  fc.record({ isPlan: fc.boolean(), transactions: fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 3 }) }),
  { maxLength: 6 },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function lower(text: string): string {
  return text.toLowerCase();
}

function entriesOf({ UserName, SynchronizationKey }: Partial<User> = {}): { kind: Kind; id: string }[] {
  return [
    ...(UserName === undefined ? [] : [{ kind: 'UserNames' as const, id: UserName }]),
    ...(SynchronizationKey === undefined
      ? []
      : [{ kind: 'SynchronizationKeys' as const, id: lower(SynchronizationKey) }]),
  ];
}

/** The fields that must be unique in the database. */
function isTaken(model: Model, user: User): boolean {
  const wanted = entriesOf(user).map(({ kind, id }) => kind + id);
  const others = [...model.Users.values()].filter((other) => (other as User).ExternalId !== user.ExternalId);
  return others.flatMap((other) => entriesOf(other as User)).some(({ kind, id }) => wanted.includes(kind + id));
}

/** Makes the same change in a transaction and in the model. */
function apply(transaction: StoreTransaction, model: Model, step: Change): void {
  const put = (kind: Kind, id: string, value: object) => {
    transaction.put(kind, id, entity(value) as never);
    model[kind].set(id, value);
  };
  const remove = (kind: Kind, id: string) => {
    transaction.delete(kind, id);
    model[kind].delete(id);
  };
  if (step.do === 'drop') remove(step.entry.kind, step.entry.id);
  if (step.do === 'enter') put(step.entry.kind, step.entry.id, { ExternalId: step.id });
  if (step.do === 'remove') remove('Users', step.id);
  if (step.do !== 'save' && step.do !== 'put') return;
  const before = model.Users.get(step.id) as User | undefined;
  const { name, key, note } = step;
  const user: User = {
    ...{ ExternalId: step.id, Note: note },
    ...(name !== undefined && { UserName: name }),
    ...(key !== undefined && { SynchronizationKey: key }),
  };
  if (isTaken(model, user)) return;
  if (step.do === 'save') for (const { kind, id } of entriesOf(before)) remove(kind, id);
  put('Users', step.id, user);
  if (step.do === 'save') for (const { kind, id } of entriesOf(user)) put(kind, id, { ExternalId: step.id });
}

function contentOf(view: StoreView): Model {
  const maps = KINDS.map((kind) => [kind, new Map([...view.ids(kind)].map((id) => [id, view.get(kind, id)]))]);
  return Object.fromEntries(maps);
}

async function doStep(
  store: Store,
  model: Model,
  { isPlan, transactions }: { isPlan: boolean; transactions: Change[][] },
) {
  const next: Model = structuredClone(model);
  if (!isPlan) {
    for (const changes of transactions) {
      // Work may run more than once, each time on the state before it.
      const before = structuredClone(next);
      await store.transact((transaction) => {
        Object.assign(next, structuredClone(before));
        for (const one of changes) apply(transaction, next, one);
      });
    }
  } else {
    const plan = store.plan();
    const before = structuredClone(next);
    await plan.run(
      transactions.map((changes, index) => (transaction) => {
        if (index === 0) Object.assign(next, structuredClone(before));
        for (const one of changes) apply(transaction, next, one);
      }),
    );
    expect(await plan.read(contentOf)).toEqual(next);
    await plan.commit();
    await plan.end();
  }
  Object.assign(model, next);
}

const ADA = { ExternalId: 'a', UserName: 'ada', SynchronizationKey: 'AB' };
const ADAS_ENTRY = { ExternalId: 'a' };

/** A store where a bulk run has created a user. */
async function storeWithAda(make: (server: PostgresServer) => Promise<string> = temporaryTenant) {
  const where = await make(await postgresServer());
  const store = await createPostgresBackend({}).open(where, { mode: 'write' });
  const plan = store.plan();
  await plan.run([
    (transaction) => {
      transaction.put('Users', 'a', entity(ADA));
      transaction.put('UserNames', 'ada', ADAS_ENTRY);
      transaction.put('SynchronizationKeys', 'ab', ADAS_ENTRY);
    },
  ]);
  await plan.commit();
  await plan.end();
  const rows = async () => {
    const database = await openDatabase(where, {});
    const text = `SELECT kind || ' ' || encode(id, 'escape') || CASE WHEN folds THEN ' folds' ELSE '' END AS row
      FROM examctl.entities ORDER BY kind, id`;
    const found = await database.use((session) => session.query<{ row: string }>({ text }));
    await database.end();
    return found.map(({ row }) => row);
  };
  return { where, store, rows };
}

async function createBob(store: Store): Promise<void> {
  const plan = store.plan();
  await plan.run([
    (transaction) => {
      transaction.put('Users', 'b', entity({ ExternalId: 'b', UserName: 'bob' }));
      transaction.put('UserNames', 'bob', { ExternalId: 'b' });
    },
  ]);
  await plan.commit();
  await plan.end();
}

const UNFOLDED = ['SynchronizationKeys ab', 'UserNames ada', 'Users a'];

describe.skipIf(!HAS_POSTGRES)('a user of a bulk run', () => {
  it('is one row, and found by the name and the key', async () => {
    const { where, store, rows } = await storeWithAda();
    expect(await rows()).toEqual(['Users a folds']);
    const found = { Users: ADA, UserNames: ADAS_ENTRY, SynchronizationKeys: ADAS_ENTRY };
    const ids = { Users: 'a', UserNames: 'ada', SynchronizationKeys: 'ab' };
    for (const kind of KINDS) {
      expect(await store.read((view) => view.get(kind, ids[kind]))).toEqual(found[kind]);
      expect(await store.read((view) => [...view.ids(kind)])).toEqual([ids[kind]]);
    }
    await store.close();
    expect(await createPostgresBackend({}).verify(where)).toEqual([]);
  });

  it('is one row even if the run changes others, and is changed later in the same run', async () => {
    const { store, rows } = await storeWithAda();
    const plan = store.plan();
    const bob = { ExternalId: 'b', UserName: 'bob' };
    await plan.run([
      (transaction) => transaction.put('Users', 'a', entity({ ...ADA, City: 'London' })),
      (transaction) => {
        transaction.put('Users', 'b', entity(bob));
        transaction.put('UserNames', 'bob', { ExternalId: 'b' });
      },
      (transaction) => transaction.put('Users', 'b', entity({ ...bob, City: 'Delft' })),
    ]);
    await plan.commit();
    await plan.end();
    expect(await rows()).toEqual(['Users a folds', 'Users b folds']);
    expect(await store.read((view) => view.get('Users', 'b'))).toEqual({ ...bob, City: 'Delft' });
    await store.close();
  });

  it('stays one row while name and key stay, and is found by a server that knew of neither', async () => {
    const { where, store, rows } = await storeWithAda();
    const other = await createPostgresBackend({}).open(where, { mode: 'write' });
    expect(await other.read((view) => view.get('UserNames', 'ada'))).toEqual(ADAS_ENTRY);
    await store.transact((transaction) => transaction.put('Users', 'a', entity({ ...ADA, City: 'London' })));
    expect(await rows()).toEqual(['Users a folds']);
    expect(await other.read((view) => view.get('UserNames', 'ada'))).toEqual(ADAS_ENTRY);
    await Promise.all([store.close(), other.close()]);
  });

  it.each<[string, (transaction: StoreTransaction) => void, readonly string[]]>([
    ['has another name', (one) => one.put('Users', 'a', entity({ ...ADA, UserName: 'b' })), UNFOLDED],
    ['has another key', (one) => one.put('Users', 'a', entity({ ...ADA, SynchronizationKey: 'b' })), UNFOLDED],
    ['has gone', (one) => one.delete('Users', 'a'), UNFOLDED.slice(0, 2)],
    ['has lost an entry', (one) => one.delete('UserNames', 'ada'), ['SynchronizationKeys ab', 'Users a']],
    ['has lost an entry to another', (one) => one.put('UserNames', 'ada', { ExternalId: 'b' }), UNFOLDED],
  ])('has entries of its own once it %s, by a request or by a bulk run', async (_, work, expected) => {
    const [byRequest, byRun] = [await storeWithAda(), await storeWithAda()];
    await byRequest.store.transact(work);
    const plan = byRun.store.plan();
    await plan.run([work]);
    await plan.commit();
    await plan.end();
    for (const { store, rows } of [byRequest, byRun]) {
      expect(await rows()).toEqual(expected);
      await store.close();
    }
  });

  it('has rows for its entries as well in a store that was brought up to date less than a day ago', async () => {
    const { store, rows, where } = await storeWithAda(async ({ sql, url }) => {
      sql('DROP DATABASE IF EXISTS upgraded');
      sql(`CREATE DATABASE upgraded OWNER ${OWNER}`);
      const database = await openDatabase(url.replace(/[^/]+$/, 'upgraded'), {});
      await migrate(database, BEFORE_FOLDING);
      await migrate(database);
      await database.end();
      return url.replace(/[^/]+$/, 'upgraded');
    });
    expect(await rows()).toEqual(UNFOLDED);
    const database = await openDatabase(where, {});
    const text = `UPDATE examctl.migrations SET done = done - interval '25 hours'`;
    await database.use((session) => session.query({ text }));
    await database.end();
    await createBob(store);
    expect(await rows()).toEqual([...UNFOLDED, 'Users b folds']);
    await store.close();
  });

  it('is told to a server of the version before, which takes the entries for absent, and is unfolded for it', async () => {
    const { where, store, rows } = await storeWithAda();
    const database = await openDatabase(where, {});
    const text = `SELECT n, body FROM examctl.commit($1, 1, E'Users\\nUserNames', E'b\\nada', E'0\\n0', E'{}\\n{"ExternalId":"b"}', '', '')`;
    const values = [database.address.tenant];
    const changed = await database.use((session) => session.query({ text, values }));
    expect(changed).toEqual([{ n: '2', body: '{"ExternalId":"a"}' }]);
    expect(await rows()).toEqual(UNFOLDED);
    await database.end();
    await store.close();
  });

  it('is found in a plan that is larger than its memory', async () => {
    const store = await openTemporaryTenant();
    const plan = store.plan();
    const count = 3_000;
    const works = Array.from({ length: count }, (_, n) => (transaction: StoreTransaction) => {
      transaction.put(
        'Users',
        `u${n}`,
        entity({ ExternalId: `u${n}`, UserName: `n${n}`, SynchronizationKey: `AB${n}` }),
      );
      transaction.put('UserNames', `n${n}`, { ExternalId: `u${n}` });
      transaction.put('SynchronizationKeys', `ab${n}`, { ExternalId: `u${n}` });
    });
    await plan.run(works);
    const ids = { Users: 'u0', UserNames: 'n0', SynchronizationKeys: 'ab0' };
    for (const kind of KINDS) {
      expect(await plan.read((view) => view.get(kind, ids[kind]))).toMatchObject({ ExternalId: 'u0' });
      expect(await plan.read((view) => [...view.ids(kind)].length)).toBe(count);
    }
    // If a plan changes an entity twice, only the last change is written.
    await plan.run([(transaction) => transaction.delete('UserNames', 'n0')]);
    expect(await plan.read((view) => view.get('UserNames', 'n0'))).toBeUndefined();
    await plan.commit();
    await plan.end();
    expect(await store.read((view) => [...view.ids('UserNames')].length)).toBe(count - 1);
    expect(await store.read((view) => view.get('SynchronizationKeys', 'ab0'))).toEqual({ ExternalId: 'u0' });
    await store.close();
  });

  it('and its entries are what a map would hold, whatever is done to them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const store = await openTemporaryTenant();
        const model: Model = { Users: new Map(), UserNames: new Map(), SynchronizationKeys: new Map() };
        const save = (id: string, name: string, key: string) => ({
          do: 'save' as const,
          id,
          name,
          key,
          note: '' as const,
        });
        await doStep(store, model, { isPlan: true, transactions: [[save('a', 'x', '0A')], [save('b', 'y z', '0b')]] });
        for (const step of list) {
          await doStep(store, model, step);
          expect(await store.read(contentOf)).toEqual(model);
        }
        await store.close();
      }),
      { numRuns: RUNS },
    );
  });
});
