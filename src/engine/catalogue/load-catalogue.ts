/** Loads a catalogue document into the store: all of it, or nothing and the problems. */
import { type Catalogue, catalogueResource, type Hierarchy } from '../../platform/catalogue.ts';
import { checkFields } from '../../platform/fields/check.ts';
import { type CandidateEntity, type EntityKind, SETTINGS_ID } from '../../platform/entities.ts';
import type { Problem } from '../../platform/problem.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { checkReferences } from './references.ts';
import { idOfCatalogueUser, putCatalogueUsers } from './users.ts';
import type { EngineDependencies } from '../dependencies.ts';
import { isRoot, putHierarchy } from '../rules/hierarchies.ts';
import { createLinks } from '../schedules/links.ts';
import { mergeFields, omit } from '../rules/merge.ts';
import { readSettings } from '../settings.ts';
import { answerInTransaction, type Problems } from '../transaction.ts';
import { hashPassword } from '../rules/users.ts';

/** How many entries of each part were loaded. */
type LoadedCounts = Readonly<Record<string, number>>;

export type LoadResult = { readonly problems: readonly Problem[] } | { readonly loaded: LoadedCounts };

/** An entry whose id is known replaces the stored one. `document` is a catalogue, form unchecked. */
export async function loadCatalogue(engine: EngineDependencies, document: unknown): Promise<LoadResult> {
  const form = checkFields<Catalogue>(catalogueResource, document);
  if (!('value' in form)) return { problems: form.problems };
  const catalogue = form.value;
  const hashes = await hashPasswords(engine, catalogue);
  let found: readonly Problem[] = [];
  const answer = await answerInTransaction(engine.store, async (transaction, problems) => {
    await putEntries(engine, transaction, problems, catalogue, hashes);
    await checkReferences(transaction, problems, catalogue);
    found = problems.found;
    return true;
  });
  return answer.envelope.Success ? { loaded: countEntries(catalogue) } : { problems: found };
}

async function putEntries(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  problems: Problems,
  catalogue: Catalogue,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  if (catalogue.Settings) {
    transaction.put('Settings', SETTINGS_ID, mergeFields(await readSettings(transaction), catalogue.Settings));
  }
  for (const role of catalogue.Roles ?? []) transaction.put('Roles', role.Title, role);
  for (const hierarchy of rootsLast(catalogue.Hierarchies ?? [])) await putHierarchy(transaction, hierarchy);
  for (const kind of PLAIN_KINDS) {
    for (const entry of catalogue[kind] ?? []) transaction.put(kind, entry.ExternalId, entry as never);
  }
  await putCatalogueUsers(transaction, problems, catalogue, hashes);
  await putSchedules(engine, transaction, catalogue);
}

/** Entries that are stored as they are, by their ExternalId. */
const PLAIN_KINDS = [
  'Assessments',
  'ProctoringTemplates',
  'Taxonomies',
  'Objectives',
  'ReviewSessions',
] as const satisfies readonly (EntityKind & keyof Catalogue)[];

async function putSchedules(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  { Schedules }: Catalogue,
): Promise<void> {
  const settings = await readSettings(transaction);
  for (const { Schedule, Defaulted, Workflow, Status, Candidates, Invigilators } of Schedules ?? []) {
    const ScheduleExtId = Schedule.ScheduleExtId ?? engine.newId();
    const links = await linksOf(transaction, ScheduleExtId);
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

/** Links are never shown, so that what is shown and loaded again must keep those that candidates have. */
async function linksOf(view: StoreView, scheduleExtId: string): Promise<Map<string, CandidateEntity>> {
  const stored = await view.get('Schedules', scheduleExtId);
  return new Map((stored?.Candidates ?? []).map((candidate) => [candidate.CandidateExtId, candidate]));
}

async function hashPasswords(
  { store, passwords }: EngineDependencies,
  { Users }: Catalogue,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const user of Users ?? []) {
    const id = idOfCatalogueUser(user);
    const hash = await store.read((view) => hashPassword(view, passwords, id, user.Password));
    if (id !== undefined && hash !== undefined) hashes.set(id, hash);
  }
  return hashes;
}

/** A new root can take the old one's place only once that has a parent. */
function rootsLast(hierarchies: readonly Hierarchy[]): readonly Hierarchy[] {
  return hierarchies.toSorted((a, b) => Number(isRoot(a)) - Number(isRoot(b)));
}

function countEntries(catalogue: Catalogue): LoadedCounts {
  const parts = Object.entries(catalogue).map(([name, part]) => [name, Array.isArray(part) ? part.length : 1] as const);
  return Object.fromEntries(parts.filter(([, count]) => count > 0));
}
