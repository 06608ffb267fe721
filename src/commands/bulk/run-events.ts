/** Shows the progress of a run. */

import type { RunEvents } from '../../bulk/run/bulk-job.ts';
import { renderNdjson } from '../../output/files/json.ts';
import { createProgress, type Progress } from '../../output/terminal/progress.ts';
import type { BulkCommand } from './command.ts';

const STOPPING =
  'Stopping: no further request begins, and those under way end first. A second signal ends the program at once, without a report.';

interface RunEventsControl {
  readonly events: RunEvents;
  /** Stops the spinner, before a question and after the run. */
  readonly stop: () => void;
}

/** `run` describes the run. With `--verbose`, it is printed when the run begins to send. */
export function createEvents<R>(
  { context, output, global, kind, target }: BulkCommand<R>,
  run: string,
): RunEventsControl {
  let progress: Progress | undefined;
  const signal = context.stopSignal();
  const stop = () => {
    signal.removeEventListener('abort', sayStopping);
    progress?.stop();
  };
  const sayStopping = () => {
    stop();
    output.note(STOPPING);
  };
  return {
    stop,
    events: {
      onStage: (stage, total) => {
        stop();
        if (stage === 'sending' && output.verbose) output.note(run);
        // An answer of a remote may take as long as --timeout.
        if (stage === 'sending' && target.kind === 'remote') signal.addEventListener('abort', sayStopping);
        progress = createProgress(output, { label: `${stage} ${kind.words.many}`, total });
      },
      onProgress: (done) => progress?.update(done),
      // With `-o ndjson`, each result is written as soon as it is final.
      onResult:
        global.format === 'ndjson'
          ? (result) => output.data(renderNdjson([{ event: 'result', ...result }]))
          : undefined,
    },
  };
}

/** `record` is the path of the run's record. */
export function describeRun(run: string, record: string, concurrency: number): string {
  const requests = concurrency === 1 ? 'one request' : `up to ${concurrency} requests`;
  return `Run ${run}: ${requests} at a time; its record is ${record}`;
}
