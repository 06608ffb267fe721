/** POST /user: the request and the answer. */
import { type RecordOf, resource } from '../fields/field.ts';
import { ADJUSTMENT_PERCENTAGE, FIRST_NAME, LAST_NAME, USER_ID_CHARACTERS } from './shared-fields.ts';

/** Resources and their fields, User: the elements of Hierarchies. */
export const userHierarchyResource = resource('user-hierarchy', 'Resources and their fields: User, Hierarchies', {
  ExternalId: {
    kind: 'text',
    isId: true,
    oneLine: true,
    required: true,
    max: 64,
    meaning: 'External id of the hierarchy',
  },
  IsCoordinator: { kind: 'boolean', meaning: 'Permission: coordinator' },
  IsAdministrator: { kind: 'boolean', meaning: 'Permission: administrator' },
  HasViewReportsPermissions: { kind: 'boolean', meaning: 'Permission: view reports' },
  HasReScoringPermissions: { kind: 'boolean', meaning: 'Permission: re-scoring' },
  Action: {
    kind: 'choice',
    values: ['UPSERT', 'DELETE'],
    meaning: 'UPSERT adds or changes the link (the default), DELETE removes it',
  },
});

/** Resources and their fields, User (request fields). */
export const userResource = resource('user', 'Resources and their fields: User', {
  ExternalId: {
    kind: 'text',
    isId: true,
    max: 64,
    nonEmpty: true,
    pattern: USER_ID_CHARACTERS,
    meaning: 'Unique user id; mandatory for users whose role may participate in exams',
  },
  LastName: LAST_NAME,
  FirstName: FIRST_NAME,
  Email: { kind: 'text', max: 100, format: 'email', personal: true, meaning: 'E-mail address' },
  UserName: {
    kind: 'text',
    min: 1,
    max: 50,
    noSpaces: true,
    personal: true,
    meaning: 'User name, unique, without spaces',
  },
  Role: { kind: 'text', max: 500, nonEmpty: true, meaning: 'Title of an existing role' },
  Photo: { kind: 'text', max: 500, format: 'url', personal: true, meaning: 'URL of a photo that can be loaded' },
  DateOfBirth: {
    kind: 'text',
    max: 10,
    format: 'birth-date',
    personal: true,
    meaning: 'Date of birth, YYYY-MM-DD or YYYYMMDD',
  },
  Company: { kind: 'text', max: 100, meaning: 'Company' },
  CountryCode: { kind: 'text', max: 20, meaning: 'Country code' },
  State: { kind: 'text', max: 50, personal: true, meaning: 'State' },
  City: { kind: 'text', max: 50, isName: true, personal: true, meaning: 'City' },
  PostalCode: { kind: 'text', max: 50, personal: true, meaning: 'Postal code' },
  PostalAddress: { kind: 'text', max: 500, personal: true, meaning: 'Postal address' },
  AddressLine1: { kind: 'text', max: 500, personal: true, meaning: 'Address, first line' },
  AddressLine2: { kind: 'text', max: 500, personal: true, meaning: 'Address, second line' },
  PhoneNumber: { kind: 'text', max: 50, personal: true, meaning: 'Telephone number' },
  CellularPhone: { kind: 'text', max: 50, personal: true, meaning: 'Mobile telephone number' },
  SpecialNeeds: { kind: 'boolean', personal: true, meaning: 'Whether the user gets extra time in exams' },
  ReasonableAdjustmentPercentage: ADJUSTMENT_PERCENTAGE,
  EnableReadSpeaker: { kind: 'boolean', personal: true, meaning: 'Whether the user may use the text-to-speech reader' },
  DisableLogin: { kind: 'boolean', meaning: 'Whether login with user name and password is disabled' },
  DisablePasswordReset: { kind: 'boolean', meaning: 'Whether the user may not reset the password' },
  SynchronizationKey: {
    kind: 'text',
    max: 64,
    format: 'guid',
    meaning: 'Unique guid; deprecated, kept for backward compatibility',
  },
  Labels: {
    kind: 'list',
    max: 20,
    unique: true,
    of: { kind: 'text', max: 100, nonEmpty: true, meaning: 'A label' },
    meaning: 'Labels',
  },
  AllowedIpAddresses: {
    kind: 'list',
    max: 100,
    unique: true,
    of: { kind: 'text', format: 'ip-range', meaning: 'An IP address, CIDR block or first-last range' },
    meaning: 'IP addresses and ranges from which the user may log in',
  },
  Password: { kind: 'text', min: 5, max: 500, secret: true, personal: true, meaning: 'Password' },
  Hierarchies: {
    kind: 'list',
    unique: 'ExternalId',
    of: { kind: 'object', resource: userHierarchyResource, meaning: 'A hierarchy' },
    meaning: 'Memberships of hierarchies, with permissions',
  },
});

export type UserHierarchy = RecordOf<typeof userHierarchyResource>;
export type UserRequest = RecordOf<typeof userResource>;

/** Fields of a user that requests have and answers do not. */
export type UserWriteOnlyField = 'Password' | 'Hierarchies';
export type StoredUserFields = Omit<UserRequest, UserWriteOnlyField>;

/** The error for one hierarchy of a user. */
export interface GroupError {
  readonly ExternalId: string;
  readonly Code: number | null;
  readonly Error: string;
}

/** Endpoint 4, Content of the answer. */
export interface UserContent {
  readonly User: StoredUserFields;
  readonly GroupErrors: readonly GroupError[];
}
