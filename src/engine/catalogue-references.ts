/** Broken references of a catalogue: a parent, a role, an owner, a hierarchy that is nowhere. */
import type { Catalogue } from '../contract/catalogue.ts';
import { type EntityKind, ROOT_ID } from '../contract/entities.ts';
import type { Path } from '../contract/problem.ts';
import type { StoreView } from '../store/port.ts';
import { isRoot } from './hierarchies.ts';
import { findUserByName } from './owners.ts';
import { readSettings } from './settings.ts';
import type { Problems } from './transaction.ts';

/** Asked after the entries were put, so that they may refer to each other in any order. */
export async function checkReferences(view: StoreView, problems: Problems, catalogue: Catalogue): Promise<void> {
  const settings = await readSettings(view);
  const check = createReferenceCheck(view, problems);
  await check('Roles', settings.DefaultRole, ['Settings', 'DefaultRole']);
  if (settings.Owner && (await findUserByName(view, settings.Owner)) === undefined) {
    broken(problems, ['Settings', 'Owner'], 'user name', settings.Owner);
  }
  await checkTree(view, problems, catalogue, check);
  await checkUsers(view, problems, catalogue, check);
  await checkSchedules(catalogue, check);
}

type ReferenceCheck = (kind: EntityKind, id: string | null | undefined, path: Path) => Promise<void>;

function createReferenceCheck(view: StoreView, problems: Problems): ReferenceCheck {
  return async (kind, id, path) => {
    if (id === null || id === undefined || (await view.get(kind, id)) !== undefined) return;
    broken(problems, path, `entry of ${kind}`, id);
  };
}

async function checkTree(
  view: StoreView,
  problems: Problems,
  { Hierarchies }: Catalogue,
  check: ReferenceCheck,
): Promise<void> {
  const root = (await view.get('RootHierarchy', ROOT_ID))?.ExternalId;
  for (const [index, hierarchy] of (Hierarchies ?? []).entries()) {
    const path = ['Hierarchies', index, 'ParentExternalId'];
    await check('Hierarchies', hierarchy.ParentExternalId, path);
    if (isRoot(hierarchy) && hierarchy.ExternalId !== root) {
      problems.add(
        'catalogue.root.second',
        path,
        `There is another root already: ${root}; only one may have no parent`,
      );
    }
    if (await hasCycle(view, hierarchy.ExternalId)) {
      problems.add('catalogue.hierarchy.cycle', path, `Hierarchy ${hierarchy.ExternalId} is its own ancestor`);
    }
  }
}

async function hasCycle(view: StoreView, start: string): Promise<boolean> {
  const seen = new Set<string>();
  let current: string | null | undefined = start;
  while (current) {
    if (seen.has(current)) return true;
    seen.add(current);
    current = (await view.get('Hierarchies', current))?.ParentExternalId;
  }
  return false;
}

async function checkUsers(
  view: StoreView,
  problems: Problems,
  { Users }: Catalogue,
  check: ReferenceCheck,
): Promise<void> {
  for (const [index, user] of (Users ?? []).entries()) {
    const path = ['Users', index];
    await check('Roles', user.Role, [...path, 'Role']);
    for (const [link, { ExternalId }] of (user.Hierarchies ?? []).entries()) {
      await check('Hierarchies', ExternalId, [...path, 'Hierarchies', link, 'ExternalId']);
    }
    const holder = user.UserName ? await view.get('UserNames', user.UserName) : undefined;
    if (holder && user.ExternalId && holder.ExternalId !== user.ExternalId) {
      problems.add(
        'user.user-name.taken',
        [...path, 'UserName'],
        `Another user (${holder.ExternalId}) has this UserName`,
      );
    }
  }
}

async function checkSchedules({ Schedules }: Catalogue, check: ReferenceCheck): Promise<void> {
  for (const [index, { Schedule, Invigilators }] of (Schedules ?? []).entries()) {
    const path = ['Schedules', index];
    await check('Assessments', Schedule.AssessmentExtId, [...path, 'Schedule', 'AssessmentExtId']);
    await check('Hierarchies', Schedule.GroupExtId, [...path, 'Schedule', 'GroupExtId']);
    await check('Hierarchies', Schedule.ScheduleGroupExtId, [...path, 'Schedule', 'ScheduleGroupExtId']);
    for (const [at, id] of (Invigilators ?? []).entries()) await check('Users', id, [...path, 'Invigilators', at]);
  }
}

function broken(problems: Problems, path: Path, what: string, id: string): void {
  problems.add('catalogue.reference.broken', path, `There is no ${what} ${JSON.stringify(id)}`);
}
