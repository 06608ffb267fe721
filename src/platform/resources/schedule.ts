/** POST /schedule: the request, its schedule and its candidates. */
import { type RecordOf, resource } from '../fields/field.ts';
import {
  ADJUSTMENT_PERCENTAGE,
  ALPHANUMERIC,
  ALPHANUMERIC_AND_DASHES,
  FIRST_NAME,
  LAST_NAME,
} from './shared-fields.ts';

const ID = { kind: 'text', isId: true, max: 64, pattern: ALPHANUMERIC_AND_DASHES } as const;

/** Resources and their fields, Schedule (request object Schedule). */
export const scheduleResource = resource('schedule', 'Resources and their fields: Schedule', {
  AssessmentExtId: { ...ID, required: true, meaning: 'External id of the assessment to sit' },
  Title: { kind: 'text', max: 100, meaning: 'Title of the schedule; generated if not set' },
  ScheduleExtId: { ...ID, meaning: 'External id of the schedule, chosen by you; unique' },
  StartDateTime: { kind: 'date-time', required: true, meaning: 'When the sitting starts' },
  EndDateTime: {
    kind: 'date-time',
    anyOffset: true,
    meaning: 'When the sitting ends; if not set: start, assessment duration and 60 minutes',
  },
  GroupExtId: { ...ID, required: true, meaning: 'Hierarchy (group) to which the candidates are attached' },
  GroupName: { kind: 'text', required: true, max: 500, meaning: 'Title of that hierarchy' },
  ScheduleGroupExtId: { ...ID, meaning: 'Hierarchy to which the schedule is attached; the root if not set' },
  ScheduleGroupName: { kind: 'text', max: 500, meaning: 'Title of that hierarchy' },
  LockExamOnConnectionLoss: { kind: 'boolean', meaning: 'Whether the exam is locked when the connection is lost' },
  Owner: {
    kind: 'text',
    oneLine: true,
    max: 500,
    meaning: "User name of the schedule's owner; overrides the platform's setting",
  },
  PIN: { kind: 'text', max: 4, secret: true, meaning: 'PIN for the candidates' },
  UseProctoringService: {
    kind: 'boolean',
    meaning: 'Whether an online proctoring service is used; if not set, as the assessment says',
  },
  ProctoringServiceTemplateExternalId: {
    ...ID,
    pattern: ALPHANUMERIC,
    meaning: 'Proctoring template; the default template if not set',
  },
  UseKeyCode: { kind: 'boolean', meaning: 'Whether candidates log in with a keycode from an invigilator' },
  enableAutomaticDataCleanup: {
    kind: 'boolean',
    meaning: "Whether the schedule's data is deleted after a defined period",
  },
  dataCleanupNoticePeriod: {
    kind: 'text',
    meaning: 'Notice before the clean-up; the interface does not say in what form',
  },
});

const OPTIONAL_TEXT = { kind: 'text', max: 500 } as const;

/** Resources and their fields, Candidate (elements of Candidates). */
export const candidateResource = resource('candidate', 'Resources and their fields: Candidate', {
  CandidateExtId: { ...ID, required: true, max: 500, meaning: 'User id of the candidate in the platform' },
  FirstName: FIRST_NAME,
  LastName: LAST_NAME,
  Email: { kind: 'text', required: true, max: 500, format: 'email', personal: true, meaning: 'E-mail address' },
  UserName: { ...OPTIONAL_TEXT, oneLine: true, personal: true, meaning: 'User name; the CandidateExtId if not set' },
  Password: {
    ...OPTIONAL_TEXT,
    min: 1,
    secret: true,
    personal: true,
    meaning: 'Password for manual login; stored salted and hashed',
  },
  SpecialNeeds: { kind: 'boolean', asText: true, personal: true, meaning: 'Whether the candidate needs extra time' },
  ReasonableAdjustmentPercentage: ADJUSTMENT_PERCENTAGE,
  AttemptExtId: {
    ...OPTIONAL_TEXT,
    isId: true,
    oneLine: true,
    meaning: 'Id of the attempt; required by workflow EXTERNAL_ATTEMPTS, not allowed with DEFAULT',
  },
  Photo: { ...OPTIONAL_TEXT, personal: true, meaning: 'Photo' },
  Company: { ...OPTIONAL_TEXT, meaning: 'Company' },
  City: { ...OPTIONAL_TEXT, isName: true, personal: true, meaning: 'City' },
  State: { ...OPTIONAL_TEXT, personal: true, meaning: 'State' },
  CountryCode: { ...OPTIONAL_TEXT, meaning: 'Country code' },
  PostalCode: { ...OPTIONAL_TEXT, personal: true, meaning: 'Postal code' },
  AddressLine1: { ...OPTIONAL_TEXT, personal: true, meaning: 'Address, first line' },
  AddressLine2: { ...OPTIONAL_TEXT, personal: true, meaning: 'Address, second line' },
  PhoneNumber: { ...OPTIONAL_TEXT, personal: true, meaning: 'Telephone number' },
  RegistrationNumber: { ...OPTIONAL_TEXT, personal: true, meaning: 'Registration number' },
  VoucherId: { ...OPTIONAL_TEXT, isId: true, oneLine: true, meaning: 'Voucher id' },
  CompId: { ...OPTIONAL_TEXT, isId: true, oneLine: true, meaning: 'Comp id' },
  ProctorUIds: {
    kind: 'list',
    of: { kind: 'text', isId: true, oneLine: true, nonEmpty: true, meaning: 'External id of a proctor' },
    meaning: 'External ids of proctors',
  },
});

/** Endpoint 1: the top level of the request. */
export const scheduleRequestResource = resource('schedule-request', 'Endpoints: 1. Create schedule', {
  Workflow: {
    kind: 'choice',
    values: ['DEFAULT', 'EXTERNAL_ATTEMPTS'],
    meaning: 'DEFAULT, or EXTERNAL_ATTEMPTS where each candidate carries an AttemptExtId',
  },
  Upsert: { kind: 'boolean', meaning: 'Update the schedule where one with this ScheduleExtId exists' },
  Schedule: { kind: 'object', required: true, resource: scheduleResource, meaning: 'The schedule' },
  Candidates: {
    kind: 'list',
    required: true,
    of: { kind: 'object', resource: candidateResource, meaning: 'A candidate' },
    unique: 'CandidateExtId',
    meaning: 'The candidates',
  },
});

/** Fields that the platform fills in if they are not set, from the assessment, the start and the global settings. */
export const DEFAULTED_FIELDS = [
  'Title',
  'EndDateTime',
  'UseProctoringService',
  'ProctoringServiceTemplateExternalId',
] as const satisfies readonly (keyof typeof scheduleResource.fields)[];
export type DefaultedField = (typeof DEFAULTED_FIELDS)[number];

export type Schedule = RecordOf<typeof scheduleResource>;
export type Candidate = RecordOf<typeof candidateResource>;
export type ScheduleRequest = RecordOf<typeof scheduleRequestResource>;

/** Limits, 4: minutes that the default end adds to the start and the assessment's duration. */
export const DEFAULT_END_MARGIN_MINUTES = 60;
