import { describe, expect, it } from 'vitest';
import { listIds, showEntry } from '../../../src/engine/inspect.ts';
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import type { ShownKind } from '../../../src/platform/entities.ts';
import type { Store } from '../../../src/store/port.ts';
import { candidate, scheduleRequest, userRequest } from '../../support/conformance/requests.ts';
import { createTestEngine } from './test-engine.ts';

const LISTED = [
  ...(['Roles', 'Hierarchies', 'Users', 'Assessments', 'ProctoringTemplates', 'Taxonomies', 'Objectives'] as const),
  ...(['Schedules', 'ReviewSessions'] as const),
] as const satisfies readonly (ShownKind & keyof Catalogue)[];

describe('what is shown', () => {
  it('can be loaded into an empty platform, and shows the same there', async () => {
    const first = await createBusyEngine();
    const shown = await showAll(first.store);
    const second = await createTestEngine({});
    expect(await second.load(shown)).toHaveProperty('loaded');
    expect(await showAll(second.store)).toEqual(shown);
  });

  it('can be loaded again where it came from, and changes nothing: no link, no password', async () => {
    const { store, state, load } = await createBusyEngine();
    const before = await state();
    expect(await load(await showAll(store))).toHaveProperty('loaded');
    expect(await state()).toEqual(before);
  });

  it('can be loaded although a candidate has a longer id, name or address than other users may have', async () => {
    const wide = {
      ...{ CandidateExtId: 'c'.repeat(500), UserName: `ada ${'x'.repeat(496)}` },
      Email: `ada@${'example.'.repeat(20)}edu`,
    };
    const { service, store, load, state } = await createTestEngine();
    expect((await service.pushSchedule(scheduleRequest({ candidates: [candidate(wide)] }))).status).toBe(200);
    const before = await state();
    expect(await load(await showAll(store))).toHaveProperty('loaded');
    expect(await state()).toEqual(before);
  });

  it('holds no hash and no link', async () => {
    const { store } = await createBusyEngine();
    const text = JSON.stringify(await showAll(store));
    expect(text).not.toMatch(/PasswordHash|fake\$|StartupLink|LaunchUrl|session=/);
  });
});

async function createBusyEngine() {
  const engine = await createTestEngine();
  const candidates = [candidate({ Password: 'secret-1' }), candidate({ CandidateExtId: 'c-2', UserName: 'ada.two' })];
  await engine.service.pushSchedule(scheduleRequest({ candidates, schedule: { AssessmentExtId: 'PRO-1' } }));
  await engine.service.saveUser(userRequest({ Password: 'secret-2', Hierarchies: [{ ExternalId: 'LAW-1' }] }));
  return engine;
}

async function showAll(store: Store): Promise<Record<string, unknown>> {
  return store.read(async (view) => {
    const shown = new Map<string, unknown>([['Settings', await showEntry(view, 'Settings', '')]]);
    for (const kind of LISTED) {
      const entries = (await listIds(view, kind)).map((id) => showEntry(view, kind, id));
      shown.set(kind, await Promise.all(entries));
    }
    return Object.fromEntries(shown);
  });
}
