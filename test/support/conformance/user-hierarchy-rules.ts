/** Endpoint 4 in prose: "a failed hierarchy is reported in GroupErrors with status 200". */
import { expect, it } from 'vitest';
import { userRequest } from './requests.ts';
import { contentOf, itInspects, type Suite } from './suite.ts';

export function describeUserHierarchies(suite: Suite): void {
  it('that failed are reported with ExternalId, Code and Error, and the rest of the user is stored', async () => {
    const { service } = await suite.start();
    const Hierarchies = [{ ExternalId: 'NOWHERE' }, { ExternalId: 'LAW-1' }, { ExternalId: 'CLOSED' }];
    const { User, GroupErrors } = contentOf(await service.saveUser(userRequest({ City: 'London', Hierarchies })));
    expect(User).toMatchObject({ City: 'London' });
    expect(GroupErrors).toEqual([
      { ExternalId: 'NOWHERE', Code: 131, Error: expect.any(String) },
      { ExternalId: 'CLOSED', Code: 1134, Error: expect.any(String) },
    ]);
    expect(contentOf(await service.saveUser(userRequest())).User).toMatchObject({ City: 'London' });
  });

  it('that allow no permissions take members without them', async () => {
    const { service } = await suite.start();
    const Hierarchies = [{ ExternalId: 'PLAIN', IsCoordinator: false, IsAdministrator: null }];
    expect(contentOf(await service.saveUser(userRequest({ Hierarchies }))).GroupErrors).toEqual([]);
  });

  itInspects(suite, 'are added, changed and removed one by one', async ({ service }, inspector) => {
    const memberships = async (...Hierarchies: object[]) => {
      expect(contentOf(await service.saveUser(userRequest({ Hierarchies }))).GroupErrors).toEqual([]);
      return ((await inspector.entry('Users', 'u-1')) as { Hierarchies: unknown }).Hierarchies;
    };
    const [first, second] = [
      { ExternalId: 'LAW-1', IsCoordinator: true },
      { ExternalId: 'LAW-2', HasReScoringPermissions: true },
    ];
    expect(await memberships(first)).toEqual([first]);
    expect(await memberships({ ...second, Action: 'UPSERT' })).toEqual([first, second]);
    const changed = { ...first, IsAdministrator: true };
    expect(await memberships({ ExternalId: 'LAW-1', IsAdministrator: true, Action: null })).toEqual([changed, second]);
    expect(await memberships({ ExternalId: 'LAW-1', Action: 'DELETE' })).toEqual([second]);
    expect(await memberships()).toEqual([second]);
    expect(await memberships({ ExternalId: 'LAW-1', Action: 'DELETE' })).toEqual([second]);
  });

  itInspects(suite, 'stay as they are where a request has null for them', async ({ service }, inspector) => {
    const Hierarchies = [{ ExternalId: 'LAW-1', IsCoordinator: true }];
    contentOf(await service.saveUser(userRequest({ Hierarchies })));
    contentOf(await service.saveUser(userRequest({ Hierarchies: null })));
    expect(await inspector.entry('Users', 'u-1')).toMatchObject({ Hierarchies });
  });

  itInspects(suite, 'that are closed can still be left', async ({ service, loadCatalogue }, inspector) => {
    if (loadCatalogue === undefined) return;
    contentOf(await service.saveUser(userRequest({ Hierarchies: [{ ExternalId: 'LAW-2' }] })));
    await loadCatalogue({ Hierarchies: [{ ExternalId: 'LAW-2', ParentExternalId: 'ROOT', IsActive: false }] });
    const Hierarchies = [{ ExternalId: 'LAW-2', Action: 'DELETE' }];
    expect(contentOf(await service.saveUser(userRequest({ Hierarchies }))).GroupErrors).toEqual([]);
    expect(await inspector.entry('Users', 'u-1')).toMatchObject({ Hierarchies: [] });
  });
}
