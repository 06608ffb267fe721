/** Shows the progress of a run. */

import type { RunEvents } from '../../bulk/run/bulk-job.ts';
import { renderNdjson } from '../../output/files/json.ts';
import { createProgress, type Progress } from '../../output/terminal/progress.ts';
import type { BulkCommand } from './command.ts';

interface RunEventsControl {
  readonly events: RunEvents;
  /** Stops the spinner, before a question and after the run. */
  readonly stop: () => void;
}

/** `run` describes the run. With `--verbose`, it is printed when the run begins to send. */
export function createEvents<R>({ output, global, kind }: BulkCommand<R>, run: string): RunEventsControl {
  let progress: Progress | undefined;
  const stop = () => progress?.stop();
  return {
    stop,
    events: {
      onStage: (stage, total) => {
        stop();
        if (stage === 'sending' && output.verbose) output.note(run);
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
