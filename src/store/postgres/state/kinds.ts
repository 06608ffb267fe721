import type { EntityKind } from '../../../platform/entities.ts';

/** A store knows only types of the platform. The type keeps this list complete. */
const KINDS: Readonly<Record<EntityKind, true>> = {
  Assessments: true,
  Collections: true,
  Hierarchies: true,
  KeptAnswers: true,
  Objectives: true,
  ProctoringTemplates: true,
  ReviewSessions: true,
  Roles: true,
  RootHierarchy: true,
  Schedules: true,
  Settings: true,
  SynchronizationKeys: true,
  Taxonomies: true,
  UserNames: true,
  Users: true,
};

/**
 * All kinds, in their order in the index. Statements about a whole tenant name them, since the index begins with the
 * kind.
 */
export const ALL_KINDS = Object.keys(KINDS) as readonly EntityKind[];
