/** Endpoints, 3: Add collection. */
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../platform/catalogue.ts';
import type { UserEntity } from '../../platform/entities.ts';
import type { CollectionContent } from '../../platform/envelope.ts';
import { checkCollectionRequest, repositoriesField, type WellFormedCollection } from '../../platform/request-rules.ts';
import type { CollectionRequest } from '../../platform/resources/collection.ts';
import type { StoreTransaction, StoreView } from '../../store/port.ts';
import { answerWith, malformed, type PlatformRequest, type Problems, type Rules } from '../request.ts';
import { readSettings } from '../settings.ts';
import { findUserByName, hasPermission } from '../users/owners.ts';

export function addCollection(request: CollectionRequest): PlatformRequest<CollectionContent> {
  const form = checkCollectionRequest(request);
  if (!('value' in form)) return malformed(form.problems);
  const collection = form.value;
  const field = repositoriesField(request);
  const add = (state: StoreTransaction, problems: Problems, { newId, isPlan }: Rules): CollectionContent => {
    const owner = checkOwner(state, problems, collection, readSettings(state));
    const existing = collection.ExternalId ? state.get('Collections', collection.ExternalId) : undefined;
    checkTaxonomies(state, problems, collection);
    checkRepositories(state, problems, collection, { owner, field });
    const ExternalId = collection.ExternalId ?? newId();
    const { Title, Taxonomies, ObjectiveRepositories } = collection;
    // The stored owner stays: it may be the default of an earlier time.
    const Owner = (collection.Owner ?? existing?.Owner ?? owner) || '';
    const lists = {
      Taxonomies: inStoredOrder(existing?.Taxonomies, Taxonomies ?? []),
      ObjectiveRepositories: inStoredOrder(existing?.ObjectiveRepositories, ObjectiveRepositories),
    };
    const entity = { ExternalId, Title, Owner, ...lists };
    state.put('Collections', ExternalId, entity);
    if (existing !== undefined && !(isPlan && state.changes().length === 0)) {
      problems.add('collection.external-id.taken', ['ExternalId'], 'ExternalId is already used by another collection');
    }
    return { ExternalId, Errors: [] };
  };
  return { decide: (state, rules) => answerWith((problems) => add(state, problems, rules)) };
}

/** Returns the stored list if it has the same entries: a collection is a set of them, so their order means nothing. */
function inStoredOrder<T extends Reference>(stored: T[] | undefined, given: T[]): T[] {
  const sorted = (list: readonly T[]) => list.toSorted((a, b) => (a.ExternalId < b.ExternalId ? -1 : 1));
  return stored !== undefined && isDeepStrictEqual(sorted(stored), sorted(given)) ? stored : given;
}

interface Reference {
  readonly ExternalId: string;
}

/** "The owner must exist, be set, and have permission to view collections": 806, 807, 808. Returns the user name. */
function checkOwner(
  view: StoreView,
  problems: Problems,
  collection: WellFormedCollection,
  settings: Settings,
): string | undefined {
  const name = collection.Owner ?? settings.Owner;
  if (!name) {
    const isEmpty = collection.Owner === '';
    const where = isEmpty ? 'empty: name a user, or leave it out' : 'not set, neither here nor in the settings';
    problems.add('collection.owner.not-set', ['Owner'], `Owner is ${where}`);
    return undefined;
  }
  const owner: UserEntity | undefined = findUserByName(view, name);
  if (owner === undefined) {
    problems.add('collection.owner.not-found', ['Owner'], `Owner is not the user name of any user: ${name}`);
  } else if (!hasPermission(view, owner, 'ViewCollections')) {
    problems.add('collection.owner.not-permitted', ['Owner'], `Owner ${name} lacks permission to view collections`);
  }
  return name;
}

/** Checks condition 900. */
function checkTaxonomies(view: StoreView, problems: Problems, { Taxonomies }: WellFormedCollection): void {
  for (const [index, { ExternalId }] of (Taxonomies ?? []).entries()) {
    if (view.get('Taxonomies', ExternalId)) continue;
    problems.add('collection.taxonomy.not-found', ['Taxonomies', index], `Taxonomy not found: ${ExternalId}`);
  }
}

/** Errors 1000 to 1003. `field` is the name that the sender used for the list of repositories. */
function checkRepositories(
  view: StoreView,
  problems: Problems,
  { ObjectiveRepositories }: WellFormedCollection,
  { owner, field }: { readonly owner: string | undefined; readonly field: string },
): void {
  for (const [index, { ExternalId }] of ObjectiveRepositories.entries()) {
    const path = [field, index];
    const objective = view.get('Objectives', ExternalId);
    if (objective === undefined) {
      problems.add('collection.repository.not-found', path, `Learning objective repository not found: ${ExternalId}`);
    } else if (objective.IsRepository !== true) {
      problems.add('collection.repository.not-a-repository', path, `${ExternalId} is not a repository`);
    } else if (objective.IsPublished !== true) {
      problems.add('collection.repository.not-published', path, `Repository ${ExternalId} is not published`);
    } else if (objective.SharedWith && owner !== undefined && !objective.SharedWith.includes(owner)) {
      problems.add('collection.repository.no-access', path, `Owner ${owner} has no access to repository ${ExternalId}`);
    }
  }
}
