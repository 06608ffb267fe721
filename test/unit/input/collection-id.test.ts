import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCollectionId } from '../../../src/input/generated-ids.ts';
import { checkCollectionRequest } from '../../../src/platform/request-rules.ts';
import type { CollectionRequest } from '../../../src/platform/resources/collection.ts';

const FULL = {
  Title: 'Contract law',
  Owner: 'scheduler.one',
  Taxonomies: [{ ExternalId: 'TAX1', Title: 'Bloom' }],
  ObjectiveRepositories: [{ ExternalId: 'LO1' }],
};

function idOf(request: Record<string, unknown>): unknown {
  return withCollectionId(request)['ExternalId'];
}

describe('a collection without an external id', () => {
  it.each<[string, Record<string, unknown>]>([
    ['in another order', Object.fromEntries(Object.entries(FULL).reverse())],
    ['with an entry in another order', { ...FULL, Taxonomies: [{ Title: 'Bloom', ExternalId: 'TAX1' }] }],
    ['with plain ids', { ...FULL, ObjectiveRepositories: ['LO1'] }],
    ['with an id of null', { ...FULL, ExternalId: null }],
    ['with an empty title of an entry', { ...FULL, ObjectiveRepositories: [{ ExternalId: 'LO1', Title: null }] }],
    [
      'with the other name of its repositories',
      { ...FULL, ObjectiveRepositories: undefined, LoRepositoryExternalIds: ['LO1'] },
    ],
  ])('has the same one %s', (_, request) => {
    expect(idOf(request)).toBe(idOf(FULL));
  });

  it.each<[string, Record<string, unknown>]>([
    ['title', { ...FULL, Title: 'Contract Law' }],
    ['owner', { ...FULL, Owner: 'scheduler.two' }],
    ['owner left out', { ...FULL, Owner: undefined }],
    ['taxonomy', { ...FULL, Taxonomies: [{ ExternalId: 'TAX2', Title: 'Bloom' }] }],
    ["taxonomy's title", { ...FULL, Taxonomies: [{ ExternalId: 'TAX1' }] }],
    ['repository', { ...FULL, ObjectiveRepositories: [{ ExternalId: 'LO2' }] }],
  ])('has another one with another %s', (_, request) => {
    expect(idOf(request)).not.toBe(idOf(FULL));
  });

  it('has one that the interface accepts, whatever it holds', () => {
    const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((it) => it.trim() === it);
    const entries = fc.uniqueArray(fc.record({ ExternalId: text }, { requiredKeys: ['ExternalId'] }), {
      selector: ({ ExternalId }) => ExternalId,
      maxLength: 3,
    });
    const collection = fc.record<Partial<CollectionRequest>>(
      { Title: text, Owner: text, Taxonomies: entries, ObjectiveRepositories: entries },
      { requiredKeys: ['Title'] },
    );
    fc.assert(
      fc.property(collection, (request) => {
        fc.pre('value' in checkCollectionRequest(request));
        const complete = withCollectionId({ ...request });
        expect(complete['ExternalId']).toBe(withCollectionId({ ...request })['ExternalId']);
        expect(checkCollectionRequest(complete).problems).toEqual([]);
        expect(complete['ExternalId']).toEqual(expect.any(String));
      }),
    );
  });
});

it.each<[string, Record<string, unknown>]>([
  ['that has one', { ...FULL, ExternalId: 'C1' }],
  ['whose id is empty, which is refused', { ...FULL, ExternalId: '' }],
  ['that is wrong, and not sent', { Taxonomies: 'TAX1' }],
])('a collection %s stays as it is', (_, request) => {
  expect(withCollectionId(request)).toBe(request);
});
