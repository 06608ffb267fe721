/** What the embedded platform knows, offered as choices. A remote platform offers none. */
import type { Context, Platform } from '../../context.ts';
import type { ShownKind } from '../../platform/entities.ts';
import { ownValue } from '../../base/own-value.ts';
import type { Choice } from '../../output/terminal/prompts.ts';
import type { StoreChoice } from '../options/store-options.ts';

/** Which entries a field names, and by which of their fields. */
const SOURCES: Readonly<Record<string, readonly [kind: ShownKind, idField: string]>> = {
  Role: ['Roles', 'Title'],
  Hierarchies: ['Hierarchies', 'ExternalId'],
  GroupExtId: ['Hierarchies', 'ExternalId'],
  ScheduleGroupExtId: ['Hierarchies', 'ExternalId'],
  AssessmentExtId: ['Assessments', 'ExternalId'],
  ProctoringServiceTemplateExternalId: ['ProctoringTemplates', 'ExternalId'],
  Taxonomies: ['Taxonomies', 'ExternalId'],
  ObjectiveRepositories: ['Objectives', 'ExternalId'],
};

/** More than these are better typed than chosen. */
const MAX_CHOICES = 200;

export function createChoices(
  context: Context,
  store: StoreChoice | undefined,
): (field: string) => Promise<readonly Choice[]> {
  return async (field) => {
    if (store === undefined) return [];
    const source = Object.hasOwn(SOURCES, field) ? SOURCES[field] : undefined;
    if (source === undefined) return [];
    const platform = await openQuietly(context, store);
    if (platform === undefined) return [];
    try {
      return await readChoices(platform, ...source);
    } finally {
      await platform.close();
    }
  };
}

async function readChoices(platform: Platform, kind: ShownKind, idField: string): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for await (const entry of platform.entries(kind)) {
    const [value, title] = [ownValue(entry, idField), ownValue(entry, 'Title')];
    if (typeof value !== 'string') continue;
    choices.push({ value, ...(typeof title === 'string' && title !== value ? { title } : {}) });
    if (choices.length > MAX_CHOICES) return [];
  }
  return choices;
}

/** Without a store there are no choices; that it is missing is told when it is needed. */
async function openQuietly(context: Context, store: StoreChoice): Promise<Platform | undefined> {
  try {
    return await context.openPlatform({ ...store, mode: 'read', command: 'questions', onWarning: () => {} });
  } catch {
    return undefined;
  }
}
