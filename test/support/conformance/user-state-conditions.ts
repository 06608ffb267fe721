/** Errors: User (400), the rows that depend on existing users. */
import type { ConditionRule } from '../../../src/platform/conditions/index.ts';
import { withSettings } from './base-catalogue.ts';
import { userRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

const GUID = '9f1b7c1e-0d2a-4c3b-8a4d-5e6f7a8b9c0d';
const inGroup = (ExternalId: string, more: object = {}) => userRequest({ Hierarchies: [{ ExternalId, ...more }] });

const PERMISSIONS = ['IsCoordinator', 'IsAdministrator', 'HasViewReportsPermissions', 'HasReScoringPermissions'];
const TAKEN: ConditionRule = 'user.synchronization-key.taken';

export const USER_STATE_CONDITIONS: readonly ConditionCase[] = [
  ...['UPSERT', 'DELETE', undefined, null].map(
    (Action): ConditionCase => ({
      name: `a hierarchy that is nowhere is reported by itself, with action ${Action}`,
      covers: ['user.hierarchy.not-found'],
      answer: (service) => service.saveUser(inGroup('NOWHERE', { Action })),
    }),
  ),
  ...PERMISSIONS.map(
    (permission): ConditionCase => ({
      name: `${permission} cannot be set where the hierarchy allows no permissions`,
      covers: ['user.hierarchy.permissions'],
      answer: (service) => service.saveUser(inGroup('PLAIN', { [permission]: true })),
    }),
  ),
  {
    name: 'a hierarchy that is not active is reported by itself',
    covers: ['user.hierarchy.inactive'],
    answer: (service) => service.saveUser(inGroup('CLOSED')),
  },
  {
    name: 'every hierarchy that failed is reported',
    covers: ['user.hierarchy.not-found', 'user.hierarchy.permissions', 'user.hierarchy.inactive'],
    answer: (service) =>
      service.saveUser(
        userRequest({
          Hierarchies: [
            { ExternalId: 'NOWHERE' },
            { ExternalId: 'LAW-1' },
            { ExternalId: 'PLAIN', IsAdministrator: true },
            { ExternalId: 'CLOSED' },
          ],
        }),
      ),
  },
  ...['u-1', undefined].map(
    (ExternalId): ConditionCase => ({
      name: `a user with the ExternalId ${ExternalId} is not found where users are only updated`,
      covers: ['user.not-found'],
      fields: ['ExternalId'],
      catalogue: withSettings({ UserMode: 'update' }),
      answer: (service) => service.saveUser(userRequest({ ExternalId, Role: 'Author' })),
    }),
  ),
  {
    name: 'an ExternalId is taken where users are only created',
    covers: ['user.external-id.taken'],
    fields: ['ExternalId'],
    catalogue: withSettings({ UserMode: 'create' }),
    answer: async (service) => {
      await service.saveUser(userRequest());
      return service.saveUser(userRequest());
    },
  },
  ...[{}, { Role: 'Candidate' }].map(
    (changes): ConditionCase => ({
      name: `an ExternalId is required where the role may sit exams: ${JSON.stringify(changes)}`,
      covers: ['user.external-id.required'],
      fields: ['ExternalId'],
      answer: (service) => service.saveUser(userRequest({ ExternalId: undefined, ...changes })),
    }),
  ),
  {
    name: "another user's UserName is taken",
    covers: ['user.user-name.taken'],
    fields: ['UserName'],
    answer: (service) => service.saveUser(userRequest({ UserName: 'scheduler.one' })),
  },
  ...[GUID, GUID.toUpperCase()].map(
    (key): ConditionCase => ({
      name: `another user's SynchronizationKey is taken, in either case: ${key}`,
      covers: [TAKEN],
      fields: ['SynchronizationKey'],
      answer: async (service) => {
        await service.saveUser(userRequest({ ExternalId: 'u-2', SynchronizationKey: GUID }));
        return service.saveUser(userRequest({ SynchronizationKey: key }));
      },
    }),
  ),
];
