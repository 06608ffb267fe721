/** All kinds by their names. A further one is an object in a file of its own, its name, and a line here. */
import { candidateKind } from './candidates.ts';
import { collectionKind } from './collections.ts';
import { invigilatorKind } from './invigilators.ts';
import type { Kind } from './kind.ts';
import type { KindName } from './names.ts';
import { scheduleKind } from './schedules.ts';
import { userKind } from './users.ts';

export const KINDS = {
  schedules: scheduleKind,
  candidates: candidateKind,
  users: userKind,
  collections: collectionKind,
  invigilators: invigilatorKind,
} satisfies Record<KindName, Kind<unknown>>;
