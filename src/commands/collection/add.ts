/** `collection add`: its flags. The work is in `run-add.ts`. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addBulkOptions, type BulkFlags } from '../options/bulk-options.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { addExamples } from '../options/examples.ts';
import { collect } from '../options/flag-values.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { AddOptions, CollectionFlags } from './run-add.ts';

export type RunAdd = (context: Context, output: Output, options: AddOptions) => Promise<BulkOutcome>;

const EXAMPLES = [
  ['examctl collection add --title "Contract law" --taxonomy TAX1 --repository LO1', 'one, from flags'],
  ['examctl collection add collections.csv --dry-run', 'several, from a file'],
  ['examctl collection add', 'be asked for one'],
] as const;

export function addCommand(context: Context, run: RunAdd = lazyRun): Command {
  const command = new Command('add')
    .summary('create collections of taxonomies and repositories')
    .description('Creates collections, from a file, from flags, or by questions at a terminal.')
    .argument('[file]', 'collections as CSV, JSON or NDJSON; - is standard input')
    .option('--title <title>', 'title of the collection')
    .option(
      '--external-id <id>',
      'external id; made of the content if not given, so that the same collection is made once',
    )
    .option('--owner <user-name>', "owner; the platform's setting if not given")
    .option('--taxonomy <id[=title]>', 'a taxonomy of the collection (repeatable)', collect)
    .option('--repository <id[=title]>', 'a learning objective repository of the collection (repeatable)', collect);
  addBulkOptions(command);
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (file: string | undefined, flags: BulkFlags & CollectionFlags, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const target = readTargetOptions(self, context.env);
    const options = { file, collection: flags, flags, global, target };
    const outcome = await run(context, output, options);
    const { deliver } = await import('../bulk/deliver.ts');
    await deliver(context, output, outcome, flags, global);
  });
}

const lazyRun: RunAdd = async (context, output, options) => {
  const { runAdd } = await import('./run-add.ts');
  return runAdd(context, output, options);
};
