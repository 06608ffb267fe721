/**
 * The university of the example catalogue and of the generated sittings. Both use the tables below, so that the catalogue
 * has everything that a sitting names.
 */
import type { Assessment, Hierarchy, ProctoringTemplate, Role, Settings } from '../../../src/platform/catalogue.ts';

export const SETTINGS = {
  Owner: 'scheduler.one',
  SiteUrl: 'https://exams.example.org',
  DefaultRole: 'Candidate',
  UserMode: 'upsert',
  CreateMissingHierarchies: false,
  PhotoCheck: 'form',
} as const satisfies Settings;

export const ROLES = [
  { Title: 'Candidate', Participate: true, Permissions: [] },
  { Title: 'Exam office', Participate: false, Permissions: ['ManageSchedules', 'ViewCollections'] },
  { Title: 'Examiner', Participate: false, Permissions: ['ViewCollections'] },
  { Title: 'Invigilator', Participate: false, Permissions: [] },
  { Title: 'Teaching assistant', Participate: true, Permissions: [] },
] satisfies Role[];

const FACULTIES = {
  LAW: 'Faculty of Law',
  MED: 'Faculty of Medicine',
  ECO: 'Faculty of Economics',
  SCI: 'Faculty of Science',
  HUM: 'Faculty of Humanities',
} as const;

type FacultyId = keyof typeof FACULTIES;

export interface YearGroup {
  readonly ExternalId: string;
  readonly Title: string;
  readonly faculty: FacultyId;
}

/** The groups whose students sit exams. */
export const YEAR_GROUPS: readonly [YearGroup, ...YearGroup[]] = [
  { ExternalId: 'LAW-1', Title: 'Law, year 1', faculty: 'LAW' },
  { ExternalId: 'LAW-2', Title: 'Law, year 2', faculty: 'LAW' },
  { ExternalId: 'MED-1', Title: 'Medicine, year 1', faculty: 'MED' },
  { ExternalId: 'MED-2', Title: 'Medicine, year 2', faculty: 'MED' },
  { ExternalId: 'ECO-1', Title: 'Economics, year 1', faculty: 'ECO' },
  { ExternalId: 'ECO-2', Title: 'Economics, year 2', faculty: 'ECO' },
  { ExternalId: 'SCI-1', Title: 'Science, year 1', faculty: 'SCI' },
  { ExternalId: 'HUM-1', Title: 'Humanities, year 1', faculty: 'HUM' },
];

const ROOT = { ExternalId: 'UNIVERSITY', Title: 'Example University' } as const;

export const HIERARCHIES: readonly Hierarchy[] = [
  { ...ROOT, ParentExternalId: null, IsActive: true, AllowsPermissions: true },
  ...Object.entries(FACULTIES).map(([id, title]) => below(ROOT.ExternalId, id, title)),
  ...YEAR_GROUPS.map(({ ExternalId, Title, faculty }) => below(faculty, ExternalId, Title)),
  { ...below('LAW', 'LAW-OLD', 'Law, programme before 2020'), IsActive: false },
  { ...below(ROOT.ExternalId, 'EXCHANGE', 'Exchange students'), AllowsPermissions: false },
];

type CampusAssessment = Required<{ [K in keyof Assessment]: NonNullable<Assessment[K]> }>;

export const ASSESSMENTS: readonly CampusAssessment[] = [
  assessment('LAW-101', 'Contract law', 120, 10),
  assessment('LAW-102', 'Constitutional law', 90, 0),
  assessment('LAW-201', 'Law of evidence', 150, 0),
  assessment('MED-101', 'Anatomy of the nervous system', 90, 5),
  assessment('MED-110', 'Pharmacology: calculations', 60, 0),
  { ...assessment('MED-205', 'Clinical reasoning', 120, 0), UseProctoringService: true },
  assessment('ECO-101', 'Microeconomics', 120, 0),
  assessment('ECO-120', 'Statistics for economists', 100, 0),
  assessment('SCI-101', 'Linear algebra', 120, 0),
  { ...assessment('SCI-140', 'Programming in practice', 180, 15), UseProctoringService: true },
  assessment('HUM-101', 'History of ideas', 120, 0),
  assessment('HUM-130', 'Academic writing', 45, 5),
];

export const PROCTORING_TEMPLATES = [
  { ExternalId: 'PTSTANDARD', Title: 'Standard: camera and screen', IsDefault: true },
  { ExternalId: 'PTSTRICT', Title: 'Strict: camera, screen and room scan', IsDefault: false },
] as const satisfies ProctoringTemplate[];

export function assessmentsOf(faculty: FacultyId): readonly CampusAssessment[] {
  return ASSESSMENTS.filter(({ ExternalId }) => ExternalId.startsWith(faculty));
}

export function facultyTitle(faculty: FacultyId): string {
  return FACULTIES[faculty];
}

function below(parent: string, id: string, title: string): Hierarchy {
  return { ExternalId: id, Title: title, ParentExternalId: parent, IsActive: true, AllowsPermissions: true };
}

function assessment(id: string, title: string, minutes: number, extraMinutes: number): CampusAssessment {
  return {
    ExternalId: id,
    Title: title,
    Code: id.replace('-', ''),
    MaxTimePerAttempt: minutes,
    ExtraTime: extraMinutes,
    UseProctoringService: false,
  };
}
