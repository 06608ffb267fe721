/** Sends requests that are only keys to a target with named services, and notes each step of the record and the target. */

import { type Item, sendAll } from '../../../../src/bulk/run/remote-run.ts';
import type { Run } from '../../../../src/bulk/run/run-steps.ts';
import type { RecordResult } from '../../../../src/model/report.ts';
import type { Sending } from '../../../../src/model/target.ts';
import type { Earlier, RunMode, RunRecord } from '../../../../src/runs/run-record.ts';
import { draft } from '../../runs/record/drafts.ts';

export const OPEN: Earlier = { state: 'open' };
export const UNSURE: Earlier = { state: 'unsure' };

export interface Given {
  readonly keys?: readonly string[];
  readonly earlier?: readonly (Earlier | undefined)[];
  readonly mode?: RunMode;
  readonly unchanged?: readonly number[];
  readonly concurrency?: number;
  readonly onResult?: ((result: RecordResult) => void) | undefined;
  readonly signal?: AbortSignal;
  readonly keepLinks?: RunRecord['keepLinks'];
}

/** `log` has each step of the record and the target, in order. Each service of the target is only a name. */
export async function send({ keys = ['a'], earlier = [], unchanged = [], ...given }: Given, sending: Sending<string>) {
  const log: string[] = [];
  const results: RecordResult[] = [];
  const record = {
    begin: (numbers) => void log.push(...numbers.map((number) => `begin ${number}`)),
    keepLinks: async (schedule, links) => {
      log.push(`keep ${links.length} of ${schedule}`);
      await given.keepLinks?.(schedule, links);
    },
    settle: (number, { outcome }) => void log.push(`settle ${number} ${outcome}`),
  } satisfies Partial<RunRecord>;
  const describe = { change: () => ({ field: '', before: null, after: null }), name: () => undefined };
  const items = keys.map((key, position): Item<string> => {
    const isUnchanged = unchanged.includes(position);
    const effect = { action: isUnchanged ? 'unchanged' : 'unknown', changes: [] } as const;
    return {
      ...{ request: key, position, isUnchanged, isReported: false },
      subject: { draft: draft(key, position + 2), effect, describe },
      number: isUnchanged && earlier[position] === undefined ? undefined : position,
      earlier: earlier[position] ?? OPEN,
    };
  });
  const run = {
    job: {
      together: {
        keyOf: sending.keyOf,
        send: (service: unknown, requests: readonly string[]) => {
          log.push(`send ${requests.join(' ')} ${service}`);
          return sending.send(service as never, requests);
        },
      },
    },
    target: { service: 'plain', serviceAfterUnsure: 'after unsure' },
    options: {
      ...{ record, mode: given.mode ?? 'resume', concurrency: given.concurrency ?? 1 },
      signal: given.signal ?? new AbortController().signal,
      events: {
        onProgress: () => {},
        onResult: (result: RecordResult) => {
          results.push(result);
          given.onResult?.(result);
        },
      },
    },
    ledger: { addResult: () => {}, settled: 0 },
  } as unknown as Run<string>;
  const error = await sendAll(items, run).catch((thrown: unknown) => thrown as Error);
  const sent = log.filter((line) => line.startsWith('send'));
  return { log, sent, results, outcomes: results.map(({ outcome }) => outcome), error };
}
