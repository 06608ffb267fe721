/** `collection add`: its flags. The work is in `run-add.ts`. */
import { FORMAT_WORDS } from '../../input/formats.ts';
import { defineBulk } from '../bulk/bulk-action.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import { collect } from '../options/flag-values.ts';
import type { AddOptions, CollectionFlags } from './run-add.ts';

export const addCommand = defineBulk('add', {
  kind: 'collections',
  summary: 'create collections of taxonomies and repositories',
  description: 'Creates collections, from a file, from flags, or by questions at a terminal.',
  examples: [
    ['examctl collection add --title "Contract law" --taxonomy TAX1 --repository LO1', 'one, from flags'],
    ['examctl collection add collections.csv --dry-run', 'several, from a file'],
    ['examctl collection add', 'be asked for one'],
  ],
  takes: (command) =>
    command
      .argument('[file]', `collections as ${FORMAT_WORDS}; - is standard input`)
      .option('--title <title>', 'title of the collection')
      .option(
        '--external-id <id>',
        'external id; made of the content if not given, so that the same collection is made once',
      )
      .option('--owner <user-name>', "owner; the platform's setting if not given")
      .option('--taxonomy <id[=title]>', 'a taxonomy of the collection (repeatable)', collect)
      .option('--repository <id[=title]>', 'a learning objective repository of the collection (repeatable)', collect)
      .option('--full', 'send a remote platform all collections, also those that it was sent before'),
  read: ({ full = false, ...collection }: AddFlags, file: string | undefined) => ({ file, collection, full }),
  run: async (options: AddOptions) => (await import('./run-add.ts')).runAdd(options),
});

type AddFlags = BulkFlags & CollectionFlags & { readonly full?: boolean };
