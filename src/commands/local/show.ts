/** `local show`: prints entries of the embedded platform. `local load` accepts the JSON of a whole kind. */
import { Argument, type Command } from 'commander';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { SHOWN_KINDS, type ShownKind } from '../../platform/entities.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, withPlatform } from '../options/store-options.ts';
import { presentRows } from '../present-result.ts';

/** The kinds by the words that users type: `review-sessions` for `ReviewSessions`. */
const KIND_WORDS = new Map(SHOWN_KINDS.map((kind) => [kebabCase(kind), kind] as const));

export function showCommand(context: Context): Command {
  const command = createCommand('show', {
    summary: 'show what the embedded platform holds',
    description:
      'Shows entries of the embedded platform: as a table or CSV with the main columns of each, with -o ndjson whole. ' +
      'With --json a kind is a document that local load takes; collections are none of a catalogue.',
    examples: [
      ['examctl local show schedules', 'all schedules, a line each'],
      ['examctl local show schedules S-2026-001', 'one of them, whole'],
      ['examctl local show users -o ndjson', 'all users as JSON, one a line, with all their fields'],
      ['examctl local show users --json', 'all users as a catalogue, for local load'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what to show').choices([...KIND_WORDS.keys()]))
    .argument('[id]', 'external id of one entry');
  return setAction(context, addStoreOptions(command), async (call, word: string, id: string | undefined) => {
    const kind = KIND_WORDS.get(word);
    if (kind === undefined) throw new UsageError(`There is no kind ${word}`);
    await withPlatform(call, 'read', 'local show', async (platform) => {
      if (id === undefined && kind !== 'Settings') return showAll(call, kind, platform.entries(kind));
      const entry = await platform.entry(kind, id ?? '');
      const isDocument = kind === 'Settings' && call.global.format === 'json';
      if (entry === undefined && !isDocument) {
        const { meantId } = await import('../target/known-entries.ts');
        const hint = id === undefined ? undefined : await meantId(platform, kind, id);
        throw new UsageError(`There is no ${JSON.stringify(id ?? 'settings')} among ${kind}`, { hint });
      }
      await showOne(call, kind, isDocument ? { [kind]: entry } : (entry ?? {}));
    });
  });
}

/** Prints an entry with all its fields. As CSV, prints one row with the main columns. */
async function showOne(call: Call, kind: ShownKind, entry: object): Promise<void> {
  const { format } = call.global;
  if (format === 'csv') return presentRows(call, COLUMNS[kind], [summarise(entry)]);
  const { renderJson, renderNdjson } = await import('../../output/formats/json.ts');
  await call.output.data(format === 'ndjson' ? renderNdjson([entry]) : renderJson(entry));
}

async function showAll(call: Call, kind: ShownKind, entries: AsyncIterable<object>): Promise<void> {
  const { output, global } = call;
  const { renderLongJson, renderNdjson } = await import('../../output/formats/json.ts');
  const all: object[] = [];
  for await (const entry of entries) {
    if (global.format === 'ndjson') await output.data(renderNdjson([entry]));
    else all.push(entry);
  }
  if (global.format === 'json') await output.data(renderLongJson({ [kind]: all }));
  else if (global.format !== 'ndjson') await presentRows(call, COLUMNS[kind], all.map(summarise));
}

/** The main columns of tables and CSV, enough to find an entry. JSON has all fields. */
const COLUMNS = {
  Settings: ['Owner', 'SiteUrl', 'DefaultRole', 'UserMode', 'CreateMissingHierarchies', 'PhotoCheck'],
  Roles: ['Title', 'Participate', 'Permissions'],
  Hierarchies: ['ExternalId', 'Title', 'ParentExternalId', 'IsActive'],
  Users: ['ExternalId', 'FirstName', 'LastName', 'UserName', 'Role'],
  Assessments: ['ExternalId', 'Title', 'Code', 'MaxTimePerAttempt', 'ExtraTime'],
  ProctoringTemplates: ['ExternalId', 'Title', 'IsDefault'],
  Taxonomies: ['ExternalId', 'Title'],
  Objectives: ['ExternalId', 'Title', 'IsRepository', 'IsPublished'],
  Collections: ['ExternalId', 'Title', 'Owner'],
  Schedules: ['ScheduleExtId', 'Title', 'StartDateTime', 'Status', 'Candidates', 'Invigilators'],
  ReviewSessions: ['ExternalId', 'Title', 'Status', 'NumOfCandidates'],
} as const satisfies Record<ShownKind, readonly string[]>;

/** Flattens an entry. The fields of a schedule are one level deeper, and its lists are shown as their length. */
function summarise(entry: object): Record<string, unknown> {
  const { Schedule, ...rest } = entry as Record<string, unknown>;
  if (Schedule === undefined) return rest;
  const lists = Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]);
  return { ...(Schedule as object), ...Object.fromEntries(lists) };
}
