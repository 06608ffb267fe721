/** Broken references of a catalogue: a parent, a role, an owner, a hierarchy that is nowhere. */
import type { Catalogue } from '../../platform/catalogue.ts';
import { type EntityKind, ROOT_ID } from '../../platform/entities.ts';
import type { Path } from '../../platform/problem.ts';
import type { StoreView } from '../../store/port.ts';
import { isRoot } from '../rules/hierarchies.ts';
import { findUserByName } from '../rules/owners.ts';
import { readSettings } from '../settings.ts';
import type { Problems } from '../transaction.ts';

/** Asked after the entries were put, so that they may refer to each other in any order. */
export async function checkReferences(view: StoreView, problems: Problems, catalogue: Catalogue): Promise<void> {
  const settings = await readSettings(view);
  const check = createReferenceCheck(view, problems);
  await check('Roles', settings.DefaultRole || undefined, ['Settings', 'DefaultRole']);
  await checkOwner(view, problems, settings.Owner, ['Settings', 'Owner']);
  await checkTree(view, problems, catalogue, check);
  await checkUsers(catalogue, check);
  await checkSchedules(view, problems, catalogue, check);
}

async function checkOwner(
  view: StoreView,
  problems: Problems,
  name: string | null | undefined,
  path: Path,
): Promise<void> {
  if (name && (await findUserByName(view, name)) === undefined) broken(problems, path, 'user name', name);
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
  const hasCycle = createCycleCheck(view);
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
    if (await hasCycle(hierarchy.ExternalId)) {
      problems.add('catalogue.hierarchy.cycle', path, `Hierarchy ${hierarchy.ExternalId} is its own ancestor`);
    }
  }
}

/** Whether the way up from a hierarchy never ends. Remembers where ways led, so that no step is taken twice. */
function createCycleCheck(view: StoreView): (start: string) => Promise<boolean> {
  const endless = new Map<string, boolean>();
  return async (start) => {
    const way = new Set<string>();
    let current: string | null | undefined = start;
    while (current && !way.has(current) && !endless.has(current)) {
      way.add(current);
      current = (await view.get('Hierarchies', current))?.ParentExternalId;
    }
    const isEndless = current ? (endless.get(current) ?? true) : false;
    for (const id of way) endless.set(id, isEndless);
    return isEndless;
  };
}

async function checkUsers({ Users }: Catalogue, check: ReferenceCheck): Promise<void> {
  for (const [index, user] of (Users ?? []).entries()) {
    const path = ['Users', index];
    await check('Roles', user.Role, [...path, 'Role']);
    for (const [link, { ExternalId }] of (user.Hierarchies ?? []).entries()) {
      await check('Hierarchies', ExternalId, [...path, 'Hierarchies', link, 'ExternalId']);
    }
  }
}

async function checkSchedules(
  view: StoreView,
  problems: Problems,
  { Schedules }: Catalogue,
  check: ReferenceCheck,
): Promise<void> {
  for (const [index, { Schedule, Invigilators }] of (Schedules ?? []).entries()) {
    const path = ['Schedules', index];
    await check('Assessments', Schedule.AssessmentExtId, [...path, 'Schedule', 'AssessmentExtId']);
    await check('Hierarchies', Schedule.GroupExtId, [...path, 'Schedule', 'GroupExtId']);
    await check('Hierarchies', Schedule.ScheduleGroupExtId, [...path, 'Schedule', 'ScheduleGroupExtId']);
    const { ProctoringServiceTemplateExternalId: template, Owner } = Schedule;
    await check('ProctoringTemplates', template, [...path, 'Schedule', 'ProctoringServiceTemplateExternalId']);
    await checkOwner(view, problems, Owner, [...path, 'Schedule', 'Owner']);
    for (const [at, id] of (Invigilators ?? []).entries()) await check('Users', id, [...path, 'Invigilators', at]);
  }
}

function broken(problems: Problems, path: Path, what: string, id: string): void {
  problems.add('catalogue.reference.broken', path, `There is no ${what} ${JSON.stringify(id)}`);
}
