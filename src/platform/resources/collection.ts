/** POST /collections: the request and the answer. */
import { type RecordOf, resource } from '../fields/field.ts';
import { ALPHANUMERIC } from './shared-fields.ts';

/** Resources and their fields, Collection: the elements of Taxonomies. */
export const taxonomyReferenceResource = resource('taxonomy', 'Resources and their fields: Collection, Taxonomies', {
  ExternalId: { kind: 'text', isId: true, oneLine: true, required: true, meaning: 'External id of the taxonomy' },
  Title: { kind: 'text', meaning: 'Title of the taxonomy' },
});

/** Resources and their fields, Collection: the elements of ObjectiveRepositories. */
export const repositoryReferenceResource = resource(
  'repository',
  'Resources and their fields: Collection, ObjectiveRepositories',
  {
    ExternalId: {
      kind: 'text',
      isId: true,
      required: true,
      meaning: 'External id of the learning objective repository',
    },
    Title: { kind: 'text', meaning: 'Title of the repository' },
  },
);

const REPOSITORIES = {
  kind: 'list',
  of: {
    kind: 'object',
    resource: repositoryReferenceResource,
    orTextFor: 'ExternalId',
    meaning: 'A repository, as an object or as its plain id',
  },
} as const;

/** Resources and their fields, Collection (request fields). */
export const collectionResource = resource('collection', 'Resources and their fields: Collection', {
  ExternalId: {
    kind: 'text',
    isId: true,
    max: 64,
    pattern: ALPHANUMERIC,
    meaning: 'Unique id; generated when omitted',
  },
  // "Must be non-empty and shorter than 100 symbols": narrower than the declared string(100), but the code refers to
  // this.
  Title: { kind: 'text', required: true, max: 99, meaning: 'Title, 1 to 99 characters' },
  Owner: { kind: 'text', oneLine: true, max: 64, meaning: "Owner's user name; the platform's setting if not set" },
  Taxonomies: {
    kind: 'list',
    of: { kind: 'object', resource: taxonomyReferenceResource, meaning: 'A taxonomy' },
    meaning: 'Taxonomies of the collection; all of them if empty',
  },
  ObjectiveRepositories: {
    ...REPOSITORIES,
    meaning: 'Learning objective repositories of the collection; all of them if empty',
  },
  LoRepositoryExternalIds: { ...REPOSITORIES, meaning: 'Another name of ObjectiveRepositories' },
});

export type TaxonomyReference = RecordOf<typeof taxonomyReferenceResource>;
export type RepositoryReference = RecordOf<typeof repositoryReferenceResource>;
export type CollectionRequest = Omit<
  RecordOf<typeof collectionResource>,
  'ObjectiveRepositories' | 'LoRepositoryExternalIds'
> & {
  ObjectiveRepositories?: (RepositoryReference | string)[] | null | undefined;
  LoRepositoryExternalIds?: (RepositoryReference | string)[] | null | undefined;
};
