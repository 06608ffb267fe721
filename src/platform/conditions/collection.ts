/** Errors: Collection (400). */
import { type ConditionRow, unnumbered } from './condition.ts';

export const collectionConditions = [
  {
    code: 802,
    rules: [
      'collection.external-id.pattern',
      'collection.external-id.surrounding-space',
      'collection.external-id.too-long',
    ],
    meaning: 'ExternalId must be alphanumeric',
  },
  { code: 804, rules: ['collection.title.required'], meaning: 'Title null or empty' },
  { code: 805, rules: ['collection.title.too-long'], meaning: 'Title too long' },
  { code: 806, rules: ['collection.owner.not-found'], meaning: 'Owner not found' },
  { code: 807, rules: ['collection.owner.not-set'], meaning: 'Owner not set' },
  { code: 808, rules: ['collection.owner.not-permitted'], meaning: 'Owner lacks permission to view collections' },
  { code: 810, rules: ['collection.external-id.taken'], meaning: 'ExternalId already used' },
  { code: 900, rules: ['collection.taxonomy.not-found'], meaning: 'Taxonomy not found' },
  { code: 901, rules: ['collection.taxonomies.item-empty'], meaning: 'Taxonomy cannot be empty' },
  { code: 902, rules: ['taxonomy.external-id.required'], meaning: 'Taxonomy ExternalId null or empty' },
  { code: 1000, rules: ['collection.repository.not-found'], meaning: 'Learning objective repository not found' },
  { code: 1001, rules: ['collection.repository.not-a-repository'], meaning: 'Learning objective must be a repository' },
  {
    code: 1002,
    rules: ['collection.repository.not-published'],
    meaning: 'Learning objective repository must be published',
  },
  { code: 1003, rules: ['collection.repository.no-access'], meaning: 'Owner has no access to the repository' },
  {
    code: 1004,
    rules: [
      'repository.external-id.required',
      'collection.objective-repositories.item-empty',
      'collection.lo-repository-external-ids.item-empty',
    ],
    meaning: 'Repository ExternalId null or empty',
  },
] as const satisfies readonly ConditionRow[];

/** Conditions that the prose of the interface implies but its tables do not list. */
export const ownCollectionConditions = unnumbered({
  'collection.repositories.ambiguous': 'LoRepositoryExternalIds and ObjectiveRepositories name different repositories',
});
