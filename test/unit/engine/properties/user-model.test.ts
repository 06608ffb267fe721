import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserRequest } from '../../../../src/platform/resources/user.ts';
import { amount } from '../../../support/amount.ts';
import { createTestEngine, type TestEngine } from '../test-engine.ts';

/** A user of the model, with only the fields that these tests change. */
interface ModelUser {
  readonly fields: ReadonlyMap<string, string>;
  readonly groups: ReadonlySet<string>;
}

type Model = Map<string, ModelUser>;

const GROUPS = ['LAW-1', 'LAW-2', 'CLOSED', 'NOWHERE'] as const;
const optional = <T>(...values: T[]) => fc.constantFrom(undefined, null, ...values);

const requests: fc.Arbitrary<UserRequest> = fc
  .record({
    ExternalId: fc.constantFrom('m-1', 'm-2', 'm-3'),
    FirstName: fc.constantFrom('Ada', 'Augusta'),
    LastName: fc.constant('Lovelace'),
    UserName: optional('one', 'two', 'three'),
    City: optional('London', 'Utrecht'),
    Hierarchies: fc.uniqueArray(
      fc.record({ ExternalId: fc.constantFrom(...GROUPS), Action: fc.constantFrom('UPSERT', 'DELETE', null) }),
      { maxLength: 3, selector: ({ ExternalId }) => ExternalId },
    ),
  })
  .map((request) => request as UserRequest);

describe('any sequence of changes to users', () => {
  it('leaves what a simple model says', async () => {
    const property = fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 25 }), async (sequence) => {
      const engine = await createTestEngine();
      const model: Model = new Map();
      for (const request of sequence) {
        const answer = await engine.service.saveUser(request);
        const errors = answer.envelope.Content?.GroupErrors.map(({ ExternalId, Code }) => [ExternalId, Code]) ?? null;
        expect([answer.status, errors]).toEqual(applyToModel(model, request));
      }
      expect(await usersOf(engine)).toEqual(describeModel(model));
    });
    await fc.assert(property, { numRuns: amount(40, 1_000), seed: 20_270_303 });
  });
});

/** Returns the expected status, and the hierarchies that are expected to fail. */
function applyToModel(model: Model, request: UserRequest): [number, unknown] {
  const { ExternalId: id = '', FirstName, UserName, City, Hierarchies } = request;
  const others = [...model].filter(([other]) => other !== id);
  const fields = new Map(model.get(id ?? '')?.fields);
  for (const [name, value] of Object.entries({ FirstName, UserName, City })) {
    if (value === null) fields.delete(name);
    else if (value !== undefined) fields.set(name, value);
  }
  const name = fields.get('UserName');
  if (name !== undefined && others.some(([, user]) => user.fields.get('UserName') === name)) return [400, null];
  const groups = new Set(model.get(id ?? '')?.groups);
  const failed: [string, number][] = [];
  for (const { ExternalId, Action } of Hierarchies ?? []) {
    if (ExternalId === 'NOWHERE') failed.push([ExternalId, 131]);
    else if (Action === 'DELETE') groups.delete(ExternalId);
    else if (ExternalId === 'CLOSED') failed.push([ExternalId, 1134]);
    else groups.add(ExternalId);
  }
  model.set(id ?? '', { fields, groups });
  return [200, failed];
}

interface Described {
  readonly users: unknown;
  readonly names: unknown;
}

function describeModel(model: Model): Described {
  const users = [...model].map(([id, { fields, groups }]) => [id, Object.fromEntries(fields), [...groups].toSorted()]);
  const names = [...model].flatMap(([id, { fields }]) =>
    fields.has('UserName') ? [[fields.get('UserName'), id]] : [],
  );
  return { users: users.toSorted(), names: names.toSorted() };
}

async function usersOf(engine: TestEngine): Promise<Described> {
  const state = await engine.state();
  const users = Object.entries(state['Users'] ?? {}).filter(([id]) => id.startsWith('m-'));
  const names = Object.entries(state['UserNames'] ?? {}).map(([name, entry]) => [
    name,
    (entry as { ExternalId: string }).ExternalId,
  ]);
  return {
    users: users.map(([id, user]) => describeUser(id, user as Record<string, unknown>)).toSorted(),
    names: names.filter(([, id]) => id?.startsWith('m-')).toSorted(),
  };
}

function describeUser(id: string, user: Record<string, unknown>): unknown {
  const fields = ['FirstName', 'UserName', 'City'].flatMap((name) => (name in user ? [[name, user[name]]] : []));
  const groups = (user['Hierarchies'] as { ExternalId: string }[]).map(({ ExternalId }) => ExternalId);
  return [id, Object.fromEntries(fields), groups.toSorted()];
}
