/** Users: each needs an ExternalId, and no two share an ExternalId, UserName or SynchronizationKey. */
import { textOrNull } from '../../base/json-value.ts';
import { ownValue } from '../../base/own-value.ts';
import { USUAL_WORDS } from '../../model/report.ts';
import { EXAMPLE_USERS } from '../../platform/examples.ts';
import { failed } from '../../platform/fields/check.ts';
import { problem } from '../../platform/problem.ts';
import { checkUserRequest } from '../../platform/request-rules.ts';
import { type UserRequest, userResource } from '../../platform/resources/user.ts';
import { PEOPLE } from '../check/identity/people.ts';
import { createSamePersonCheck } from '../check/identity/same-person.ts';
import { createLostZerosCheck } from '../check/lost-zeros.ts';
import { createRepeatCheck, uniqueField } from '../check/repeats/repeat-check.ts';
import type { SentKind } from './kind.ts';

const UNIQUE_FIELDS = ['ExternalId', 'UserName', 'SynchronizationKey'];

export const userKind: SentKind<UserRequest> = {
  words: { one: 'user', many: 'users', ...USUAL_WORDS },
  resource: userResource,
  keyFields: ['ExternalId'],
  exampleRows: EXAMPLE_USERS,
  hasRosters: true,
  alsoRequired: ['ExternalId'],
  checkForm: (request) => {
    const form = checkUserRequest(request);
    const hasId = textOrNull(ownValue(request, 'ExternalId')) !== null;
    // A value that is not a user lacks all fields: one finding is enough.
    const isReported = form.problems.some(({ path: [first] }) => first === undefined || first === 'ExternalId');
    return hasId || isReported ? form : (failed([...form.problems, MISSING_ID]) ?? form);
  },
  createCrossChecks: () => [
    ...UNIQUE_FIELDS.map((name) => createRepeatCheck(uniqueField('user', name))),
    createSamePersonCheck(PEOPLE.users),
    createLostZerosCheck(PEOPLE.users),
  ],
  sendCommands: (files) => files.map((file) => ['user', 'sync', file]),
  operation: {
    name: 'saveUser',
    send: (service, request) => service.saveUser(request),
    changes: [userResource],
  },
};

const MISSING_ID = problem({
  path: ['ExternalId'],
  rule: 'user.external-id.required',
  message: 'ExternalId is required: users of a file are known by it',
});
