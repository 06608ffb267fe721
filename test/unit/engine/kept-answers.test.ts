/** A request with a key is done once: the same answer for a day, on any store. */
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/engine/catalogue/load-catalogue.ts';
import { createKeyedEngine, forgetKeptAnswers } from '../../../src/engine/served/kept-answers.ts';
import type { ScheduleRequest } from '../../../src/platform/resources/schedule.ts';
import { KEY_REUSED, type RequestKey } from '../../../src/platform/service.ts';
import { openJsonStore } from '../../../src/store/json/store.ts';
import type { Store } from '../../../src/store/port.ts';
import type { TextChange } from '../../../src/store/transaction.ts';
import { BASE_CATALOGUE } from '../../support/conformance/base-catalogue.ts';
import { engineDependencies } from '../../support/conformance/engine-platform.ts';
import { scheduleRequest, userRequest } from '../../support/conformance/requests.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';
import { temporaryStore } from '../../support/store/temporary-folder.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2027, 0, 11, 12);

const stores: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  're-running': async () => createMemoryStore({ rerun: () => true }),
  json: async () => openJsonStore(await temporaryStore(), { mode: 'write' }),
};

/** A request without an id: done twice, it would create two records. */
const WITHOUT_ID: ScheduleRequest = scheduleRequest({ schedule: { ScheduleExtId: undefined } });

const key = (changes: Partial<RequestKey> = {}): RequestKey => ({ id: 'a', digest: 'd1', ...changes });

async function platform(open: () => Promise<Store> | Store = createMemoryStore) {
  const store = await open();
  const engine = engineDependencies(store);
  await loadCatalogue(engine, BASE_CATALOGUE);
  const clock = { now: NOON };
  const count = (kind: 'Schedules' | 'KeptAnswers') => store.read((view) => [...view.ids(kind)].length);
  return { store, clock, count, asked: (named: RequestKey) => createKeyedEngine(engine, named, () => clock.now) };
}

describe.each(Object.entries(stores))('on a %s store, a request with a key', (_, open) => {
  test('is done once, and answered the same each time, also where several arrive at once', async () => {
    const { asked, count, store } = await platform(open);
    const before = await count('Schedules');
    const push = () => asked(key()).pushSchedule(WITHOUT_ID);
    const [first, ...others] = await Promise.all([push(), push(), push()]);
    expect(first?.envelope).toMatchObject({ Success: true, Content: expect.any(String) });
    for (const other of [...others, await push()]) {
      expect(JSON.stringify(other.envelope)).toBe(JSON.stringify(first?.envelope));
      expect(other.status).toBe(200);
    }
    expect(await count('Schedules')).toBe(before + 1);
    await store.close();
  });

  test('is refused, and changes nothing, if the key was used with another request', async () => {
    const { asked, count, store } = await platform(open);
    await asked(key()).saveUser(userRequest());
    const before = await count('Schedules');
    const answer = await asked(key({ digest: 'd2' })).pushSchedule(WITHOUT_ID);
    expect([answer.status, answer.envelope.Errors?.map(({ Rule }) => Rule)]).toEqual([400, [KEY_REUSED]]);
    expect(await count('Schedules')).toBe(before);
    await store.close();
  });
});

test('a refusal is kept too, although what it was about has changed since', async () => {
  const { asked } = await platform();
  const upsertNothing = () => asked(key()).pushSchedule(scheduleRequest({ schedule: { GroupExtId: 'NEW' } }));
  const refused = await upsertNothing();
  expect(refused.status).toBe(400);
  expect(await upsertNothing()).toEqual({ status: 400, envelope: refused.envelope, isReplayed: true });
});

test('after a day the key is free again, and not before, also over midnight', async () => {
  const { asked, clock, count } = await platform();
  const before = await count('Schedules');
  const push = async (at: number) => {
    clock.now = at;
    await asked(key()).pushSchedule(WITHOUT_ID);
    return (await count('Schedules')) - before;
  };
  expect(await push(NOON)).toBe(1);
  expect(await push(NOON + 13 * HOUR)).toBe(1);
  expect(await push(NOON + 24 * HOUR - 1)).toBe(1);
  expect(await push(NOON + 24 * HOUR)).toBe(2);
});

test.each([1_000, 23 * HOUR])('a request is done once where a clock goes back over midnight by %d ms', async (back) => {
  const { asked, clock, count } = await platform();
  const before = await count('Schedules');
  clock.now = Date.UTC(2027, 0, 12) + 500;
  const first = await asked(key()).pushSchedule(WITHOUT_ID);
  clock.now -= back;
  expect((await asked(key()).pushSchedule(WITHOUT_ID)).envelope).toEqual(first.envelope);
  expect(await count('Schedules')).toBe(before + 1);
});

test('the answer is in the same commit as what the request changes', async () => {
  const commits: TextChange[][] = [];
  const { asked } = await platform(() => createMemoryStore({ onCommit: (changes) => commits.push([...changes]) }));
  commits.length = 0;
  await asked(key()).saveUser(userRequest());
  expect(commits.map((changes) => changes.map(({ kind }) => kind))).toEqual([
    expect.arrayContaining(['Users', 'KeptAnswers']),
  ]);
});

test('a password that a request brings is not in the answer that is kept', async () => {
  const { asked, store } = await platform();
  await asked(key()).saveUser(userRequest({ Password: 'canary-password' }));
  const kept = await store.read((view) => [...view.ids('KeptAnswers')].map((id) => view.get('KeptAnswers', id)));
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain('canary');
});

test('what counts no more is deleted, and of too many the oldest', async () => {
  const { asked, clock, count, store } = await platform();
  for (const day of [0, 1, 2]) {
    clock.now = NOON + day * 24 * HOUR;
    for (const id of ['a', 'b']) await asked(key({ id: `${id}${day}` })).saveUser(userRequest());
  }
  expect(await count('KeptAnswers')).toBe(6);
  await forgetKeptAnswers(store, clock.now);
  expect(await count('KeptAnswers')).toBe(4);
  await forgetKeptAnswers(store, clock.now, 3);
  const left = await store.read((view) => [...view.ids('KeptAnswers')]);
  expect(left.map((id) => id.split(':')[1])).toEqual(['b1', 'a2', 'b2']);
});
