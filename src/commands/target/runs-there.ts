/** The place of a target, the records of runs that were sent there, and what they tell of it. */
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { DEFAULT_RUNS_FOLDER } from '../../built-in-defaults.ts';
import { type PeopleOf, peopleIn } from '../../bulk/check/identity/people.ts';
import type { Target } from '../../model/target.ts';
import { createDigests, createMemory, type Memory, type SentRun } from '../../runs/memory.ts';
import { readOrder } from '../../runs/order.ts';
import type { RunHeader } from '../../runs/record/lines.ts';
import { listRunIds, recordPath } from '../../runs/record/list-records.ts';
import { type RecordState, readHeader, readRunRecord } from '../../runs/record/read-record.ts';
import type { Remember } from '../../runs/record/write-record.ts';
import { type TargetCall, whereOf } from '../options/target-options.ts';

type Call = Pick<TargetCall, 'context' | 'target'>;

/**
 * The runs of some commands, of the runs with these ids. Throws the error of a record that cannot be read, unless
 * `onUnreadable` takes it.
 */
export async function* runsThere(
  call: Call,
  ids: readonly string[],
  commands: readonly string[],
  onUnreadable?: (error: unknown, run: string) => void,
): AsyncGenerator<RecordState, void> {
  const { context } = call;
  const here = await placeOf(call);
  for (const run of ids) {
    const path = recordPath(runsFolder(context.env), run);
    try {
      const header = await readHeader(path);
      if (!commands.includes(header.command) || !(await wasSentTo(here, header, context))) continue;
      yield await readRunRecord(path);
    } catch (error) {
      if (onUnreadable === undefined) throw error;
      onUnreadable(error, run);
    }
  }
}

/** Opens the memory of a remote at its first call; `undefined` for a target that can be asked for its state. */
export type OpenMemory = (target: Target) => Promise<Memory> | undefined;

/** `commands`: those that change what is remembered. */
export function createMemoryOf(call: Call, commands: readonly string[], isFinal = false): OpenMemory {
  let opened: Promise<Memory> | undefined;
  const folder = runsFolder(call.context.env);
  return (target) => {
    const digests = createDigests(target);
    if (digests === undefined) return undefined;
    opened ??= (async () => {
      // A run that begins meanwhile is not in this order, so what it sends is not certain.
      const order = await readOrder(folder);
      const ids = await listRunIds(folder);
      const proof = proofOf(target);
      const runs: SentRun[] = [];
      const present = new Set(ids);
      const onUnreadable = (error: unknown, run: string) => {
        // A run that another process has discarded or pruned meanwhile.
        if (existsSync(recordPath(folder, run))) throw error;
        present.delete(run);
      };
      for await (const state of runsThere(call, ids, commands, onUnreadable)) {
        runs.push({ state, isOfToken: state.header.proof === proof });
      }
      return createMemory({ digests, runs, order, present, isFinal });
    })();
    return opened;
  };
}

/** The parts of a command's requests that later runs compare. */
export interface Remembering {
  readonly people?: PeopleOf | undefined;
  /** Whether an unchanged request is not sent again. */
  readonly requests?: boolean | undefined;
}

/** Makes what the run record keeps of a request, as digests. Undefined for a target that can be asked for its state. */
export function rememberFor(target: Target, remembers: Remembering | undefined): Remember | undefined {
  const digests = createDigests(target);
  if (digests === undefined || remembers === undefined) return undefined;
  const { people, requests } = remembers;
  return (request) => ({
    ...(requests && { sent: digests.ofRequest(request) }),
    ...(people && { people: peopleIn(request, people).map((one) => [one.id, digests.ofPerson(one)] as const) }),
  });
}

/** Proves that the caller chose the host of a run: only who has the token can make it. A store needs none. */
export function proofOf({ identity = '', digestKey }: Target): string | undefined {
  return digestKey === undefined ? undefined : createHmac('sha256', digestKey).update(identity).digest('hex');
}

export function runsFolder(env: Environment): string {
  return env['EXAMCTL_RUNS'] || DEFAULT_RUNS_FOLDER;
}

/** The address of a target, and the id of its store: a database may have several addresses. */
export interface TargetPlace {
  readonly address: string;
  readonly storeId?: string | undefined;
}

export async function placeOf({ context, target }: Call): Promise<TargetPlace> {
  return { address: await addressOf({ context, target }), storeId: await storeIdOf({ context, target }) };
}

export function addressOf({ context, target }: Call): Promise<string> {
  return context.identify({ kind: target.kind, where: whereOf(target) });
}

/** The id of the store that a run sends to; `undefined` for a target without one. */
export async function storeIdOf({ context, target }: Call): Promise<string | undefined> {
  return target.kind === 'local' ? context.storeBackend(target.store).storeId?.(target.store) : undefined;
}

/** Whether a run was sent to this place. */
export async function wasSentTo(
  { address, storeId }: TargetPlace,
  header: RunHeader,
  { identify }: TargetCall['context'],
): Promise<boolean> {
  if (storeId !== undefined && storeId === header.storeId) return true;
  return (await identify(header.target).catch(() => undefined)) === address;
}
