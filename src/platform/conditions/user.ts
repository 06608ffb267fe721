/** Errors: User (400). */
import type { ConditionRow } from './condition.ts';
import { ADJUSTMENT_INVALID, ADJUSTMENT_WITHOUT_SPECIAL_NEEDS } from './shared.ts';

export const userConditions = [
  // The interface numbers every condition of users; 102 is left for a body that is no user at all.
  { code: 102, rules: ['user.body.type', 'user.body.empty'], meaning: 'Unknown error' },
  { code: 130, rules: ['user.root-hierarchy.not-found'], meaning: 'Root hierarchy not found' },
  { code: 131, rules: ['user.hierarchy.not-found'], meaning: 'Hierarchy not found' },
  { code: 133, rules: ['user.hierarchy.permissions'], meaning: 'Permissions cannot be set for the hierarchy' },
  { code: 202, rules: ['user.not-found'], meaning: 'User not found' },
  { code: 206, rules: ['user.external-id.required', 'user.external-id.empty'], meaning: 'ExternalId null or empty' },
  {
    code: 209,
    rules: ['user.email.invalid', 'user.email.surrounding-space', 'user.email.too-long'],
    meaning: 'Email not a valid address',
  },
  { code: 210, rules: ['user.first-name.required'], meaning: 'FirstName null or empty' },
  { code: 211, rules: ['user.first-name.too-long'], meaning: 'FirstName too long' },
  { code: 212, rules: ['user.last-name.required'], meaning: 'LastName null or empty' },
  { code: 213, rules: ['user.last-name.too-long'], meaning: 'LastName too long' },
  { code: 214, rules: ['user.user-name.taken'], meaning: 'A user with the same UserName exists' },
  { code: 218, rules: ['user.external-id.too-long'], meaning: 'ExternalId too long' },
  {
    code: 219,
    rules: ['user.external-id.pattern', 'user.external-id.surrounding-space'],
    meaning: 'ExternalId has characters that are not allowed',
  },
  { code: 220, rules: ['user.cellular-phone.too-long'], meaning: 'CellularPhone too long' },
  { code: 221, rules: ['user.phone-number.too-long'], meaning: 'PhoneNumber too long' },
  { code: 222, rules: ['user.address-line1.too-long'], meaning: 'AddressLine1 too long' },
  { code: 223, rules: ['user.address-line2.too-long'], meaning: 'AddressLine2 too long' },
  { code: 224, rules: ['user.postal-code.too-long'], meaning: 'PostalCode too long' },
  { code: 225, rules: ['user.postal-address.too-long'], meaning: 'PostalAddress too long' },
  {
    code: 226,
    rules: ['user.user-name.spaces', 'user.user-name.surrounding-space', 'user.user-name.too-long'],
    meaning: 'UserName has spaces or is too long',
  },
  { code: 227, rules: ['user.company.too-long'], meaning: 'Company too long' },
  { code: 228, rules: ['user.city.too-long'], meaning: 'City too long' },
  { code: 229, rules: ['user.state.too-long'], meaning: 'State too long' },
  { code: 230, rules: ['user.country-code.too-long'], meaning: 'CountryCode too long' },
  {
    code: 231,
    rules: [
      'user.synchronization-key.invalid',
      'user.synchronization-key.surrounding-space',
      'user.synchronization-key.too-long',
    ],
    meaning: 'SynchronizationKey not a valid guid',
  },
  {
    code: 232,
    rules: ['user.synchronization-key.taken'],
    meaning: 'A user with the same SynchronizationKey exists',
  },
  { code: 233, rules: ['user.external-id.taken'], meaning: 'A user with the same ExternalId exists' },
  { code: 234, rules: ['user.labels.too-many'], meaning: 'Too many labels' },
  {
    code: 235,
    rules: ['user.labels.item-empty', 'user.labels.item-too-long'],
    meaning: 'A label is empty or too long',
  },
  { code: 236, rules: ['user.labels.duplicates'], meaning: 'Labels contain duplicates' },
  { code: 237, rules: ['user.allowed-ip-addresses.too-many'], meaning: 'Too many AllowedIpAddresses' },
  {
    code: 238,
    rules: [
      'user.allowed-ip-addresses.item-invalid',
      'user.allowed-ip-addresses.item-empty',
      'user.allowed-ip-addresses.item-type',
      'user.allowed-ip-addresses.item-surrounding-space',
    ],
    meaning: 'AllowedIpAddresses not valid IPs or IP ranges',
  },
  { code: 239, rules: ['user.allowed-ip-addresses.duplicates'], meaning: 'AllowedIpAddresses contain duplicates' },
  { code: 240, rules: ['user.role.required', 'user.role.empty'], meaning: 'Role null or empty' },
  { code: 241, rules: ['user.role.not-found'], meaning: 'Role with the given title not found' },
  { code: 242, rules: ['user.hierarchies.item-empty'], meaning: 'Hierarchies contain nulls' },
  { code: 243, rules: ['user-hierarchy.external-id.duplicates'], meaning: 'Hierarchies contain duplicates' },
  { code: 244, rules: ['user-hierarchy.action.choice'], meaning: 'Hierarchies contain invalid actions' },
  {
    code: 245,
    rules: ['user.photo.invalid', 'user.photo.surrounding-space', 'user.photo.too-long', 'user.photo.not-loaded'],
    meaning: 'Photo could not be loaded; must be a valid URL',
  },
  {
    code: 246,
    rules: ['user.date-of-birth.invalid', 'user.date-of-birth.surrounding-space', 'user.date-of-birth.too-long'],
    meaning: 'DateOfBirth not in YYYY-MM-DD or YYYYMMDD',
  },
  {
    code: 247,
    rules: ['user.password.too-short', 'user.password.too-long'],
    meaning: 'Password too short or too long',
  },
  {
    ...ADJUSTMENT_INVALID,
    rules: ['user.reasonable-adjustment-percentage.range', 'user.reasonable-adjustment-percentage.type'],
  },
  { ...ADJUSTMENT_WITHOUT_SPECIAL_NEEDS, rules: ['user.reasonable-adjustment-percentage.without-special-needs'] },
  { code: 1134, rules: ['user.hierarchy.inactive'], meaning: 'Hierarchy must be active' },
] as const satisfies readonly ConditionRow[];
