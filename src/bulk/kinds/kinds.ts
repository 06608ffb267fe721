/** All kinds by name. To add one: write its object in a new file, add its name to `names.ts`, and add a line here. */
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
