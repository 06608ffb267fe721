/** The example catalogue: a mid-sized university with staff, assessments and past results. */
import type { Catalogue } from '../../../src/platform/catalogue.ts';
import { ASSESSMENTS, HIERARCHIES, PROCTORING_TEMPLATES, ROLES, SETTINGS } from './campus.ts';
import { pastReviewSessions } from './past-review-sessions.ts';
import { pastSchedules } from './past-schedules.ts';
import { STAFF } from './staff.ts';

const TAXONOMIES = [
  { ExternalId: 'TAX1', Title: 'Bloom' },
  { ExternalId: 'TAX2', Title: 'Miller’s pyramid' },
  { ExternalId: 'TAX3', Title: 'Dublin descriptors' },
];

/** The exam office may use the first two. Each of the others breaks one rule of collections. */
const OBJECTIVES = [
  { ExternalId: 'LO1', Title: 'Law: learning objectives', IsRepository: true, IsPublished: true },
  {
    ExternalId: 'LO2',
    Title: 'Medicine: learning objectives',
    IsRepository: true,
    IsPublished: true,
    SharedWith: ['scheduler.one', 'l.wojcik'],
  },
  { ExternalId: 'LO3', Title: 'Economics: draft objectives', IsRepository: true, IsPublished: false },
  { ExternalId: 'LO4', Title: 'Law: can name the sources of law', IsRepository: false, IsPublished: true },
  {
    ExternalId: 'LO5',
    Title: 'Humanities: objectives of one examiner',
    IsRepository: true,
    IsPublished: true,
    SharedWith: [],
  },
];

export function exampleCatalogue(seed: number): Catalogue {
  return {
    Settings: SETTINGS,
    Roles: ROLES,
    Hierarchies: [...HIERARCHIES],
    Users: [...STAFF],
    Assessments: [...ASSESSMENTS],
    ProctoringTemplates: PROCTORING_TEMPLATES,
    Taxonomies: TAXONOMIES,
    Objectives: OBJECTIVES,
    Schedules: pastSchedules(seed),
    ReviewSessions: pastReviewSessions(seed),
  };
}
