/** Errors: Collection (400), one or more cases for each row. */
import type { ConditionRule } from '../../../src/platform/conditions/index.ts';
import { withSettings } from './base-catalogue.ts';
import { collectionRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

type Row = readonly [rule: ConditionRule, path: string, ...changes: object[]];

const repositories = (...ids: unknown[]) => ({ ObjectiveRepositories: ids });
const aliased = (...ids: unknown[]) => ({ LoRepositoryExternalIds: ids });
const REPOSITORY = 'ObjectiveRepositories[0]';

const ROWS: readonly Row[] = [
  [
    'collection.external-id.pattern',
    'ExternalId',
    ...['a-b', 'a_b', 'ä', '٣', ''].map((ExternalId) => ({ ExternalId })),
  ],
  ['collection.external-id.surrounding-space', 'ExternalId', { ExternalId: 'a ' }],
  ['collection.title.required', 'Title', { Title: '' }, { Title: null }, { Title: ' ' }, { Title: undefined }],
  ['collection.owner.not-found', 'Owner', { Owner: 'nobody' }, { Owner: 'u-office' }, { Owner: '__proto__' }],
  ['collection.owner.not-permitted', 'Owner', { Owner: 'planner.one' }, { Owner: 'no.role' }],
  ['collection.taxonomy.not-found', 'Taxonomies[1]', { Taxonomies: [{ ExternalId: 'TAX1' }, { ExternalId: 'NO' }] }],
  ['collection.taxonomies.item-empty', 'Taxonomies[0]', { Taxonomies: [null] }, { Taxonomies: [{}] }],
  [
    'taxonomy.external-id.required',
    'Taxonomies[0].ExternalId',
    ...[undefined, null, ''].map((ExternalId) => ({ Taxonomies: [{ ExternalId, Title: 'Bloom' }] })),
  ],
  ['collection.repository.not-found', REPOSITORY, repositories('NO'), { ...repositories('NO'), ...aliased('NO') }],
  [
    'collection.repository.not-found',
    'LoRepositoryExternalIds[0]',
    aliased('NO'),
    { ...repositories(), ...aliased('NO') },
  ],
  ['collection.repository.no-access', 'LoRepositoryExternalIds[1]', aliased('LO1', { ExternalId: 'LO4' })],
  ['collection.repository.not-a-repository', REPOSITORY, repositories('LO2')],
  ['collection.repository.not-published', REPOSITORY, repositories({ ExternalId: 'LO3' })],
  ['collection.repository.no-access', REPOSITORY, repositories('LO4'), { ...repositories('LO5'), Owner: 'author.one' }],
  [
    'repository.external-id.required',
    `${REPOSITORY}.ExternalId`,
    repositories(''),
    repositories({ ExternalId: null, Title: 'Law' }),
    repositories({ Title: 'Law' }),
  ],
  ['collection.objective-repositories.item-empty', REPOSITORY, repositories(null), repositories({})],
  ['collection.lo-repository-external-ids.item-empty', 'LoRepositoryExternalIds[0]', aliased(null), aliased({})],
  [
    'collection.repositories.ambiguous',
    'LoRepositoryExternalIds',
    { ...repositories('LO1'), ...aliased('LO5') },
    { ...repositories('LO1', 'LO5'), ...aliased('LO1') },
  ],
];

/** Returns collections with one fault each. */
const FAULTY_COLLECTIONS = ROWS.flatMap(([rule, path, ...changes]) =>
  changes.map((change) => ({ rule, path, change, request: collectionRequest(change) })),
);

export const COLLECTION_CONDITIONS: readonly ConditionCase[] = [
  ...FAULTY_COLLECTIONS.map(({ rule, path, change, request }): ConditionCase => {
    const shown = JSON.stringify(change);
    return {
      name: `a collection is refused (${rule}): ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`,
      covers: [rule],
      fields: [path],
      answer: (service) => service.addCollection(request),
    };
  }),
  {
    name: 'a collection needs an owner where the settings have none',
    covers: ['collection.owner.not-set'],
    fields: ['Owner'],
    catalogue: withSettings({ Owner: null }),
    answer: (service) => service.addCollection(collectionRequest()),
  },
  {
    name: 'a collection whose owner is empty has none, whatever the settings say',
    covers: ['collection.owner.not-set'],
    fields: ['Owner'],
    answer: (service) => service.addCollection(collectionRequest({ Owner: '' })),
  },
  {
    name: "an ExternalId is another collection's already",
    covers: ['collection.external-id.taken'],
    fields: ['ExternalId'],
    answer: async (service) => {
      await service.addCollection(collectionRequest({ ExternalId: 'abc' }));
      return service.addCollection(collectionRequest({ ExternalId: 'abc', Title: 'Other' }));
    },
  },
];
