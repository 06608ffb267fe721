/** Plans that are made several requests ahead say what plans say that are made one by one. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/platform/envelope.ts';
import type { ScheduleRequest } from '../../../../src/platform/resources/schedule.ts';
import type { AssessmentService } from '../../../../src/platform/service.ts';
import type { UserRequest } from '../../../../src/platform/resources/user.ts';
import type { PasswordHasher } from '../../../../src/engine/dependencies.ts';
import { summariseChanges, createRehearsal } from '../../../../src/engine/rehearsal/rehearsal.ts';
import { createEngine } from '../../../../src/engine/engine.ts';
import { errorsOf } from '../../../../src/bulk/report/partial-errors.ts';
import { type Planned, planRequests } from '../../../../src/bulk/run/plan.ts';
import { NO_RECORD } from '../../../../src/runs/run-record.ts';
import type { Target } from '../../../../src/bulk/model/target.ts';
import { createOverlayStore } from '../../../../src/store/overlay-store.ts';
import type { Change, Store } from '../../../../src/store/port.ts';
import { engineDependencies, fakeHasher } from '../../../support/conformance/engine-platform.ts';
import { candidate, upsertRequest, userRequest } from '../../../support/conformance/requests.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { draft } from '../../runs/record/drafts.ts';

type Request = { readonly user: UserRequest } | { readonly schedule: ScheduleRequest };
type Line = Pick<Planned, 'effect' | 'isUnchanged'> & { readonly answer: Answer<unknown> | undefined };

const SETTINGS = { numRuns: 150, seed: 20_270_411 };

const send = (service: AssessmentService, request: Request): Promise<Answer<unknown>> =>
  'user' in request ? service.saveUser(request.user) : service.pushSchedule(request.schedule);

/** Some comparisons take longer than others, so that they do not end in the order in which they began. */
const unevenHasher: PasswordHasher = {
  ...fakeHasher,
  matches: async (hash, password) => {
    for (let turn = 0; turn < (hash.length * 7 + password.length * 3) % 5; turn += 1) await setImmediate();
    return fakeHasher.matches(hash, password);
  },
};

interface Rehearsing {
  readonly passwords?: PasswordHasher;
  readonly onPlanned?: (line: Line, index: number) => void;
}

async function planAhead(store: Store, requests: readonly Request[], rehearsing: Rehearsing = {}): Promise<Line[]> {
  const { passwords = unevenHasher, onPlanned } = rehearsing;
  const lines: Line[] = [];
  const rehearse = () => {
    let last: readonly Change[] = [];
    const overlay = createOverlayStore(store, (changes) => {
      last = changes;
    });
    return createRehearsal(engineDependencies(overlay, passwords), () => last);
  };
  const valid = {
    count: requests.length,
    walk: async function* () {
      for (const [index, request] of requests.entries()) yield { draft: draft(String(index), index + 2), request };
    },
  };
  const intended: (string | null)[] = [];
  await planRequests(valid, {
    target: { rehearse } as unknown as Target,
    send,
    record: { ...NO_RECORD, intend: ({ key }) => intended.push(key) - 1 },
    onPlanned: async (_, { effect, isUnchanged }, answer) => {
      lines.push({ effect, isUnchanged, answer });
      onPlanned?.({ effect, isUnchanged, answer }, lines.length - 1);
    },
  });
  const changing = lines.flatMap(({ isUnchanged }, index) => (isUnchanged ? [] : [String(index)]));
  expect(intended).toEqual(changing);
  return lines;
}

/** The same with the engine alone, one request after the other. */
async function planOneByOne(store: Store, requests: readonly Request[]): Promise<Line[]> {
  let last: readonly Change[] = [];
  const overlay = createOverlayStore(store, (changes) => {
    last = changes;
  });
  const engine = createEngine(engineDependencies(overlay));
  const lines: Line[] = [];
  for (const request of requests) {
    const answer = await send(engine, request);
    const summary = summariseChanges(last);
    const isWhole = answer.envelope.Success && errorsOf(answer).length === 0;
    const isUnchanged = summary.action === 'unchanged' && isWhole;
    const hasDone = answer.envelope.Success && (isUnchanged || summary.action !== 'unchanged');
    lines.push({ effect: hasDone ? summary : { action: 'unknown', changes: [] }, answer, isUnchanged });
  }
  return lines;
}

const optional = <T>(...values: T[]) => fc.constantFrom(undefined, null, ...values);
const password = optional('secret-1', 'secret-2', 'secret-3', 'secret-1');
const ids = fc.constantFrom('m-1', 'm-2', 'm-3', 'm-4');
const users = fc
  .record({
    ExternalId: ids,
    UserName: optional('one', 'two', 'three'),
    City: optional('London'),
    Password: password,
    Hierarchies: fc.constantFrom([], [{ ExternalId: 'LAW-1' }], [{ ExternalId: 'NOWHERE' }]),
  })
  .map((changes): Request => ({ user: userRequest(withoutUndefined(changes)) }));
const candidates = fc
  .record({ CandidateExtId: ids, UserName: optional('one', 'two'), Password: password })
  .map((changes) => candidate(withoutUndefined(changes)));
const schedules = fc
  .record({ id: fc.constantFrom('S-1', 'S-2', 'S-ACTIVATED'), people: fc.array(candidates, { maxLength: 3 }) })
  .map(
    ({ id, people }): Request => ({
      schedule: upsertRequest({ schedule: { ScheduleExtId: id }, candidates: people }),
    }),
  );
const sequences = fc.array(fc.oneof({ weight: 3, arbitrary: users }, schedules), { minLength: 1, maxLength: 50 });

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

it('is what a plan made one by one is, whatever requests change for those after them', async () => {
  const property = fc.asyncProperty(fc.array(users, { maxLength: 8 }), sequences, async (before, requests) => {
    const { store, service } = await createTestEngine();
    for (const request of before) await send(service, request);
    expect(await planAhead(store, requests)).toEqual(await planOneByOne(store, requests));
  });
  await fc.assert(property, SETTINGS);
});

describe('requests that depend on one another', () => {
  const user = (changes: object): Request => ({ user: userRequest(changes) });
  const schedule = (changes: object): Request => ({ schedule: upsertRequest({ candidates: [candidate(changes)] }) });
  const stored = user({ ExternalId: 'm-1', UserName: 'one', Password: 'secret-1' });

  it.each<[string, Request[], string[]]>([
    ['the same password', [stored], ['unchanged']],
    ['a password twice', [user({ Password: 'secret-9' }), user({ Password: 'secret-9' })], ['create', 'unchanged']],
    [
      'a password that an earlier one takes away',
      [user({ ExternalId: 'm-1', Password: null }), stored],
      ['update', 'update'],
    ],
    [
      'a password that an earlier one changes',
      [user({ ExternalId: 'm-1', Password: 'secret-2' }), stored],
      ['update', 'update'],
    ],
    [
      'a name that an earlier one gives up',
      [
        user({ ExternalId: 'm-1', UserName: 'new' }),
        user({ ExternalId: 'm-2', UserName: 'one', Password: 'secret-1' }),
      ],
      ['update', 'create'],
    ],
    [
      'a name that is taken',
      [user({ ExternalId: 'm-2', UserName: 'one', Password: 'secret-1' }), stored],
      ['', 'unchanged'],
    ],
    [
      'a candidate who is a user',
      [
        user({ ExternalId: 'm-1', Password: 'secret-1' }),
        schedule({ CandidateExtId: 'm-1', Password: 'secret-1' }),
        schedule({ CandidateExtId: 'm-1', Password: 'secret-1' }),
      ],
      ['unchanged', 'create', 'unchanged'],
    ],
  ])('%s', async (_, requests, actions) => {
    const { store, service } = await createTestEngine();
    await send(service, stored);
    const lines = await planAhead(store, requests);
    expect(lines).toEqual(await planOneByOne(store, requests));
    expect(lines.map(({ effect }) => effect.action)).toEqual(actions.map((action) => action || 'unknown'));
  });
});

it('a fault is thrown in its turn, after the requests before it are planned', async () => {
  const { store, service } = await createTestEngine();
  const requests = ['secret-1', 'secret-2', 'secret-3'].map((Password, index) => ({
    user: userRequest({ ExternalId: `m-${index}`, Password }),
  }));
  for (const request of requests) await send(service, request);
  const matches: PasswordHasher['matches'] = async (_hash, text) => {
    if (text === 'secret-2') throw new Error('out of memory');
    return true;
  };
  let planned = 0;
  const plan = planAhead(store, requests, { passwords: { ...fakeHasher, matches }, onPlanned: () => (planned += 1) });
  await expect(plan).rejects.toThrow('out of memory');
  expect(planned).toBe(1);
});

it('nothing more is compared once it is told to stop', async () => {
  const { store, service } = await createTestEngine();
  const requests = Array.from({ length: 60 }, (_, index) => ({
    user: userRequest({ ExternalId: `m-${index}`, Password: 'secret-1' }),
  }));
  for (const request of requests) await send(service, request);
  let compared = 0;
  const matches: PasswordHasher['matches'] = async (hash, text) => {
    compared += 1;
    await setImmediate();
    return fakeHasher.matches(hash, text);
  };
  const stop = () => {
    throw new Error('stop');
  };
  await expect(
    planAhead(store, requests, { passwords: { ...fakeHasher, matches }, onPlanned: stop }),
  ).rejects.toThrow();
  const soon = compared;
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(compared).toBe(soon);
  expect(compared).toBeLessThan(30);
});
