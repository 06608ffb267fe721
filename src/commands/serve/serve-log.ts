/** The server's log on standard error: JSON, one object a line. */
import { inspect } from 'node:util';
import { ExamctlError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { FaultEvent, ServerLog } from '../../server/events.ts';

export interface LogFlags {
  readonly verbose?: boolean | undefined;
  readonly debug: boolean;
}

/** `-v` reports each request. Internal failures are always reported. */
export function createServerLog(output: Pick<Output, 'note' | 'warn'>, { verbose, debug }: LogFlags): ServerLog {
  return (event) => {
    if (event.event === 'fault') output.warn(line(describeFault(event, debug)));
    else if (verbose) output.note(line(event));
  };
}

function line(event: object): string {
  return JSON.stringify({ time: new Date().toISOString(), ...event });
}

/** What an unforeseen exception says may hold a piece of the data that it met: that is shown with `--debug` only. */
function describeFault({ event, id, error }: FaultEvent, debug: boolean): object {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof ExamctlError ? error.message : undefined;
  return { event, id, name, message, ...(debug ? { detail: inspect(error) } : {}) };
}
