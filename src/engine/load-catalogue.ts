/** Loads a catalogue document into the store: all of it, or nothing and the problems. */
import { type Catalogue, catalogueResource, type Hierarchy } from '../contract/catalogue.ts';
import { checkFields } from '../contract/check.ts';
import { type EntityKind, SETTINGS_ID, type UserEntity } from '../contract/entities.ts';
import type { Problem } from '../contract/problem.ts';
import type { StoreTransaction } from '../store/port.ts';
import { checkReferences } from './catalogue-references.ts';
import type { EngineDependencies } from './dependencies.ts';
import { putHierarchy } from './hierarchies.ts';
import { createLinks } from './links.ts';
import { mergeFields, omit } from './merge.ts';
import { readSettings } from './settings.ts';
import { answerInTransaction } from './transaction.ts';
import { hashPassword, putUser } from './users.ts';

/** How many entries of each part were loaded. */
export type LoadedCounts = Readonly<Record<string, number>>;

export type LoadResult = { readonly problems: readonly Problem[] } | { readonly loaded: LoadedCounts };

/** An entry whose id is known replaces the stored one. `document` is a catalogue, form unchecked. */
export async function loadCatalogue(engine: EngineDependencies, document: unknown): Promise<LoadResult> {
  const form = checkFields<Catalogue>(catalogueResource, document);
  if (!('value' in form)) return { problems: form.problems };
  const catalogue = form.value;
  const hashes = await hashPasswords(engine, catalogue);
  let found: readonly Problem[] = [];
  const answer = await answerInTransaction(engine.store, async (transaction, problems) => {
    await putEntries(engine, transaction, catalogue, hashes);
    await checkReferences(transaction, problems, catalogue);
    found = problems.found;
    return true;
  });
  return answer.envelope.Success ? { loaded: countEntries(catalogue) } : { problems: found };
}

async function putEntries(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  catalogue: Catalogue,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  if (catalogue.Settings) {
    transaction.put('Settings', SETTINGS_ID, mergeFields(await readSettings(transaction), catalogue.Settings));
  }
  for (const role of catalogue.Roles ?? []) transaction.put('Roles', role.Title, role);
  for (const hierarchy of parentsFirst(catalogue.Hierarchies ?? [])) putHierarchy(transaction, hierarchy);
  for (const kind of PLAIN_KINDS) {
    for (const entry of catalogue[kind] ?? []) transaction.put(kind, entry.ExternalId, entry as never);
  }
  await putUsers(transaction, catalogue, hashes);
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

async function putUsers(
  transaction: StoreTransaction,
  { Users }: Catalogue,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  for (const entry of Users ?? []) {
    const ExternalId = entry.ExternalId ?? entry.UserName ?? '';
    const hash = hashes.get(ExternalId);
    const user: UserEntity = {
      ...mergeFields<UserEntity>(undefined, { ...omit(entry, 'Password', 'Hierarchies'), ExternalId }),
      ...(hash === undefined ? {} : { PasswordHash: hash }),
      Hierarchies: (entry.Hierarchies ?? []).map((link) => omit(link, 'Action')),
    };
    putUser(transaction, user, await transaction.get('Users', ExternalId));
  }
}

async function putSchedules(
  engine: EngineDependencies,
  transaction: StoreTransaction,
  { Schedules }: Catalogue,
): Promise<void> {
  const settings = await readSettings(transaction);
  for (const { Schedule, Workflow, Status, Candidates, Invigilators } of Schedules ?? []) {
    const ScheduleExtId = Schedule.ScheduleExtId ?? engine.newId();
    transaction.put('Schedules', ScheduleExtId, {
      Schedule: { ...Schedule, ScheduleExtId },
      Workflow: Workflow ?? 'DEFAULT',
      Status: Status ?? 'DRAFT',
      Candidates: (Candidates ?? []).map((candidate) => ({
        ...omit(candidate, 'Password'),
        ...createLinks(engine, settings, Schedule, {}),
      })),
      Invigilators: Invigilators ?? [],
    });
  }
}

async function hashPasswords(
  { store, passwords }: EngineDependencies,
  { Users }: Catalogue,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { ExternalId, UserName, Password } of Users ?? []) {
    const id = ExternalId ?? UserName ?? '';
    const hash = await store.read((view) => hashPassword(view, passwords, id, Password));
    if (hash !== undefined) hashes.set(id, hash);
  }
  return hashes;
}

/** The root last of all entries would still be found; sorting keeps the store's index of it in one place. */
function parentsFirst(hierarchies: readonly Hierarchy[]): readonly Hierarchy[] {
  return hierarchies.toSorted((a, b) => Number(Boolean(a.ParentExternalId)) - Number(Boolean(b.ParentExternalId)));
}

function countEntries(catalogue: Catalogue): LoadedCounts {
  const parts = Object.entries(catalogue).map(([name, part]) => [name, Array.isArray(part) ? part.length : 1] as const);
  return Object.fromEntries(parts.filter(([, count]) => count > 0));
}
