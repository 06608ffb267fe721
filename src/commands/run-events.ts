/** How a run tells people how far it is. */
import { createProgress, type Progress } from '../output/progress.ts';
import type { Output } from '../output/streams.ts';
import type { RunEvents } from '../provision/run.ts';

export function createEvents(
  output: Output,
  noun: string,
  onResult: RunEvents['onResult'],
): { events: RunEvents; stop: () => void } {
  let progress: Progress | undefined;
  const stop = () => progress?.stop();
  return {
    stop,
    events: {
      onStage: (stage, total) => {
        stop();
        progress = createProgress(output, { label: `${stage} ${noun}`, ...(total === undefined ? {} : { total }) });
      },
      onProgress: (done) => progress?.update(done),
      onResult,
    },
  };
}
