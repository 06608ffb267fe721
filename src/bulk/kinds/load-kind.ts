/** Loads one kind: a command of users does not wait for the code of schedules. */
import type { Kind } from './kind.ts';
import type { KindName } from './names.ts';

const LOADERS: Readonly<Record<KindName, () => Promise<Kind<unknown>>>> = {
  schedules: async () => (await import('./schedules.ts')).scheduleKind,
  candidates: async () => (await import('./candidates.ts')).candidateKind,
  users: async () => (await import('./users.ts')).userKind,
  collections: async () => (await import('./collections.ts')).collectionKind,
  invigilators: async () => (await import('./invigilators.ts')).invigilatorKind,
};

export function loadKind(name: KindName): Promise<Kind<unknown>> {
  return LOADERS[name]();
}
