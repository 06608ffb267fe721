/** Endpoint 3 in prose. */
import { expect, it } from 'vitest';
import { withSettings } from './base-catalogue.ts';
import { collectionRequest, textOf } from './requests.ts';
import { contentOf, itInspects, type Suite } from './suite.ts';

export function describeCollections(suite: Suite): void {
  it('are answered with their id and an empty list of errors', async () => {
    const { service } = await suite.start();
    const content = contentOf(await service.addCollection(collectionRequest({ ExternalId: 'Abc9' })));
    expect(content).toEqual({ ExternalId: 'Abc9', Errors: [] });
  });

  it.each([undefined, null])('get an alphanumeric id if theirs is %s', async (ExternalId) => {
    const { service } = await suite.start();
    const ids = [];
    for (const Title of ['a', 'b']) {
      ids.push(contentOf(await service.addCollection(collectionRequest({ ExternalId, Title }))).ExternalId);
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{1,64}$/);
  });

  it.each([1, 99])('have a title of %i characters', async (length) => {
    const { service } = await suite.start();
    contentOf(await service.addCollection(collectionRequest({ Title: textOf(length, '😀') })));
  });

  it('may have the same title, and ids that differ only by case', async () => {
    const { service } = await suite.start();
    for (const ExternalId of ['abc', 'ABC']) contentOf(await service.addCollection(collectionRequest({ ExternalId })));
  });

  itInspects(suite, 'belong to the owner of the settings, or to their own', async ({ service }, inspector) => {
    contentOf(await service.addCollection(collectionRequest({ ExternalId: 'a' })));
    contentOf(await service.addCollection(collectionRequest({ ExternalId: 'b', Owner: 'author.one' })));
    expect(await inspector.entry('Collections', 'a')).toMatchObject({ Owner: 'scheduler.one' });
    expect(await inspector.entry('Collections', 'b')).toMatchObject({ Owner: 'author.one' });
  });

  it('need no owner in the settings if they name one', async () => {
    const { service } = await suite.start(withSettings({ Owner: null }));
    contentOf(await service.addCollection(collectionRequest({ Owner: 'author.one' })));
  });

  it('get an error for an empty owner, and none about the settings', async () => {
    const { service } = await suite.start();
    const { envelope } = await service.addCollection(collectionRequest({ Owner: '' }));
    expect(envelope.Errors).toMatchObject([{ Code: 807, Error: 'Owner is empty: name a user, or leave it out' }]);
  });

  it.each([undefined, null, []])('have all taxonomies and repositories if theirs are %j', async (list) => {
    const { service } = await suite.start();
    const all = { Taxonomies: list, ObjectiveRepositories: list, LoRepositoryExternalIds: list };
    contentOf(await service.addCollection(collectionRequest(all)));
  });

  it('use repositories that are shared with their owner', async () => {
    const { service } = await suite.start();
    contentOf(await service.addCollection(collectionRequest({ ObjectiveRepositories: ['LO5'] })));
  });

  itInspects(suite, 'name repositories in either field, as objects or as plain ids', async ({ service }, inspector) => {
    const [object, id] = [{ ExternalId: 'LO1' }, 'LO1'];
    const ways = [
      { ObjectiveRepositories: [object] },
      { ObjectiveRepositories: [id] },
      { LoRepositoryExternalIds: [object] },
      { LoRepositoryExternalIds: [id] },
      { LoRepositoryExternalIds: [id], ObjectiveRepositories: [object] },
      { LoRepositoryExternalIds: [], ObjectiveRepositories: [object] },
      { LoRepositoryExternalIds: [id], ObjectiveRepositories: null },
    ];
    for (const [index, way] of ways.entries()) {
      contentOf(await service.addCollection(collectionRequest({ ExternalId: `c${index}`, ...way })));
      expect(await inspector.entry('Collections', `c${index}`)).toMatchObject({ ObjectiveRepositories: [object] });
    }
  });

  it('may name the same repositories twice in another order', async () => {
    const { service } = await suite.start();
    const twice = { ObjectiveRepositories: ['LO1', 'LO5'], LoRepositoryExternalIds: ['LO5', 'LO1'] };
    contentOf(await service.addCollection(collectionRequest(twice)));
  });
}
