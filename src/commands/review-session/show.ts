/** `review-session show`: its flags. The work is in `run-show.ts`. */
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { collectId } from '../options/flag-values.ts';
import { addTargetOptions, readTargetOptions } from '../options/target-options.ts';

export const showCommand = defineCommand('show', {
  summary: 'show review sessions with their results',
  description:
    'Shows review sessions: the window, the options, the published results and what they say as a whole. Voided results are listed, but their scores do not count.',
  examples: [
    ['examctl review-session show RS-1', 'window, options, results, a summary and a histogram of the scores'],
    ['examctl review-session show RS-1 RS-2 -o csv > results.csv', 'the results of two, for a spreadsheet'],
  ],
  takes: (command) =>
    addTargetOptions(
      command
        .argument('[id...]', 'external ids of review sessions', collectId)
        .option('--reveal', 'show PINs and keycodes'),
    ),
  work: async (call: Call<{ reveal?: true }>, ids: string[]) => {
    const { present, runShow } = await import('./run-show.ts');
    const shown = await runShow({ ...call, ids, target: readTargetOptions(call) });
    call.context.setExitCode(await present(call, shown, call.flags.reveal === true));
  },
});
