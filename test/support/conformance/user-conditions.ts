/** Errors: User (400), one or more cases for each row that depends on the form of the request or the settings. */
import type { ConditionRule } from '../../../src/platform/conditions/index.ts';
import { WITHOUT_ROOT, withSettings } from './base-catalogue.ts';
import { UNLOADABLE_PHOTO } from './platform.ts';
import { asRequest, textOf, userRequest } from './requests.ts';
import type { ConditionCase } from './suite.ts';

/** A rule, the field that breaks it, and values that break it. Texts that are too long are made from the limits. */
type FormRow = readonly [rule: ConditionRule, field: string, ...values: unknown[]];

const GUID = '9f1b7c1e-0d2a-4c3b-8a4d-5e6f7a8b9c0d';
const numbers = (length: number) => Array.from({ length }, (_, index) => `${index + 1}`);

const FORM_ROWS: readonly FormRow[] = [
  ['user.external-id.empty', 'ExternalId', null, '', '  '],
  ['user.external-id.pattern', 'ExternalId', 'a/b', 'a b', 'ä', 'a\u0000', 'a\n'.repeat(2).trim()],
  ['user.external-id.surrounding-space', 'ExternalId', ' u-1'],
  ['user.email.invalid', 'Email', 'ada', 'ada@', '@example.edu', 'a b@example.edu', ''],
  ['user.email.surrounding-space', 'Email', 'ada@example.edu '],
  ['user.first-name.required', 'FirstName', null, '', ' ', undefined],
  ['user.last-name.required', 'LastName', null, '', '\t', undefined],
  ['user.user-name.spaces', 'UserName', 'ada lovelace', 'ada\u00a0l', 'a\tb'],
  ['user.user-name.surrounding-space', 'UserName', ' ada'],
  ['user.synchronization-key.invalid', 'SynchronizationKey', '1234', GUID.slice(1), `{${GUID}}`, ''],
  ['user.synchronization-key.surrounding-space', 'SynchronizationKey', ` ${GUID}`],
  ['user.labels.too-many', 'Labels', numbers(21)],
  ['user.allowed-ip-addresses.too-many', 'AllowedIpAddresses', numbers(101).map((last) => `10.0.0.${last}`)],
  ['user.role.empty', 'Role', null, '', ' '],
  ['user.role.not-found', 'Role', 'Nobody', 'candidate', '__proto__', 'constructor'],
  ['user.photo.invalid', 'Photo', 'photo.jpg', 'ftp://example.org/a', 'file:///etc/passwd', 'https://', 'data:,x', ''],
  ['user.photo.surrounding-space', 'Photo', ' https://example.org/a'],
  ['user.date-of-birth.invalid', 'DateOfBirth', '31-12-1999', '1999-1-1', '2001-02-29', '199912', '1999-1231', ''],
  ['user.date-of-birth.surrounding-space', 'DateOfBirth', ' 19991231'],
  ['user.password.too-short', 'Password', '1234', '', '😀😀😀😀'],
  ['user.hierarchies.item-empty', 'Hierarchies[1]', [{ ExternalId: 'LAW-1' }, null]],
  [
    'user-hierarchy.external-id.duplicates',
    'Hierarchies[1].ExternalId',
    [{ ExternalId: 'LAW-1' }, { ExternalId: 'LAW-1', Action: 'DELETE' }],
  ],
  [
    'user-hierarchy.action.choice',
    'Hierarchies[0].Action',
    ...['MOVE', '', 'upsert', 1].map((Action) => [{ ExternalId: 'LAW-1', Action }]),
  ],
  ['user.labels.item-empty', 'Labels[1]', ['a', ''], ['a', '  '], ['a', null]],
  ['user.labels.item-too-long', 'Labels[1]', ['a', textOf(101)]],
  ['user.labels.duplicates', 'Labels[2]', ['a', 'b', 'a']],
  ['user.allowed-ip-addresses.item-empty', 'AllowedIpAddresses[0]', [null]],
  ['user.allowed-ip-addresses.item-type', 'AllowedIpAddresses[0]', [127], [{}], [['::1']]],
  ['user.allowed-ip-addresses.item-surrounding-space', 'AllowedIpAddresses[0]', [' ::1']],
  [
    'user.allowed-ip-addresses.item-invalid',
    'AllowedIpAddresses[0]',
    ...['127.1', '010.0.0.1', '0x7f.1', '256.0.0.1', '10.0.0.1/8', '10.0.0.0/33', '::1/129'].map((ip) => [ip]),
    ...['10.0.0.9-10.0.0.1', '10.0.0.1-::1', 'fe80::1%eth0', 'example.org', '10.0.0.*', ''].map((ip) => [ip]),
  ],
  ['user.allowed-ip-addresses.duplicates', 'AllowedIpAddresses[1]', ['::A', '::a'], ['::1', '0:0:0:0:0:0:0:1']],
];

const ADJUSTMENT_ROWS: readonly FormRow[] = [
  ['user.reasonable-adjustment-percentage.range', 'ReasonableAdjustmentPercentage', -1, 1000, 1e300],
  ['user.reasonable-adjustment-percentage.type', 'ReasonableAdjustmentPercentage', '20', 0.5, true, []],
];

/** Returns users with one fault each. */
const FAULTY_USERS = [
  ...FORM_ROWS.map((row) => ({ row, others: {} })),
  ...ADJUSTMENT_ROWS.map((row) => ({ row, others: { SpecialNeeds: true } })),
].flatMap(({ row: [rule, path, ...values], others }) =>
  values.map((value) => {
    const field = path.replace(/[[.].*/, '');
    return { rule, path, field, value, request: userRequest({ ...others, [field]: value }) };
  }),
);

export const USER_CONDITIONS: readonly ConditionCase[] = [
  ...FAULTY_USERS.map(({ rule, path, field, value, request }): ConditionCase => {
    const shown = JSON.stringify(value) ?? 'nothing';
    return {
      name: `${field} is refused (${rule}): ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}`,
      covers: [rule],
      fields: [path],
      answer: (service) => service.saveUser(request),
    };
  }),
  ...[false, null, undefined].map(
    (SpecialNeeds): ConditionCase => ({
      name: `a user's percentage is not allowed where SpecialNeeds is ${SpecialNeeds}`,
      covers: ['user.reasonable-adjustment-percentage.without-special-needs'],
      fields: ['ReasonableAdjustmentPercentage'],
      answer: (service) => service.saveUser(userRequest({ SpecialNeeds, ReasonableAdjustmentPercentage: 20 })),
    }),
  ),
  ...[null, {}].map(
    (body): ConditionCase => ({
      name: `no user at all is an unknown error, and nothing else: ${JSON.stringify(body)}`,
      covers: ['user.body.empty'],
      fields: [undefined],
      answer: (service) => service.saveUser(asRequest(body)),
    }),
  ),
  ...[[], 'Ada', 7, true].map(
    (body): ConditionCase => ({
      name: `what is no object is an unknown error: ${JSON.stringify(body)}`,
      covers: ['user.body.type'],
      answer: (service) => service.saveUser(asRequest(body)),
    }),
  ),
  {
    name: 'a platform without a root hierarchy cannot take users',
    covers: ['user.root-hierarchy.not-found'],
    catalogue: WITHOUT_ROOT,
    answer: (service) => service.saveUser(userRequest()),
  },
  {
    name: 'a photo that cannot be loaded is refused where the settings want it loaded',
    covers: ['user.photo.not-loaded'],
    fields: ['Photo'],
    catalogue: withSettings({ PhotoCheck: 'load' }),
    answer: (service) => service.saveUser(userRequest({ Photo: UNLOADABLE_PHOTO })),
  },
  ...['', null].map(
    (DefaultRole): ConditionCase => ({
      name: `a role is required where DefaultRole is ${JSON.stringify(DefaultRole)}`,
      covers: ['user.role.required'],
      fields: ['Role'],
      catalogue: withSettings({ DefaultRole }),
      answer: (service) => service.saveUser(userRequest()),
    }),
  ),
];
