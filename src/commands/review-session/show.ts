/** `review-session show`: its flags. The work is in `run-show.ts`. */
import { Command } from 'commander';
import type { Context } from '../../context.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { addExamples } from '../options/examples.ts';
import { readGlobalOptions } from '../options/global-options.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { ShowOptions, ShownSession } from './run-show.ts';

export type RunShow = (context: Context, output: Output, options: ShowOptions) => Promise<readonly ShownSession[]>;

const EXAMPLES = [
  ['examctl review-session show RS-1', 'window, options, results, a summary and a histogram of the scores'],
  ['examctl review-session show RS-1 RS-2 -o csv > results.csv', 'the results of two, for a spreadsheet'],
] as const;

export function showCommand(context: Context, run: RunShow = lazyRun): Command {
  const command = new Command('show')
    .summary('show review sessions with their results')
    .description(
      'Shows review sessions: the window, the options, the published results and what they say as a whole. Voided results are listed, but their scores do not count.',
    )
    .argument('[id...]', 'external ids of review sessions')
    .option('--reveal', 'show PINs and keycodes');
  addTargetOptions(command);
  addExamples(command, EXAMPLES);
  return command.action(async (ids: string[], flags: { reveal?: true }, self: Command) => {
    const global = readGlobalOptions(self);
    const output = context.openOutput(global);
    const shown = await run(context, output, { ids, global, target: readTargetOptions(self, context.env) });
    const { present } = await import('./present.ts');
    context.setExitCode(await present(output, global, shown, flags.reveal === true));
  });
}

const lazyRun: RunShow = async (context, output, options) => {
  const { runShow } = await import('./run-show.ts');
  return runShow(context, output, options);
};
