/** The log on standard error: one JSON object per line. */
import { inspect } from 'node:util';
import { ExamctlError } from '../../errors.ts';
import type { Output } from '../../output/terminal/streams.ts';
import type { FaultEvent, ServerLog } from '../../server/events.ts';

interface LogOptions {
  readonly output: Output;
  /** Whether each request is logged. Internal failures are always logged. */
  readonly hasAccessLog: boolean;
  readonly debug: boolean;
}

export function createServerLog({ output, hasAccessLog, debug }: LogOptions): ServerLog {
  return (event) => {
    if (event.event === 'fault') output.warn(line(describeFault(event, debug)));
    else if (hasAccessLog) output.note(line(event));
  };
}

function line(event: object): string {
  return JSON.stringify({ time: new Date().toISOString(), ...event });
}

/** The details of an unexpected exception may contain personal data, so they are logged with `--debug` only. */
function describeFault({ event, id, error }: FaultEvent, debug: boolean): object {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof ExamctlError ? error.message : undefined;
  return { event, id, name, message, detail: debug ? inspect(error) : undefined };
}
