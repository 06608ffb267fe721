/** The sandbox on a store: operations that the interface does not have. Their answers use its envelope. */
import type { ScheduleStatus } from '../../platform/catalogue.ts';
import { ENTITY_KINDS } from '../../platform/entities.ts';
import { type Answer, refuse, succeed } from '../../platform/envelope.ts';
import { SANDBOX_RULES, type SandboxRule, type SandboxService } from '../../platform/sandbox.ts';
import type { StoreTransaction } from '../../store/port.ts';
import { loadCatalogue } from '../catalogue/load-catalogue.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { showLinks } from '../inspect.ts';
import { addInvigilators, moveSchedule } from '../operator-actions.ts';
import { refuseProblems } from '../request.ts';

export function createSandbox(engine: EngineDependencies): SandboxService {
  const { store } = engine;
  const moveTo = (status: ScheduleStatus) => async (id: string) => {
    const result = await store.transact((transaction) => moveSchedule(transaction, id, status));
    if ('moved' in result) return succeed({ Status: status });
    if (result.refused === 'not-found') return refuseBy('sandbox.schedule.not-found');
    return refuseBy('sandbox.schedule.status', `: ${result.from} to ${status}`);
  };
  const load = async (document: unknown, prepare?: (transaction: StoreTransaction) => void) => {
    const result = await loadCatalogue(engine, document, prepare);
    return 'problems' in result ? refuseProblems(result.problems) : succeed(result.loaded);
  };
  return {
    showLinks: async (id) => {
      const links = await store.read((view) => showLinks(view, id));
      return links === undefined ? refuseBy('sandbox.schedule.not-found') : succeed(links);
    },
    activateSchedule: moveTo('ACTIVATED'),
    finishSchedule: moveTo('FINISHED'),
    archiveSchedule: moveTo('ARCHIVED'),
    addInvigilators: async (id, body) => {
      if (!isListOfIds(body)) return refuseBy('sandbox.users.not-a-list');
      const result = await store.transact((transaction) => addInvigilators(transaction, id, body));
      if ('added' in result) return succeed({ Added: result.added });
      if (result.refused === 'not-found') return refuseBy('sandbox.schedule.not-found');
      return refuseBy('sandbox.users.not-found', `: ${result.ids.length} of ${body.length} are missing`);
    },
    loadCatalogue: (_, body) => load(body),
    reset: (_, body) => load(body ?? {}, deleteAll),
  };
}

function isListOfIds(body: unknown): body is readonly string[] {
  return Array.isArray(body) && body.every((id) => typeof id === 'string');
}

function refuseBy(rule: SandboxRule, detail = ''): Answer<never> {
  return refuse(400, [{ Code: null, Error: `${SANDBOX_RULES[rule]}${detail}`, Rule: rule }]);
}

function deleteAll(transaction: StoreTransaction): void {
  for (const kind of ENTITY_KINDS) {
    for (const id of [...transaction.ids(kind)]) transaction.delete(kind, id);
  }
}
