/** Reads the entries of the local platform, for choices, completion and suggestions. A remote lists no entries. */

import { allClosest } from '../../base/closest.ts';
import { ownValue } from '../../base/own-value.ts';
import { eitherOf } from '../../base/text/either-of.ts';
import type { Context, Platform } from '../../context.ts';
import type { Finding } from '../../model/finding.ts';
import type { Choice } from '../../output/terminal/prompts.ts';
import type { ShownKind } from '../../platform/entities.ts';
import { parsePath } from '../../platform/problem.ts';
import type { TargetCall, TargetChoice } from '../options/target-options.ts';

interface KnownEntry {
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

function kindNamedBy(field: string): ShownKind | undefined {
  return Object.hasOwn(KINDS_BY_FIELD, field) ? KINDS_BY_FIELD[field] : undefined;
}

const NEEDED = ['IsActive', 'IsRepository', 'IsPublished'];

/** Entries that can be named in a request. */
async function* knownEntries(platform: Platform, kind: ShownKind): AsyncGenerator<KnownEntry> {
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
function askWhichIsMeant(id: string, ids: readonly string[]): string | undefined {
  const meant = allClosest(id, ids);
  if (meant.length === 0 || meant.length > MAX_MEANT) return undefined;
  return `did you mean ${eitherOf(meant)}?`;
}

async function idsOf(platform: Platform, kind: ShownKind): Promise<string[]> {
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

/** The largest number of unknown ids that get a suggestion: a file of another year may have only unknown ids. */
const MAX_SUGGESTED = 50;

/** If there are more ids, a message does not list them. */
const MAX_LISTED = 8;

/**
 * Returns a function that adds a suggestion to a finding about an unknown id: a similar id (`LAW-1O1`: did you mean
 * LAW-101?), or all ids if there are only a few.
 */
export async function suggestIds(
  { context, target }: TargetCall,
  findings: readonly Finding[],
): Promise<(finding: Finding) => Finding> {
  const unknown = new Map<string, Finding>();
  for (const finding of findings) {
    if (kindUnknownTo(finding) !== undefined) unknown.set(nameOfFinding(finding), finding);
    if (unknown.size >= MAX_SUGGESTED) break;
  }
  if (unknown.size === 0) return (finding) => finding;
  const suggestions = await withKnownPlatform(context, target, async (platform) => {
    const idsByKind = new Map<ShownKind, readonly string[]>();
    const found = new Map<string, string>();
    for (const [name, finding] of unknown) {
      const kind = kindUnknownTo(finding);
      if (kind === undefined) continue;
      const ids = idsByKind.get(kind) ?? (await idsOf(platform, kind));
      idsByKind.set(kind, ids);
      const suggestion = suggest(idIn(finding), ids);
      if (suggestion !== undefined) found.set(name, suggestion);
    }
    return found;
  }).catch(() => undefined);
  return (finding) => {
    const suggestion = finding.suggestion === null ? suggestions?.get(nameOfFinding(finding)) : undefined;
    return suggestion === undefined ? finding : { ...finding, suggestion };
  };
}

function suggest(id: string, ids: readonly string[]): string | undefined {
  const meant = askWhichIsMeant(id, ids);
  if (meant !== undefined) return meant;
  return ids.length === 0 || ids.length > MAX_LISTED ? undefined : `the platform has ${ids.toSorted().join(', ')}`;
}

/** A key for findings about the same unknown id, which often occurs in many rows. */
function nameOfFinding({ rule, field, message }: Finding): string {
  return JSON.stringify([rule, parsePath(field ?? '').at(-1), message]);
}

/** The kind of the unknown id; `undefined` if the finding is not about an unknown id. */
function kindUnknownTo({ rule, field, suggestion }: Finding): ShownKind | undefined {
  if (suggestion !== null || !/not-found$/.test(rule)) return undefined;
  const name = parsePath(field ?? '').findLast((part) => typeof part === 'string');
  // Only other records can refer to a schedule that does not exist.
  return name === 'ScheduleExtId' ? 'Schedules' : kindNamedBy(String(name));
}

/** The id in a message of the platform, which ends or begins with it. A title may contain blanks. */
function idIn({ message }: Finding): string {
  for (const form of [/ has the (?:title|external id) (.+)$/s, /^(.+): \w+ not found$/s, /(\S+)$/]) {
    const id = form.exec(message)?.[1];
    if (id !== undefined) return id;
  }
  return '';
}

/** With more entries, it is easier to type an id than to choose one. */
const MAX_CHOICES = 200;

export function createChoices(call: TargetCall): (field: string) => Promise<readonly Choice[]> {
  return async (field) => {
    const kind = kindNamedBy(field);
    return kind === undefined ? [] : choicesOf(call, kind);
  };
}

/** The entries of a kind that match `isWanted`; none if there are more than `MAX_CHOICES`. */
export async function choicesOf(
  { context, target }: TargetCall,
  kind: ShownKind,
  isWanted: (known: KnownEntry) => boolean = () => true,
): Promise<readonly Choice[]> {
  const choices = await withKnownPlatform(context, target, async (platform) => {
    const found: Choice[] = [];
    for await (const known of knownEntries(platform, kind)) {
      if (isWanted(known)) found.push({ value: known.id, title: known.title });
      if (found.length > MAX_CHOICES) return [];
    }
    return found;
  });
  return choices ?? [];
}

/** Finds an existing record by its id. */
export type FindExisting = (id: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Finds a user by id and prints whether it exists: a typing error in the id would otherwise create a new user. */
export function findUser(call: TargetCall): FindExisting {
  const { context, target, output } = call;
  return async (id) => {
    const found = await withKnownPlatform(context, target, async (platform) => {
      const user = await platform.entry('Users', id);
      if (user !== undefined) return { user };
      return { meant: await meantId(platform, 'Users', id) };
    });
    if (found === undefined) return undefined;
    const exists = 'user' in found;
    output.note(
      exists ? `${id} is a user already: Enter keeps a value.` : `${id} is a new user. ${found.meant ?? ''}`.trimEnd(),
    );
    return exists ? (found.user as Readonly<Record<string, unknown>>) : undefined;
  };
}
