/** `review-session show`: its flags. The work is in `run-show.ts`. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { collectId } from '../options/flag-values.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';
import type { ShownSession, ShowOptions } from './run-show.ts';

type RunShow = (options: ShowOptions) => Promise<readonly ShownSession[]>;

export function showCommand(context: Context, run: RunShow = runLater): Command {
  const command = createCommand('show', {
    summary: 'show review sessions with their results',
    description:
      'Shows review sessions: the window, the options, the published results and what they say as a whole. Voided results are listed, but their scores do not count.',
    examples: [
      ['examctl review-session show RS-1', 'window, options, results, a summary and a histogram of the scores'],
      ['examctl review-session show RS-1 RS-2 -o csv > results.csv', 'the results of two, for a spreadsheet'],
    ],
  })
    .argument('[id...]', 'external ids of review sessions', collectId)
    .option('--reveal', 'show PINs and keycodes');
  return setAction(context, addTargetOptions(command), async (call: Call<{ reveal?: true }>, ids: string[]) => {
    const shown = await run({ ...call, ids, target: readTargetOptions(call) });
    const { present } = await import('./run-show.ts');
    context.setExitCode(await present(call, shown, call.flags.reveal === true));
  });
}

const runLater: RunShow = async (options) => (await import('./run-show.ts')).runShow(options);
