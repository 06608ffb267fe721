/** Loads a catalogue document into the store. If there are problems, it loads nothing. */
import { type Catalogue, catalogueResource, type Hierarchy } from '../../platform/catalogue.ts';
import { type CandidateEntity, type EntityKind, SETTINGS_ID } from '../../platform/entities.ts';
import { checkFields } from '../../platform/fields/check.ts';
import type { Problem } from '../../platform/problem.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { mergeFields, omit } from '../merge.ts';
import { Problems } from '../request.ts';
import { createLinks } from '../schedules/links.ts';
import { readSettings } from '../settings.ts';
import { createSlowFacts, doAll, type UserPassword } from '../slow-facts.ts';
import { isRoot, putHierarchy } from '../users/hierarchies.ts';
import { checkReferences } from './references.ts';
import { idOfCatalogueUser, putCatalogueUsers } from './users.ts';

/** The number of loaded entries of each part. */
type LoadedCounts = Readonly<Record<string, number>>;

export type LoadResult = { readonly problems: readonly Problem[] } | { readonly loaded: LoadedCounts };

/**
 * An entry replaces the stored entry with the same id. The function checks the form of `document`. `prepare` changes
 * the state before the entries are stored, in the same transaction.
 */
export async function loadCatalogue(
  engine: EngineDependencies,
  document: unknown,
  prepare?: (transaction: StoreTransaction) => void,
): Promise<LoadResult> {
  const form = checkFields<Catalogue>(catalogueResource, document);
  if (!('value' in form)) return { problems: form.problems };
  const catalogue = withScheduleIds(form.value, engine);
  const passwords = (catalogue.Users ?? []).flatMap(passwordOf);
  const facts = createSlowFacts(engine);
  for (;;) {
    const { missing, found } = await engine.store.transact((transaction) => {
      const missing = facts.missing(transaction, { passwords });
      if (missing.length > 0) return { missing };
      const hashes = new Map(passwords.map((wanted) => [wanted.user, facts.hashOf(transaction, wanted)]));
      prepare?.(transaction);
      return { found: put(engine, transaction, catalogue, hashes) };
    });
    if (missing !== undefined) await doAll(missing);
    else return found.length > 0 ? { problems: found } : { loaded: countEntries(catalogue) };
  }
}

/** Missing ids are made before the transaction: a transaction may run more than once. */
function withScheduleIds(catalogue: Catalogue, { newId }: EngineDependencies): Catalogue {
  const Schedules = catalogue.Schedules?.map((entry) => {
    return { ...entry, Schedule: { ...entry.Schedule, ScheduleExtId: entry.Schedule.ScheduleExtId ?? newId() } };
  });
  return Schedules === undefined ? catalogue : { ...catalogue, Schedules };
}

function passwordOf(user: UserRequest): UserPassword[] {
  const id = idOfCatalogueUser(user);
  return id !== undefined && typeof user.Password === 'string' ? [{ user: id, password: user.Password }] : [];
}

/** Stores the whole catalogue and returns the problems. If there are any, it stores nothing. */
function put(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  catalogue: Catalogue,
  hashes: ReadonlyMap<string, string>,
): readonly Problem[] {
  const problems = new Problems();
  putEntries(engine, transaction, problems, catalogue, hashes);
  checkReferences(transaction, problems, catalogue);
  if (problems.found.length > 0) transaction.drop();
  return problems.found;
}

function putEntries(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  problems: Problems,
  catalogue: Catalogue,
  hashes: ReadonlyMap<string, string>,
): void {
  if (catalogue.Settings) {
    transaction.put('Settings', SETTINGS_ID, mergeFields(readSettings(transaction), catalogue.Settings));
  }
  for (const role of catalogue.Roles ?? []) transaction.put('Roles', role.Title, role);
  for (const hierarchy of rootsLast(catalogue.Hierarchies ?? [])) putHierarchy(transaction, hierarchy);
  for (const kind of PLAIN_KINDS) {
    for (const entry of catalogue[kind] ?? []) transaction.put(kind, entry.ExternalId, entry as never);
  }
  putCatalogueUsers(transaction, problems, catalogue, hashes);
  putSchedules(engine, transaction, catalogue);
}

/** Entries that are stored as they are, by their ExternalId. */
const PLAIN_KINDS = [
  'Assessments',
  'ProctoringTemplates',
  'Taxonomies',
  'Objectives',
  'ReviewSessions',
] as const satisfies readonly (EntityKind & keyof Catalogue)[];

function putSchedules(engine: EngineDependencies, transaction: StoreTransaction, { Schedules }: Catalogue): void {
  const settings = readSettings(transaction);
  for (const { Schedule, Defaulted, Workflow, Status, Candidates, Invigilators } of Schedules ?? []) {
    const ScheduleExtId = Schedule.ScheduleExtId ?? '';
    const links = linksOf(transaction, ScheduleExtId);
    transaction.put('Schedules', ScheduleExtId, {
      Schedule: { ...Schedule, ScheduleExtId },
      ...(Defaulted?.length ? { Defaulted } : {}),
      Workflow: Workflow ?? 'DEFAULT',
      Status: Status ?? 'DRAFT',
      Candidates: (Candidates ?? []).map((candidate) => ({
        ...omit(candidate, 'Password'),
        ...createLinks(engine, settings, Schedule, links.get(candidate.CandidateExtId) ?? {}),
      })),
      Invigilators: Invigilators ?? [],
    });
  }
}

/** An exported catalogue has no links. Candidates who have links keep them when it is loaded again. */
function linksOf(view: StoreView, scheduleExtId: string): Map<string, CandidateEntity> {
  const stored = view.get('Schedules', scheduleExtId);
  return new Map((stored?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
}

/** A new root can replace the old root only after the old root has got a parent. */
function rootsLast(hierarchies: readonly Hierarchy[]): readonly Hierarchy[] {
  return hierarchies.toSorted((a, b) => Number(isRoot(a)) - Number(isRoot(b)));
}

function countEntries(catalogue: Catalogue): LoadedCounts {
  const countOf = (part: unknown): number => (Array.isArray(part) ? part.length : Number(part !== null));
  const parts = Object.entries(catalogue).map(([name, part]) => [name, countOf(part)] as const);
  return Object.fromEntries(parts.filter(([, count]) => count > 0));
}
