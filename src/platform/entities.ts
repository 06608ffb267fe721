/** The entities that the local platform stores. An entity is a JSON value; its id is unique within its kind. */
import type {
  Assessment,
  Hierarchy,
  Objective,
  ProctoringTemplate,
  Role,
  ScheduleStatus,
  Settings,
  Taxonomy,
} from './catalogue.ts';
import type { Answer } from './envelope.ts';
import type { RepositoryReference, TaxonomyReference } from './resources/collection.ts';
import type { ReviewSession } from './resources/review-session.ts';
import type { Candidate, DefaultedField, Schedule, ScheduleRequest } from './resources/schedule.ts';
import type { StoredUserFields, UserHierarchy } from './resources/user.ts';

/** A user as stored: with the hash of the password in PHC string form, instead of the password. */
export interface UserEntity extends StoredUserFields {
  ExternalId: string;
  PasswordHash?: string | undefined;
  Hierarchies?: Omit<UserHierarchy, 'Action'>[] | undefined;
}

/** The reason why the platform needs the login of a user. */
export type Duty = 'owns-settings' | 'manages-schedules' | 'administers-hierarchy';

/** A candidate of a schedule as stored: without the password, which belongs to the user, and with the links. */
export interface CandidateEntity extends Omit<Candidate, 'Password'> {
  StartupLink: string;
  LaunchUrl?: string | undefined;
}

/** The links of a candidate for a mail merge, without masks. */
export interface CandidateLinks {
  readonly CandidateExtId: string;
  readonly FirstName: string;
  readonly LastName: string;
  readonly Email: string;
  readonly ScheduleTitle: string | null;
  readonly StartDateTime: string;
  readonly EndDateTime: string | null;
  readonly StartupLink: string;
  readonly LaunchUrl: string | null;
}

export interface ScheduleEntity {
  Schedule: Schedule & { ScheduleExtId: string };
  /** The fields that the platform filled in: each update fills them in again. Absent if there are none. */
  Defaulted?: DefaultedField[] | undefined;
  Workflow: NonNullable<ScheduleRequest['Workflow']>;
  Status: ScheduleStatus;
  Candidates: CandidateEntity[];
  /** External ids of users. */
  Invigilators: string[];
}

interface CollectionEntity {
  ExternalId: string;
  Title: string;
  Owner: string;
  Taxonomies: TaxonomyReference[];
  ObjectiveRepositories: RepositoryReference[];
}

/** An index entry: the id of the root hierarchy, or of the user with a user name or a synchronisation key. */
interface IndexEntry {
  ExternalId: string;
}

/** The answer to a request that has a key. The same request gets the same answer again. */
interface KeptAnswer {
  /** The digest of the request. */
  readonly digest: string;
  /** The end of its validity, in milliseconds since 1970. */
  readonly until: number;
  readonly status: Answer<unknown>['status'];
  readonly envelope: Answer<unknown>['envelope'];
}

export interface Entities {
  /** One entity, with the id `SETTINGS_ID`. */
  Settings: Settings;
  Roles: Role;
  Hierarchies: Hierarchy;
  /** One entity, with the id `ROOT_ID`: it refers to the hierarchy without a parent. */
  RootHierarchy: IndexEntry;
  Users: UserEntity;
  UserNames: IndexEntry;
  SynchronizationKeys: IndexEntry;
  Assessments: Assessment;
  ProctoringTemplates: ProctoringTemplate;
  Taxonomies: Taxonomy;
  Objectives: Objective;
  Collections: CollectionEntity;
  Schedules: ScheduleEntity;
  ReviewSessions: ReviewSession;
  /** By the day of the request, its sender and its key. An answer is kept for a day. */
  KeptAnswers: KeptAnswer;
}

export type EntityKind = keyof Entities;

export const SETTINGS_ID = 'settings';
export const ROOT_ID = 'root';

/** The kinds that can be shown, in the order of the catalogue. */
export const SHOWN_KINDS = [
  'Settings',
  'Roles',
  'Hierarchies',
  'Users',
  'Assessments',
  'ProctoringTemplates',
  'Taxonomies',
  'Objectives',
  'Collections',
  'Schedules',
  'ReviewSessions',
] as const satisfies readonly EntityKind[];
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** Indices and kept answers. */
const OTHER_KINDS: Readonly<Record<Exclude<EntityKind, ShownKind>, true>> = {
  RootHierarchy: true,
  UserNames: true,
  SynchronizationKeys: true,
  KeptAnswers: true,
};
export const ENTITY_KINDS: readonly EntityKind[] = [...SHOWN_KINDS, ...(Object.keys(OTHER_KINDS) as EntityKind[])];
