/** Builds the real adapters, each when it is first asked for. The only file that names concrete ones. */
import { createHmac, randomBytes } from 'node:crypto';
import { DEFAULT_LOCK_TIMEOUT_MS, REMOTE_DEFAULTS } from './config.ts';
import type { Context, Platform, RemoteOptions, StoreOptions, TargetOptions } from './context.ts';
import type { Entities } from './platform/entities.ts';
import type { EngineDependencies } from './engine/dependencies.ts';
import { UsageError } from './errors.ts';
import type { Environment } from './output/terminal/terminal-facts.ts';
import type { KnownUsers, Rehearsal, Target } from './bulk/model/target.ts';
import type { Change, Store } from './store/port.ts';

/** The parts of a context that are adapters. */
export type Adapters = Pick<
  Context,
  | 'openTarget'
  | 'openPlatform'
  | 'createStore'
  | 'newRunId'
  | 'openTokens'
  | 'stampStore'
  | 'unlockStore'
  | 'verifyStore'
>;

/** The environment says which proxies a remote is asked through. */
export function createAdapters(env: Environment): Adapters {
  const openTarget = (options: TargetOptions): Promise<Target> =>
    options.kind === 'local' ? openLocal(options) : openRemote(options, env);
  return { ...ADAPTERS, openTarget };
}

const ADAPTERS: Omit<Adapters, 'openTarget'> = {
  openPlatform,
  createStore: async (folder) => {
    const { isJsonStore } = await import('./store/json/is-json-store.ts');
    const { createJsonStore } = await import('./store/json/folder.ts');
    if (await isJsonStore(folder)) return 'exists';
    await createJsonStore(folder);
    return 'created';
  },
  newRunId,
  unlockStore: async (folder, lock) => {
    const { unlock } = await import('./store/json/lock.ts');
    return unlock(folder, lock);
  },
  verifyStore: async (folder) => {
    const { verifyJsonStore } = await import('./store/json/verify.ts');
    return verifyJsonStore(folder);
  },
  stampStore: async (folder) => {
    const { stampJsonStore } = await import('./store/json/generation/fingerprint.ts');
    // A file that cannot be read now is reported when it is opened.
    return stampJsonStore(folder).catch(() => undefined);
  },
  openTokens: async (folder) => {
    const { openTokenStore } = await import('./store/json/tokens/token-store.ts');
    return openTokenStore(folder);
  },
};

async function openRemote(options: RemoteOptions, env: Environment): Promise<Target> {
  const { createRemoteService } = await import('./remote/service.ts');
  const { createAfterUnsure } = await import('./runs/resend.ts');
  const { parseBaseUrl } = await import('./remote/address.ts');
  const { origin, prefix } = parseBaseUrl(options.baseUrl);
  const service = createRemoteService({ ...REMOTE_DEFAULTS, ...options, env });
  return {
    kind: 'remote',
    where: options.baseUrl,
    identity: origin + prefix,
    service,
    serviceAfterUnsure: createAfterUnsure(service),
    digestKey: createHmac('sha256', options.token).update('examctl: digests of what was sent').digest('hex'),
    close: () => service.close(),
  };
}

async function openLocal(options: StoreOptions): Promise<Target> {
  return createLocalTarget(options.folder, await engineDependencies(await openStore(options)));
}

/** The embedded engine as a bulk run sees it. */
export async function createLocalTarget(where: string, dependencies: EngineDependencies): Promise<Target> {
  const { createEngine } = await import('./engine/engine.ts');
  const { createAfterUnsure } = await import('./runs/resend.ts');
  const { createOverlayStore } = await import('./store/overlay-store.ts');
  const { createRehearsal } = await import('./engine/rehearsal/rehearsal.ts');
  const { createTurns } = await import('./engine/rehearsal/turns.ts');
  const { store } = dependencies;
  const serviceOn = (chosen: Store) => createEngine({ ...dependencies, store: chosen });
  // What is there already can be compared with what was to be made; only a removal leaves nothing to compare with.
  const afterUnsureOn = (chosen: Store) => ({
    ...createEngine({ ...dependencies, store: chosen, mayRepeat: true }),
    removeInvigilators: createAfterUnsure(serviceOn(chosen)).removeInvigilators,
  });
  const nextTurn = createTurns(store);
  return {
    kind: 'local',
    where,
    service: serviceOn(store),
    serviceAfterUnsure: afterUnsureOn(store),
    takeTurn: () => {
      const turn = nextTurn();
      // One of the two is asked, or none: of a list that is unchanged, every record takes a turn.
      return {
        get service() {
          return serviceOn(turn.store);
        },
        get serviceAfterUnsure() {
          return afterUnsureOn(turn.store);
        },
        end: turn.end,
      };
    },
    rehearse: (): Rehearsal => {
      let last: readonly Change[] = [];
      const overlay = createOverlayStore(store, (changes) => {
        last = changes;
      });
      return createRehearsal({ ...dependencies, store: overlay }, () => last);
    },
    users: await usersOf(store),
    schedules: () => entitiesOf(store, 'Schedules'),
    close: () => store.close(),
  };
}

async function usersOf(store: Store): Promise<KnownUsers> {
  const { dutyOf } = await import('./engine/rules/owners.ts');
  return {
    list: () => entitiesOf(store, 'Users'),
    find: (externalId) => store.read((view) => view.get('Users', externalId)),
    dutyOf: (user) => store.read((view) => dutyOf(view, user)),
  };
}

async function* entitiesOf<K extends 'Users' | 'Schedules'>(store: Store, kind: K): AsyncGenerator<Entities[K]> {
  const { listIds } = await import('./engine/inspect.ts');
  for (const id of await store.read((view) => listIds(view, kind))) {
    const entity = await store.read((view) => view.get(kind, id));
    if (entity !== undefined) yield entity;
  }
}

async function openPlatform(options: StoreOptions): Promise<Platform> {
  const store = await openStore(options);
  const { loadCatalogue } = await import('./engine/catalogue/load-catalogue.ts');
  const { listIds, showEntry, showLinks } = await import('./engine/inspect.ts');
  return {
    load: async (catalogue) => loadCatalogue(await engineDependencies(store), catalogue),
    entry: (kind, id) => store.read((view) => showEntry(view, kind, id)),
    entries: async function* (kind) {
      for (const id of await store.read((view) => listIds(view, kind))) {
        const entry = await store.read((view) => showEntry(view, kind, id));
        if (entry !== undefined) yield entry;
      }
    },
    links: (scheduleExtId) => store.read((view) => showLinks(view, scheduleExtId)),
    ...(await lifecycleOf(store)),
    close: () => store.close(),
  };
}

async function lifecycleOf(store: Store): Promise<Pick<Platform, 'moveSchedule' | 'addInvigilators'>> {
  const { addInvigilators, moveSchedule } = await import('./engine/lifecycle.ts');
  return {
    moveSchedule: async (scheduleExtId, status) => {
      const result = await store.transact((transaction) => moveSchedule(transaction, scheduleExtId, status));
      if ('moved' in result) return result.moved;
      if (result.refused === 'not-found') throw noSchedule(scheduleExtId);
      throw new UsageError(`Schedule ${scheduleExtId} is ${result.from} and cannot become ${status}`);
    },
    addInvigilators: async (scheduleExtId, ids) => {
      const result = await store.transact((transaction) => addInvigilators(transaction, scheduleExtId, ids));
      if ('added' in result) return result.added;
      if (result.refused === 'not-found') throw noSchedule(scheduleExtId);
      throw new UsageError(`No such users: ${result.ids.join(', ')}; nobody was added`);
    },
  };
}

function noSchedule(scheduleExtId: string): UsageError {
  const hint = 'examctl local show schedules lists those that there are.';
  return new UsageError(`There is no schedule ${JSON.stringify(scheduleExtId)} in the store`, { hint });
}

async function openStore({ folder, ...options }: StoreOptions): Promise<Store> {
  const { openJsonStore } = await import('./store/json/open.ts');
  return openJsonStore(folder, { lockTimeoutMs: DEFAULT_LOCK_TIMEOUT_MS, ...options });
}

async function engineDependencies(store: Store): Promise<EngineDependencies> {
  const { argon2Hasher } = await import('./engine/argon2-hasher.ts');
  return {
    store,
    passwords: argon2Hasher,
    newId: () => randomBytes(ID_BYTES).toString('hex'),
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    canLoadPhoto: async (url) => {
      const { createPhotoLoader } = await import('./remote/photo-probe.ts');
      return createPhotoLoader()(url);
    },
  };
}

const ID_BYTES = 16;
const TOKEN_BYTES = 24;
const RUN_SUFFIX_BYTES = 3;

/** `20261121T031500Z-3f9a1c`: sorts by time. */
function newRunId(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(RUN_SUFFIX_BYTES).toString('hex')}`;
}
