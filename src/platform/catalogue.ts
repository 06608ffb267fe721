/**
 * The catalogue: the entries that the local platform needs before the first request. The interface has no operation
 * that creates them, but its rules refer to them.
 */
import { type RecordOf, type Resource, resource } from './fields/field.ts';
import { reviewSessionResource } from './resources/review-session.ts';
import {
  candidateResource,
  DEFAULTED_FIELDS,
  scheduleRequestResource,
  scheduleResource,
} from './resources/schedule.ts';
import { userResource } from './resources/user.ts';

/** What a role may allow ("Authentication", 4 and 5). */
export const PERMISSIONS = ['ManageSchedules', 'ViewCollections'] as const;

const SECTION = 'docs/store.md: The catalogue';
const EXTERNAL_ID = { kind: 'text', required: true, max: 64, meaning: 'External id' } as const;
const TITLE = { kind: 'text', max: 500, meaning: 'Title' } as const;

const settingsResource = resource('settings', SECTION, {
  Owner: {
    kind: 'text',
    max: 500,
    meaning: 'Owner of schedules and collections that name none ("external API settings")',
  },
  SiteUrl: { kind: 'text', max: 500, format: 'url', meaning: "The site's URL, with which StartupLinks begin" },
  DefaultRole: { kind: 'text', max: 500, meaning: 'Role of users that name none' },
  UserMode: {
    kind: 'choice',
    values: ['upsert', 'create', 'update'],
    meaning: 'Whether POST /user creates and updates (the default), only creates, or only updates',
  },
  CreateMissingHierarchies: { kind: 'boolean', meaning: 'Create an unknown group below the root' },
  PhotoCheck: {
    kind: 'choice',
    values: ['form', 'load'],
    meaning: 'Whether a photo is checked by its URL or fetched',
  },
});

const roleResource = resource('role', SECTION, {
  Title: { kind: 'text', required: true, max: 500, meaning: 'Title, by which users name it' },
  Participate: { kind: 'boolean', meaning: 'Whether its users sit exams' },
  Permissions: {
    kind: 'list',
    of: { kind: 'choice', values: PERMISSIONS, meaning: 'A permission' },
    meaning: 'What its users may do',
  },
});

const hierarchyResource = resource('hierarchy', SECTION, {
  ExternalId: EXTERNAL_ID,
  Title: TITLE,
  ParentExternalId: { kind: 'text', max: 64, meaning: 'External id of the parent; null for the root' },
  IsActive: { kind: 'boolean', meaning: 'Whether it is active (the default)' },
  AllowsPermissions: { kind: 'boolean', meaning: 'Whether permissions can be set on it (the default)' },
});

/** At most a year: a longer time is a mistake, and the end of the sitting could be beyond the range of dates. */
const MINUTES = { min: 0, max: 366 * 24 * 60 } as const;

const assessmentResource = resource('assessment', SECTION, {
  ExternalId: EXTERNAL_ID,
  Title: TITLE,
  Code: { kind: 'text', max: 60, meaning: 'Code' },
  MaxTimePerAttempt: { kind: 'integer', ...MINUTES, required: true, meaning: 'Duration in minutes' },
  ExtraTime: { kind: 'integer', ...MINUTES, meaning: 'Extra time for everybody in minutes' },
  UseProctoringService: { kind: 'boolean', meaning: 'Whether schedules use online proctoring if they do not say' },
});

const proctoringTemplateResource = resource('proctoring-template', SECTION, {
  ExternalId: EXTERNAL_ID,
  Title: TITLE,
  IsDefault: { kind: 'boolean', meaning: 'Whether it is the default of the global settings' },
});

const taxonomyResource = resource('taxonomy-entry', SECTION, { ExternalId: EXTERNAL_ID, Title: TITLE });

const objectiveResource = resource('objective', SECTION, {
  ExternalId: EXTERNAL_ID,
  Title: TITLE,
  IsRepository: { kind: 'boolean', meaning: 'Whether it is a repository' },
  IsPublished: { kind: 'boolean', meaning: 'Whether it is published' },
  SharedWith: {
    kind: 'list',
    of: { kind: 'text', meaning: 'A user name' },
    meaning: 'Users who have access: absent means everybody, empty means no one',
  },
});

/** "States and transitions": the interface names the states and leaves the transitions to the platform. */
export const SCHEDULE_STATUSES = ['DRAFT', 'ACTIVATED', 'FINISHED', 'ARCHIVED'] as const;

/** Whether the sitting is over: it occupies nobody any more, and it cannot move. */
export function isOver(status: ScheduleStatus): boolean {
  return status === 'FINISHED' || status === 'ARCHIVED';
}

const scheduleEntryResource = resource('schedule-entry', SECTION, {
  Schedule: { kind: 'object', required: true, resource: scheduleResource, meaning: 'The schedule' },
  Defaulted: {
    kind: 'list',
    of: { kind: 'choice', values: DEFAULTED_FIELDS, meaning: 'A field of the schedule' },
    unique: true,
    meaning: 'Fields of the schedule that the platform filled in; each update fills them in again',
  },
  Workflow: scheduleRequestResource.fields.Workflow,
  Status: { kind: 'choice', values: SCHEDULE_STATUSES, meaning: 'State of the schedule; DRAFT if not set' },
  Candidates: {
    kind: 'list',
    of: { kind: 'object', resource: candidateResource, meaning: 'A candidate' },
    unique: 'CandidateExtId',
    meaning: 'The candidates',
  },
  Invigilators: {
    kind: 'list',
    of: { kind: 'text', meaning: 'External user id' },
    unique: true,
    meaning: 'External ids of the users who invigilate',
  },
});

const { UserName: candidateName, Email: candidateEmail, CandidateExtId } = candidateResource.fields;
const { UserName: userName, Email: userEmail, ExternalId } = userResource.fields;
const { noSpaces: _, ...spacedUserName } = userName;

/** Users of a catalogue. Some were candidates first, and the interface has wider limits for candidates. */
const userEntryResource = resource('user', SECTION, {
  ...userResource.fields,
  ExternalId: { ...ExternalId, max: CandidateExtId.max },
  UserName: { ...spacedUserName, max: candidateName.max },
  Email: { ...userEmail, max: candidateEmail.max },
});

/** A catalogue document: lists of entries by kind. Every part may be absent. */
export const catalogueResource = resource('catalogue', SECTION, {
  Settings: { kind: 'object', resource: settingsResource, meaning: "The platform's settings" },
  Roles: listOf(roleResource, 'Roles', 'Title'),
  Hierarchies: listOf(hierarchyResource, 'Hierarchies'),
  Users: listOf(userEntryResource, 'Users', 'ExternalId|UserName'),
  Assessments: listOf(assessmentResource, 'Assessments'),
  ProctoringTemplates: listOf(proctoringTemplateResource, 'Proctoring templates'),
  Taxonomies: listOf(taxonomyResource, 'Taxonomies'),
  Objectives: listOf(objectiveResource, 'Learning objectives'),
  Schedules: listOf(scheduleEntryResource, 'Schedules', 'Schedule.ScheduleExtId'),
  ReviewSessions: listOf(reviewSessionResource, 'Review sessions with their results'),
});

export type Settings = RecordOf<typeof settingsResource>;
export type Role = RecordOf<typeof roleResource>;
export type Hierarchy = RecordOf<typeof hierarchyResource>;
export type Assessment = RecordOf<typeof assessmentResource>;
export type ProctoringTemplate = RecordOf<typeof proctoringTemplateResource>;
export type Taxonomy = RecordOf<typeof taxonomyResource>;
export type Objective = RecordOf<typeof objectiveResource>;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
export type Catalogue = RecordOf<typeof catalogueResource>;

function listOf<const R extends Resource>(resource: R, meaning: string, unique = 'ExternalId') {
  return { kind: 'list', of: { kind: 'object', resource, meaning: 'An entry' }, unique, meaning } as const;
}
