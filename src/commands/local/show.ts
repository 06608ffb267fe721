/** `local show`: what the embedded platform holds; all of a kind as JSON is in the form that `local load` takes. */
import { Argument, Command } from 'commander';
import type { Context } from '../../context.ts';
import { SHOWN_KINDS, type ShownKind } from '../../platform/entities.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { UsageError } from '../../errors.ts';
import { addExamples } from '../options/examples.ts';
import { type GlobalOptions, readGlobalOptions } from '../options/global-options.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { presentRows } from '../target/present-rows.ts';
import { addStoreOptions, readStoreOptions } from '../options/store-options.ts';
import { withPlatform } from '../target/with-platform.ts';

const EXAMPLES = [
  ['examctl local show schedules', 'all schedules, a line each'],
  ['examctl local show schedules S-2026-001', 'one of them, whole'],
  ['examctl local show users -o ndjson', 'all users as JSON, one a line, with all their fields'],
  ['examctl local show users --json', 'all users as a catalogue, for local load'],
] as const;

/** `review-sessions` for `ReviewSessions`, as it is typed. */
const KIND_WORDS = new Map(SHOWN_KINDS.map((kind) => [kebabCase(kind), kind] as const));

export function showCommand(context: Context): Command {
  const command = new Command('show')
    .summary('show what the embedded platform holds')
    .description(
      'Shows entries of the embedded platform: as a table or CSV with the main columns of each, with -o ndjson whole. ' +
        'With --json a kind is a document that local load takes; collections are none of a catalogue.',
    )
    .addArgument(new Argument('<kind>', 'what to show').choices([...KIND_WORDS.keys()]))
    .argument('[id]', 'external id of one entry');
  addStoreOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (word: string, id: string | undefined, _flags: unknown, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const kind = KIND_WORDS.get(word);
    if (kind === undefined) throw new UsageError(`There is no kind ${word}`);
    const options = { ...readStoreOptions(self, context.env), mode: 'read', command: 'local show' } as const;
    await withPlatform(context, output, options, async (platform) => {
      if (kind === 'Settings' && global.format === 'json') {
        await showOne(output, kind, 'settings', { [kind]: await platform.entry(kind, '') });
      } else if (id !== undefined || kind === 'Settings') {
        await showOne(output, kind, id ?? 'settings', await platform.entry(kind, id ?? ''));
      } else {
        await showAll(output, global, kind, platform.entries(kind));
      }
    });
  });
}

async function showOne(output: Output, kind: ShownKind, id: string, entry: object | undefined): Promise<void> {
  if (entry === undefined) throw new UsageError(`There is no ${JSON.stringify(id)} among ${kind}`);
  const { renderJson } = await import('../../output/files/json.ts');
  await output.data(renderJson(entry));
}

async function showAll(
  output: Output,
  { format }: GlobalOptions,
  kind: ShownKind,
  entries: AsyncIterable<object>,
): Promise<void> {
  const { renderJson, renderNdjson } = await import('../../output/files/json.ts');
  if (format === 'ndjson') {
    for await (const entry of entries) await output.data(renderNdjson([entry]));
    return;
  }
  const all: object[] = [];
  for await (const entry of entries) all.push(entry);
  if (format === 'json') {
    await output.data(renderJson({ [kind]: all }));
    return;
  }
  await presentRows(output, format, COLUMNS[kind], all.map(summarise));
}

/** What a line of a table, or of a CSV, says: enough to find an entry by. The rest is in the JSON. */
const COLUMNS = {
  Settings: [],
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

/** A schedule's own fields stand one level down, and its lists are told by their length. */
function summarise(entry: object): Record<string, unknown> {
  const { Schedule, ...rest } = entry as Record<string, unknown>;
  const lists = Object.entries(rest).map(([name, value]) => [
    name,
    Schedule && Array.isArray(value) ? value.length : value,
  ]);
  return { ...(Schedule as object | undefined), ...Object.fromEntries(lists) };
}
