/** Reads the entries of the embedded platform, for choices, completion and suggestions. A remote lists no entries. */

import { allClosest } from '../../base/closest.ts';
import { ownValue } from '../../base/own-value.ts';
import { eitherOf } from '../../base/text/either-of.ts';
import type { Context, Platform } from '../../context.ts';
import type { ShownKind } from '../../platform/entities.ts';
import type { TargetChoice } from '../options/target-options.ts';

export interface KnownEntry {
  readonly id: string;
  readonly title: string | undefined;
  readonly entry: object;
}

/** The kind of entries that a field refers to. */
const KINDS_BY_FIELD: Readonly<Record<string, ShownKind>> = {
  Role: 'Roles',
  Hierarchies: 'Hierarchies',
  GroupExtId: 'Hierarchies',
  ScheduleGroupExtId: 'Hierarchies',
  AssessmentExtId: 'Assessments',
  ProctoringServiceTemplateExternalId: 'ProctoringTemplates',
  Taxonomies: 'Taxonomies',
  ObjectiveRepositories: 'Objectives',
};

export function kindNamedBy(field: string): ShownKind | undefined {
  return Object.hasOwn(KINDS_BY_FIELD, field) ? KINDS_BY_FIELD[field] : undefined;
}

const NEEDED = ['IsActive', 'IsRepository', 'IsPublished'];

/** Entries that can be named in a request. */
export async function* knownEntries(platform: Platform, kind: ShownKind): AsyncGenerator<KnownEntry> {
  for await (const entry of platform.entries(kind)) {
    const known = describe(kind, entry);
    // The platform refuses references to such an entry.
    const isOff = NEEDED.some((name) => ownValue(entry, name) === false);
    if (known !== undefined && !isOff) yield known;
  }
}

/** An unknown id is compared with this number of ids at most. */
const MAX_COMPARED = 20_000;

/** A question such as `Did you mean LAW-1?` for an id that does not exist; `undefined` without a similar id. */
export async function meantId(platform: Platform, kind: ShownKind, id: string): Promise<string | undefined> {
  return askWhichIsMeant(id, await idsOf(platform, kind))?.replace('did', 'Did');
}

/** With more ids that are equally similar, a suggestion would be a guess. */
const MAX_MEANT = 3;

/** A question such as `did you mean LAW-1 or LAW-2?` */
export function askWhichIsMeant(id: string, ids: readonly string[]): string | undefined {
  const meant = allClosest(id, ids);
  if (meant.length === 0 || meant.length > MAX_MEANT) return undefined;
  return `did you mean ${eitherOf(meant)}?`;
}

export async function idsOf(platform: Platform, kind: ShownKind): Promise<string[]> {
  const ids: string[] = [];
  for await (const known of knownEntries(platform, kind)) if (ids.push(known.id) >= MAX_COMPARED) break;
  return ids;
}

function describe(kind: ShownKind, entry: object): KnownEntry | undefined {
  const holder = kind === 'Schedules' ? ownValue(entry, 'Schedule') : entry;
  const id = ownValue(holder, kind === 'Schedules' ? 'ScheduleExtId' : kind === 'Roles' ? 'Title' : 'ExternalId');
  if (typeof id !== 'string') return undefined;
  const names = ['FirstName', 'LastName'].map((name) => ownValue(holder, name)).filter((name) => name);
  const title = kind === 'Users' ? names.join(' ') : ownValue(holder, 'Title');
  return { id, title: typeof title === 'string' && title !== id ? title : undefined, entry };
}

/** Opens the platform for an optional use; `undefined` without a readable store. Commands that need it report why. */
export async function withKnownPlatform<T>(
  context: Pick<Context, 'openPlatform'>,
  target: TargetChoice,
  work: (platform: Platform) => Promise<T>,
): Promise<T | undefined> {
  if (target.kind === 'remote') return undefined;
  const options = { ...target, mode: 'read', command: 'questions', onWarning: () => {} } as const;
  const platform = await context.openPlatform(options).catch(() => undefined);
  if (platform === undefined) return undefined;
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}
