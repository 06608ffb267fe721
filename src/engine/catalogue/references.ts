/** Finds broken references in a catalogue: names of parents, roles, owners and other entries that do not exist. */
import type { Catalogue } from '../../platform/catalogue.ts';
import { type EntityKind, ROOT_ID } from '../../platform/entities.ts';
import type { Path } from '../../platform/problem.ts';
import type { StoreView } from '../../store/port.ts';
import type { Problems } from '../request.ts';
import { readSettings } from '../settings.ts';
import { isRoot } from '../users/hierarchies.ts';
import { findUserByName } from '../users/owners.ts';

/** Runs after all entries are stored, so that entries may refer to each other in any order. */
export function checkReferences(view: StoreView, problems: Problems, catalogue: Catalogue): void {
  const settings = readSettings(view);
  const check = createReferenceCheck(view, problems);
  check('Roles', settings.DefaultRole || undefined, ['Settings', 'DefaultRole']);
  checkOwner(view, problems, settings.Owner, ['Settings', 'Owner']);
  checkTree(view, problems, catalogue, check);
  checkUsers(catalogue, check);
  checkSchedules(view, problems, catalogue, check);
}

function checkOwner(view: StoreView, problems: Problems, name: string | null | undefined, path: Path): void {
  if (name && findUserByName(view, name) === undefined) broken(problems, path, 'user name', name);
}

type ReferenceCheck = (kind: EntityKind, id: string | null | undefined, path: Path) => void;

function createReferenceCheck(view: StoreView, problems: Problems): ReferenceCheck {
  return (kind, id, path) => {
    if (id === null || id === undefined || view.get(kind, id) !== undefined) return;
    broken(problems, path, `entry of ${kind}`, id);
  };
}

function checkTree(view: StoreView, problems: Problems, { Hierarchies }: Catalogue, check: ReferenceCheck): void {
  const root = view.get('RootHierarchy', ROOT_ID)?.ExternalId;
  const hasCycle = createCycleCheck(view);
  for (const [index, hierarchy] of (Hierarchies ?? []).entries()) {
    const path = ['Hierarchies', index, 'ParentExternalId'];
    check('Hierarchies', hierarchy.ParentExternalId, path);
    if (isRoot(hierarchy) && hierarchy.ExternalId !== root) {
      problems.add(
        'catalogue.root.second',
        path,
        `There is another root already: ${root}; only one may have no parent`,
      );
    }
    if (hasCycle(hierarchy.ExternalId)) {
      problems.add('catalogue.hierarchy.cycle', path, `Hierarchy ${hierarchy.ExternalId} is its own ancestor`);
    }
  }
}

/**
 * The check finds out whether the ancestors of a hierarchy form a cycle. It remembers the result for each ancestor, so
 * that it visits each hierarchy once.
 */
function createCycleCheck(view: StoreView): (start: string) => boolean {
  const results = new Map<string, boolean>();
  return (start) => {
    const visited = new Set<string>();
    let current: string | null | undefined = start;
    while (current && !visited.has(current) && !results.has(current)) {
      visited.add(current);
      current = view.get('Hierarchies', current)?.ParentExternalId;
    }
    const hasCycle = current ? (results.get(current) ?? true) : false;
    for (const id of visited) results.set(id, hasCycle);
    return hasCycle;
  };
}

function checkUsers({ Users }: Catalogue, check: ReferenceCheck): void {
  for (const [index, user] of (Users ?? []).entries()) {
    const path = ['Users', index];
    check('Roles', user.Role, [...path, 'Role']);
    for (const [link, { ExternalId }] of (user.Hierarchies ?? []).entries()) {
      check('Hierarchies', ExternalId, [...path, 'Hierarchies', link, 'ExternalId']);
    }
  }
}

function checkSchedules(view: StoreView, problems: Problems, { Schedules }: Catalogue, check: ReferenceCheck): void {
  for (const [index, { Schedule, Invigilators }] of (Schedules ?? []).entries()) {
    const path = ['Schedules', index];
    check('Assessments', Schedule.AssessmentExtId, [...path, 'Schedule', 'AssessmentExtId']);
    check('Hierarchies', Schedule.GroupExtId, [...path, 'Schedule', 'GroupExtId']);
    check('Hierarchies', Schedule.ScheduleGroupExtId, [...path, 'Schedule', 'ScheduleGroupExtId']);
    const { ProctoringServiceTemplateExternalId: template, Owner } = Schedule;
    check('ProctoringTemplates', template, [...path, 'Schedule', 'ProctoringServiceTemplateExternalId']);
    checkOwner(view, problems, Owner, [...path, 'Schedule', 'Owner']);
    for (const [at, id] of (Invigilators ?? []).entries()) check('Users', id, [...path, 'Invigilators', at]);
  }
}

function broken(problems: Problems, path: Path, what: string, id: string): void {
  problems.add('catalogue.reference.broken', path, `There is no ${what} ${JSON.stringify(id)}`);
}
