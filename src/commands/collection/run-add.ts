/** Executes `collection add` and returns its outcome. */

import { flagWithValue } from '../../base/text/shell-words.ts';
import { collectionKind } from '../../bulk/kinds/collections.ts';
import { UsageError } from '../../errors.ts';
import { withCollectionId } from '../../input/generated-ids.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import { parseObjectList } from '../../input/values/cell-lists.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { DraftSource } from '../../model/draft.ts';
import { collectionResource } from '../../platform/resources/collection.ts';
import { askForRecord, keyOf } from '../ask/ask-for-record.ts';
import { describeEquivalent, equivalentOf, flagOf } from '../ask/equivalent.ts';
import type { Asked, BulkBase, BulkOutcome } from '../bulk/command.ts';
import { runBulkCommand } from '../bulk/run-command.ts';
import { filesOf, openSources, readConversion } from '../read/open-sources.ts';
import { createMemoryOf } from '../target/runs-there.ts';

/** The flags that describe one collection, as the user typed them. */
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
  /** Whether a remote gets all collections, also those that were sent before. */
  readonly full: boolean;
}

export async function runAdd(options: AddOptions): Promise<BulkOutcome> {
  const { file, collection, full } = options;
  const files = filesOf(file);
  // Once a remote has accepted a collection, nothing changes it any more.
  const openMemory = createMemoryOf(options, [NAME], true);
  return runBulkCommand({
    ...options,
    name: NAME,
    remembers: { requests: true },
    kind: collectionKind,
    files,
    saved: { file, collection: readFlags(collection), full },
    openJob: async (asked) => ({
      sources: await openCollections(options, asked),
      knowsSent: async (target) => {
        const memory = await openMemory(target);
        return memory && ((record) => !full && memory.isKnown(record));
      },
    }),
  });
}

const NAME = 'collection add';

async function openCollections(options: AddOptions, asked: Asked): Promise<readonly DraftSource[]> {
  const { file } = options;
  const given = readFlags(options.collection);
  const isGiven = Object.keys(given).length > 0;
  if (file !== undefined && isGiven) throw new UsageError('Give either a file or the flags of one collection');
  if (file !== undefined) return openSources(options, collectionKind, { files: [file] });
  const conversion = await readConversion(options.flags);
  return [given['Title'] === undefined ? await ask(options, given, { asked, conversion }) : fromFlags(given)];
}

function fromFlags(given: Record<string, unknown>): DraftSource {
  const request = withCollectionId(given);
  const columnOf = ([name]: readonly (string | number)[]) => FLAGS[String(name)] ?? null;
  return typedSource({ origin: 'command line', key: keyOf(collectionKind, request), request, columnOf });
}

const FLAGS: Readonly<Record<string, string>> = {
  Title: flagOf('Title'),
  ExternalId: flagOf('ExternalId'),
  Owner: flagOf('Owner'),
  Taxonomies: '--taxonomy',
  ObjectiveRepositories: '--repository',
};

async function ask(
  options: AddOptions,
  given: Record<string, unknown>,
  { asked, conversion }: { readonly asked: Asked; readonly conversion: ConversionOptions },
): Promise<DraftSource> {
  const { LoRepositoryExternalIds: _, ...fields } = collectionResource.fields;
  const { one } = collectionKind.words;
  const { request, source } = await askForRecord(options, collectionKind, {
    resource: { ...collectionResource, fields },
    conversion,
    given,
    asked,
    missing: `${flagOf('Title')} is missing: give the flags of one ${one}, or name a file of them`,
    hint: 'examctl collection add --title "Contract law"',
  });
  const words = Object.entries(request).flatMap(([name, value]) => wordsOf(FLAGS[name] ?? flagOf(name), value));
  const command = equivalentOf(options, ['collection', 'add', ...words], Object.values(FLAGS));
  asked.equivalent = describeEquivalent(options, command);
  return source;
}

/** The words of a flag with its value. A list becomes one flag for each entry. */
function wordsOf(flag: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return flagWithValue(flag, String(value));
  return value.flatMap((entry: { readonly ExternalId?: unknown; readonly Title?: unknown }) => {
    const title = entry.Title === undefined ? '' : `=${String(entry.Title)}`;
    return flagWithValue(flag, `${String(entry.ExternalId)}${title}`);
  });
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
