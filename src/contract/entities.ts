/** Placeholder while the contract is being written: the entities that the embedded platform keeps. */
export interface Entities {
  Settings: Record<string, unknown>;
  Users: Record<string, unknown>;
  Schedules: Record<string, unknown>;
}
export type EntityKind = keyof Entities;
