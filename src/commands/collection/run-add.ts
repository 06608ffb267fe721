/** `collection add`: does the work and gives the outcome. */
import type { Context } from '../../context.ts';
import { collectionResource } from '../../platform/resources/collection.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import { UsageError } from '../../errors.ts';
import { withCollectionId } from '../../input/table/collection-id.ts';
import { parseObjectList } from '../../input/values/cell-lists.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { collectionKind } from '../../bulk/kinds/collections.ts';
import { flagOf } from '../ask/answers.ts';
import { askForSource } from '../ask/ask-to-send.ts';
import type { BulkBase, BulkOutcome } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run.ts';
import { inputsOf, saveFlags } from '../record/saved-options.ts';
import { openReopenable, openSources } from '../read/open-sources.ts';

/** A collection given by flags, as it was typed. */
export interface CollectionFlags {
  readonly title?: string | undefined;
  readonly externalId?: string | undefined;
  readonly owner?: string | undefined;
  /** `ID` or `ID=TITLE`. */
  readonly taxonomy?: readonly string[] | undefined;
  readonly repository?: readonly string[] | undefined;
}

export interface AddOptions extends BulkBase {
  readonly file?: string | undefined;
  readonly collection: CollectionFlags;
}

export function runAdd(context: Context, output: Output, options: AddOptions): Promise<BulkOutcome> {
  return runBulkCommand(context, output, {
    ...options,
    name: 'collection add',
    kind: collectionKind,
    inputs: inputsOf(filesOf(options), options.flags),
    saved: { file: options.file, collection: readFlags(options.collection), flags: saveFlags(options.flags) },
    openJob: () => openReopenable(filesOf(options), () => openCollections(context, output, options)),
  });
}

function filesOf({ file }: AddOptions): string[] {
  return file === undefined ? [] : [file];
}

async function openCollections(context: Context, output: Output, options: AddOptions): Promise<readonly DraftSource[]> {
  const { file, flags } = options;
  const given = readFlags(options.collection);
  const isGiven = Object.keys(given).length > 0;
  if (file !== undefined && isGiven) throw new UsageError('Give either a file or the flags of one collection');
  if (file !== undefined) return openSources(context, output, collectionKind, { files: [file], flags });
  return [given['Title'] === undefined ? await ask(context, output, options, given) : fromFlags(given)];
}

function fromFlags(given: Record<string, unknown>): DraftSource {
  const request = withCollectionId(given);
  const columnOf = ([name]: readonly (string | number)[]) => FLAGS[String(name)] ?? null;
  return typedSource({ origin: 'command line', key: keyOf(request), request, columnOf });
}

const FLAGS: Readonly<Record<string, string>> = {
  Title: flagOf('Title'),
  ExternalId: flagOf('ExternalId'),
  Owner: flagOf('Owner'),
  Taxonomies: '--taxonomy',
  ObjectiveRepositories: '--repository',
};

function ask(
  context: Context,
  output: Output,
  { global, target, flags }: AddOptions,
  given: Record<string, unknown>,
): Promise<DraftSource> {
  const { LoRepositoryExternalIds: _, ...fields } = collectionResource.fields;
  const missing = '--title is missing: give the flags of one collection, or name a file of them';
  const hint = 'examctl collection add --title "Contract law"';
  const resource = { ...collectionResource, fields };
  const options = { global, target, dryRun: flags.dryRun === true, resource, given, missing, hint };
  return askForSource(context, output, options, (answers) => {
    const request = withCollectionId(answers);
    return { key: keyOf(request), request };
  });
}

function keyOf(request: Record<string, unknown>): string {
  return String(request['ExternalId'] ?? request['Title'] ?? '');
}

function readFlags({ title, externalId, owner, taxonomy, repository }: CollectionFlags): Record<string, unknown> {
  const { Taxonomies, ObjectiveRepositories } = collectionResource.fields;
  const lists = [
    ['Taxonomies', taxonomy?.flatMap((text) => parseObjectList(Taxonomies.of, text))],
    ['ObjectiveRepositories', repository?.flatMap((text) => parseObjectList(ObjectiveRepositories.of, text))],
  ] as const;
  const values = [['Title', title], ['ExternalId', externalId], ['Owner', owner], ...lists] as const;
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
