/** Builds the adapters, each on its first use. No other file names concrete adapters. */
import type { Environment } from './base/environment.ts';
import { schemeOf, withoutCredentials } from './base/text/url-text.ts';
import { DEFAULT_LOCK_TIMEOUT_MS } from './built-in-defaults.ts';
import type { Context, Platform, RemoteOptions, Served, StoreOptions, TargetOptions } from './context.ts';
import type { EngineDependencies } from './engine/dependencies.ts';
import { UsageError } from './errors.ts';
import type { Target } from './model/target.ts';
import { newRunId } from './runs/record/lines.ts';
import { jsonFolders } from './store/json/backend.ts';
import type { Store, StoreBackend } from './store/port.ts';
import { createPostgresBackend } from './store/postgres/backend.ts';

/** The parts of a context that are adapters. */
export type Adapters = ReturnType<typeof createAdapters>;

/** Creates the adapters. The environment names the proxies for requests to a remote. */
export function createAdapters(env: Environment) {
  const storeBackend = createStoreBackends(env);
  const identify: Context['identify'] = ({ kind, where }, insecureHttp = true) =>
    kind === 'local' ? storeBackend(where).identify(where) : identifyRemote(where, insecureHttp);
  const openTarget = (options: TargetOptions): Promise<Target> =>
    options.kind === 'local' ? openLocal(storeBackend(options.store), options) : openRemote(options, env);
  const openPlatform = async (options: StoreOptions) =>
    platformOf(await openStore(storeBackend(options.store), options));
  const openServed = async (options: StoreOptions) => servedOf(await openStore(storeBackend(options.store), options));
  const transfer = () => import('./store/transfer.ts');
  const checkStateFile: Context['checkStateFile'] = async (file) => (await transfer()).checkStateFile(file);
  const isStateFile: Context['isStateFile'] = async (file) => (await transfer()).isStateFile(file);
  const adapters = { openTarget, openPlatform, openServed, storeBackend, checkStateFile, isStateFile };
  return { ...adapters, identify, newRunId } satisfies Partial<Context>;
}

type FindBackend = (store: string) => StoreBackend;

/** Finds a backend by the scheme of `--store`; a folder has no scheme. */
function createStoreBackends(env: Environment): FindBackend {
  const postgres = createPostgresBackend(env);
  const backends: ReadonlyMap<string | undefined, StoreBackend> = new Map([
    [undefined, jsonFolders],
    ['postgres', postgres],
    ['postgresql', postgres],
  ]);
  return (store) => backends.get(schemeOf(store)) ?? refuseStore(store);
}

function refuseStore(store: string): never {
  const scheme = schemeOf(store);
  // The message shows only the scheme: the rest of the address may contain a password.
  throw new UsageError(`This examctl keeps no stores at addresses that begin with ${scheme}:/`, {
    hint: 'Name a folder, or a database as postgres://USER@HOST/DATABASE, with --store or EXAMCTL_STORE.',
  });
}

async function identifyRemote(baseUrl: string, insecureHttp?: boolean): Promise<string> {
  const { parseBaseUrl } = await import('./remote/address.ts');
  const { origin, prefix } = parseBaseUrl(baseUrl, insecureHttp);
  return origin + prefix;
}

async function openRemote(options: RemoteOptions, env: Environment): Promise<Target> {
  const { createRemoteService } = await import('./remote/service.ts');
  const target = { kind: 'remote', where: options.baseUrl } as const;
  const identity = await identifyRemote(options.baseUrl, options.insecureHttp);
  const service = createRemoteService({ ...options, env });
  return {
    ...target,
    identity,
    service,
    serviceAfterUnsure: service.afterUnsure,
    digestKey: nodeCrypto()
      .createHmac('sha256', options.token)
      .update('examctl: digests of what was sent')
      .digest('hex'),
    close: () => service.close(),
  };
}

async function openLocal(backend: StoreBackend, options: StoreOptions): Promise<Target> {
  const identity = await backend.identify(options.store);
  const dependencies = await engineDependencies(await openStore(backend, options));
  return { ...(await createLocalTarget(withoutCredentials(options.store), dependencies)), identity };
}

/** The embedded engine as the target of a bulk run. */
export async function createLocalTarget(where: string, dependencies: EngineDependencies): Promise<Target> {
  const { createEngine } = await import('./engine/engine.ts');
  const { createPlan } = await import('./engine/plan.ts');
  const { createKnownSchedules } = await import('./engine/known/schedules.ts');
  const { createKnownUsers } = await import('./engine/known/users.ts');
  const { store } = dependencies;
  return {
    kind: 'local',
    where,
    service: createEngine(dependencies),
    planner: { plan: ({ dryRun }) => createPlan(dependencies, dryRun) },
    users: createKnownUsers(store),
    schedules: createKnownSchedules(store),
    close: () => store.close(),
  };
}

async function platformOf(store: Store): Promise<Platform> {
  const { loadCatalogue } = await import('./engine/catalogue/load-catalogue.ts');
  const { showEntry, showLinks } = await import('./engine/inspect.ts');
  const { readEntries } = await import('./engine/inspect.ts');
  return {
    load: async (catalogue) => loadCatalogue(await engineDependencies(store), catalogue),
    entry: (kind, id) => store.read((view) => showEntry(view, kind, id)),
    entries: (kind) => readEntries(store, kind, (view, id) => showEntry(view, kind, id)),
    links: (scheduleExtId) => store.read((view) => showLinks(view, scheduleExtId)),
    ...(await operatorActionsOf(store)),
    ...(await transferOf(store)),
    close: () => store.close(),
  };
}

async function servedOf(store: Store): Promise<Served> {
  const { createEngine } = await import('./engine/engine.ts');
  const { createKeyedEngine, forgetKeptAnswers } = await import('./engine/served/kept-answers.ts');
  const { createSandbox } = await import('./engine/served/sandbox.ts');
  const { readSettings } = await import('./engine/settings.ts');
  const dependencies = await engineDependencies(store);
  return {
    service: createEngine(dependencies),
    keyed: (key) => createKeyedEngine(dependencies, key),
    sandbox: createSandbox(dependencies),
    check: () => store.read(readSettings),
    assertUsable: () => store.assertUsable?.(),
    counts: () => store.counts?.(),
    forgetKeptAnswers: () => forgetKeptAnswers(store),
    close: () => store.close(),
  };
}

async function operatorActionsOf(store: Store): Promise<Pick<Platform, 'moveSchedule' | 'addInvigilators'>> {
  const { addInvigilators, moveSchedule } = await import('./engine/operator-actions.ts');
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

async function transferOf(store: Store): Promise<Pick<Platform, 'exportLines' | 'importFile'>> {
  const { exportLines, importFile } = await import('./store/transfer.ts');
  const { ENTITY_KINDS } = await import('./platform/entities.ts');
  return {
    exportLines: () => exportLines(store, ENTITY_KINDS),
    importFile: (file) => importFile(store, file, ENTITY_KINDS),
  };
}

function noSchedule(scheduleExtId: string): UsageError {
  const hint = 'examctl local show schedules lists those that there are.';
  return new UsageError(`There is no schedule ${JSON.stringify(scheduleExtId)} in the store`, { hint });
}

function openStore(backend: StoreBackend, { store, ...options }: StoreOptions): Promise<Store> {
  return backend.open(store, {
    ...options,
    lockTimeoutMs: options.lockTimeoutMs ?? DEFAULT_LOCK_TIMEOUT_MS,
  });
}

async function engineDependencies(store: Store): Promise<EngineDependencies> {
  const { argon2Hasher } = await import('./engine/argon2-hasher.ts');
  const { randomBytes } = nodeCrypto();
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

/** Loads `node:crypto` on demand: this takes a tenth of the time of a short command, and not every command needs it. */
function nodeCrypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}

const ID_BYTES = 16;
const TOKEN_BYTES = 24;
