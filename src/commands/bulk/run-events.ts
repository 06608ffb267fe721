/** How a run tells people how far it is. */
import type { OutputFormat } from '../options/global-options.ts';
import { renderNdjson } from '../../output/files/json.ts';
import type { RecordResult } from '../../bulk/model/report.ts';
import { createProgress, type Progress } from '../../output/terminal/progress.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { RunEvents } from '../../bulk/run/bulk-job.ts';

interface RunEventsControl {
  readonly events: RunEvents;
  readonly stop: () => void;
  /** No spinner turns while somebody thinks. */
  readonly withoutProgress: <A extends unknown[]>(
    ask: ((...args: A) => Promise<void>) | undefined,
  ) => (...args: A) => Promise<void>;
}

/** `run` describes the run: it is said with `--verbose` when it begins to send. */
export function createEvents(
  output: Output,
  noun: string,
  run: string,
  onResult: RunEvents['onResult'],
): RunEventsControl {
  let progress: Progress | undefined;
  const stop = () => progress?.stop();
  return {
    stop,
    withoutProgress:
      (ask) =>
      async (...args) => {
        stop();
        await ask?.(...args);
      },
    events: {
      onStage: (stage, total) => {
        stop();
        if (stage === 'sending' && output.verbose) output.note(run);
        progress = createProgress(output, { label: `${stage} ${noun}`, total });
      },
      onProgress: (done) => progress?.update(done),
      onResult,
    },
  };
}

/** With `-o ndjson` each result is written as soon as it is certain. */
export function createResultStream(
  output: Output,
  format: OutputFormat,
): (result: RecordResult) => Promise<void> | void {
  if (format !== 'ndjson') return () => {};
  return (result) => output.data(renderNdjson([{ event: 'result', ...result }]));
}
