/** The catalogue of the platform for every case, and functions that change it. */
import type { Catalogue } from '../../../src/platform/catalogue.ts';

const START = '2027-01-11T08:00:00.000Z';
const group = { GroupExtId: 'LAW-1', GroupName: 'Law, year 1' };

/** Names of maximum length, of entries that must exist. */
export const LONGEST_ID = 'X'.repeat(64);
export const LONGEST_ROLE = 'R'.repeat(500);

export const BASE_CATALOGUE = {
  Settings: { Owner: 'scheduler.one', SiteUrl: 'https://exams.example.org', DefaultRole: 'Candidate' },
  Roles: [
    { Title: 'Candidate', Participate: true, Permissions: [] },
    { Title: 'Exam office', Participate: false, Permissions: ['ManageSchedules', 'ViewCollections'] },
    { Title: 'Author', Participate: false, Permissions: ['ViewCollections'] },
    { Title: 'Planner', Participate: false, Permissions: ['ManageSchedules'] },
    { Title: LONGEST_ROLE, Participate: true, Permissions: [] },
  ],
  Hierarchies: [
    { ExternalId: 'ROOT', Title: 'University', ParentExternalId: null },
    { ExternalId: 'LAW-1', Title: 'Law, year 1', ParentExternalId: 'ROOT' },
    { ExternalId: 'LAW-2', Title: 'Law, year 2', ParentExternalId: 'ROOT' },
    { ExternalId: 'CLOSED', Title: 'Law, 1999', ParentExternalId: 'ROOT', IsActive: false },
    { ExternalId: 'PLAIN', Title: 'No permissions', ParentExternalId: 'ROOT', AllowsPermissions: false },
    { ExternalId: LONGEST_ID, Title: 'Long', ParentExternalId: 'ROOT' },
  ],
  Users: [
    { ExternalId: 'u-office', FirstName: 'Olga', LastName: 'Office', UserName: 'scheduler.one', Role: 'Exam office' },
    { ExternalId: 'u-author', FirstName: 'Anna', LastName: 'Author', UserName: 'author.one', Role: 'Author' },
    { ExternalId: 'u-planner', FirstName: 'Paul', LastName: 'Planner', UserName: 'planner.one', Role: 'Planner' },
    { ExternalId: 'u-none', FirstName: 'Nora', LastName: 'None', UserName: 'no.role' },
    { ExternalId: 'u-7', FirstName: 'Ines', LastName: 'Seven', UserName: 'invigilator.7', Role: 'Candidate' },
    { ExternalId: 'u-8', FirstName: 'Igor', LastName: 'Eight', UserName: 'invigilator.8', Role: 'Candidate' },
  ],
  Assessments: [
    { ExternalId: 'LAW-101', Title: 'Contract law', Code: 'L101', MaxTimePerAttempt: 120, ExtraTime: 15 },
    { ExternalId: 'PRO-1', Title: 'Proctored', MaxTimePerAttempt: 60, UseProctoringService: true },
    { ExternalId: 'SLOW-1', Title: 'Slow', MaxTimePerAttempt: 60, ExtraTime: 90 },
    { ExternalId: LONGEST_ID, Title: 'T'.repeat(500), MaxTimePerAttempt: 60 },
  ],
  ProctoringTemplates: [
    { ExternalId: 'PT1', Title: 'Strict' },
    { ExternalId: 'PT2', Title: 'Standard', IsDefault: true },
    { ExternalId: LONGEST_ID, Title: 'Long' },
  ],
  Taxonomies: [{ ExternalId: 'TAX1', Title: 'Bloom' }],
  Objectives: [
    { ExternalId: 'LO1', Title: 'For all', IsRepository: true, IsPublished: true },
    { ExternalId: 'LO2', Title: 'No repository', IsRepository: false, IsPublished: true },
    { ExternalId: 'LO3', Title: 'Draft', IsRepository: true, IsPublished: false },
    { ExternalId: 'LO4', Title: 'For nobody', IsRepository: true, IsPublished: true, SharedWith: [] },
    { ExternalId: 'LO5', Title: 'For one', IsRepository: true, IsPublished: true, SharedWith: ['scheduler.one'] },
  ],
  Schedules: [
    ...(['ACTIVATED', 'FINISHED', 'ARCHIVED', 'DRAFT'] as const).map((Status) => ({
      Schedule: { AssessmentExtId: 'LAW-101', ScheduleExtId: `S-${Status}`, StartDateTime: START, ...group },
      Status,
      Candidates: [],
      Invigilators: ['u-7', 'u-8'],
    })),
    {
      Schedule: { AssessmentExtId: 'LAW-101', ScheduleExtId: 'S-ATTEMPTS', StartDateTime: START, ...group },
      Workflow: 'EXTERNAL_ATTEMPTS',
      Candidates: [],
    },
  ],
  ReviewSessions: [{ ExternalId: 'RS-BARE' }],
} satisfies Catalogue;

/** The base catalogue with other settings; null removes one. */
export function withSettings(settings: NonNullable<Catalogue['Settings']>): Catalogue {
  return { ...BASE_CATALOGUE, Settings: { ...BASE_CATALOGUE.Settings, ...settings } };
}

/** The base catalogue with other parts. */
export function withParts(parts: Catalogue): Catalogue {
  return { ...BASE_CATALOGUE, ...parts };
}

/** A catalogue with settings, roles and users, and no hierarchy. */
export const WITHOUT_ROOT: Catalogue = withParts({ Hierarchies: [], Schedules: [] });
