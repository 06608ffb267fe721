/** Writes a run record: the plan before the first request, and the outcome of each record. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { groupBy } from '../../base/lists/group-by.ts';
import { makeFolder } from '../../disk/folders.ts';
import type { Draft, ValidRequest } from '../../model/draft.ts';
import { isSamePlace, type Place } from '../../model/place.ts';
import type { Action, RecordResult } from '../../model/report.ts';
import { digestOfContent } from '../../platform/secrets.ts';
import { createLinkKeeper } from '../kept-links.ts';
import { createLineFile, type LineFile, openLineFile, recordError } from '../line-file.ts';
import { takeTurn } from '../order.ts';
import { isLeft, type RunMode, type RunRecord } from '../run-record.ts';
import { type RecordLine, type Remembered, type RunHeader, type Settled, whyNotContinued } from './lines.ts';
import { earlierOf, type RecordEntry, type RecordState } from './read-record.ts';
import { lockRun, type RunLock, runsBeside } from './run-lock.ts';

/** What later runs of a remote compare, for a request. */
export type Remember = (request: unknown) => Remembered;

/** Begins the run record of a new run in a file that must not exist. The run is locked until it ends. */
export async function createRunRecord(path: string, header: RunHeader, remember?: Remember): Promise<RunRecord> {
  const folder = dirname(path);
  await makeFolder(folder).catch((cause: unknown) => {
    throw recordError(folder, `The folder ${folder} for records of runs cannot be made`, cause);
  });
  const lock = await lockRun(path, header.command);
  try {
    const file = await createLineFile(path, header);
    return createRecord({ path, file, header, lock, remember });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Continuation {
  /** The state, read after the lock was taken. */
  readonly state: RecordState;
  readonly mode: Exclude<RunMode, 'new'>;
  readonly lock: RunLock;
  /** Whether the input has changed, so that records are recognised by their ids alone. */
  readonly isInputChanged?: boolean | undefined;
  readonly remember?: Remember | undefined;
}

/** Continues the run record of an earlier run. */
export async function continueRunRecord(path: string, continuation: Continuation): Promise<RunRecord> {
  const { state, lock, remember } = continuation;
  const file = await openLineFile(path);
  return createRecord({ path, file, header: state.header, lock, remember, continuation });
}

interface Opened {
  readonly path: string;
  readonly file: LineFile;
  readonly header: RunHeader;
  readonly lock: RunLock;
  readonly remember: Remember | undefined;
  readonly continuation?: Continuation | undefined;
}

function createRecord({ path, file, header, lock, remember, continuation }: Opened): RunRecord {
  const isNew = continuation === undefined;
  let next = (continuation?.state.entries.at(-1)?.n ?? -1) + 1;
  let [isSealed, isDiscarded] = [false, false];
  const write = (line: RecordLine): void => file.add(line);
  const links = createLinkKeeper(path, header.target);
  const plan = ({ request }: ValidRequest): Planned => ({ crc32: digestOfContent(request), ...remember?.(request) });
  const addIntent = (n: number, { draft }: ValidRequest, action: Action, planned: Planned) =>
    write({ type: 'intent', n, ...placeOf(draft), action, ...planned });
  return {
    ...createKnowledge(continuation, plan, ({ n, action }, record, planned) => addIntent(n, record, action, planned)),
    run: header.run,
    intend: (record, action) => {
      addIntent(next, record, action, plan(record));
      return next++;
    },
    seal: async () => {
      const turn = remember && { turn: await takeTurn(dirname(path), header.run), beside: await runsBeside(path) };
      write({ type: 'sealed', at: timeNow(), mode: continuation?.mode ?? 'new', ...turn });
      await file.synced();
      isSealed = true;
    },
    isKept: () => !isNew || !isDiscarded,
    isContinuable: () => isSealed && !isDiscarded && whyNotContinued(header) === undefined,
    begin: (numbers) => {
      for (const n of numbers) write({ type: 'begun', n });
      file.flush();
    },
    keepLinks: links.keep,
    settle: (n, result) => {
      write({ type: 'outcome', n, ...toSettled(result) });
      // A store has kept all of them before the first is settled. A remote is asked again for each one that is lost here.
      if (header.target.kind === 'remote') file.flush();
    },
    end: async (exitCode) => {
      try {
        await links.close();
        if (!isDiscarded) await endFile(file, { type: 'ended', at: timeNow(), exitCode });
      } finally {
        lock.release();
      }
    },
    discard: async () => {
      isDiscarded = true;
      try {
        await file.abandon();
        if (isNew) await rm(path, { force: true });
      } finally {
        lock.release();
      }
    },
  };
}

async function endFile(file: LineFile, line: RecordLine): Promise<void> {
  try {
    file.add(line);
    await file.synced();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.close();
}

/** What a run record keeps of a request: digests. */
type Planned = Remembered & { readonly crc32: number };

/** The state of records from an earlier part of the run. `change` plans a record anew whose row has changed. */
function createKnowledge(
  continuation: Continuation | undefined,
  plan: (record: ValidRequest) => Planned,
  change: (entry: RecordEntry, record: ValidRequest, planned: Planned) => void,
): Pick<RunRecord, 'find' | 'gone' | 'earlier' | 'hasAllChanges' | 'hasChanged'> {
  const { state, mode = 'new', isInputChanged = false } = continuation ?? {};
  const entries = state?.entries ?? [];
  const byNumber = new Map(entries.map((entry) => [entry.n, entry]));
  const planned = createPlanned(entries, isInputChanged);
  const changed = new Set<number>();
  const isEntryLeft = (entry: RecordEntry) => isLeft(earlierOf(entry), mode);
  return {
    find: (record) => {
      const entry = planned.take(placeOf(record.draft));
      if (entry === undefined) return undefined;
      const now = plan(record);
      // The digest without secrets stays the same if only a password has changed.
      const isSame = now.crc32 === entry.crc32 && now.sent === entry.sent;
      if (!isSame && isEntryLeft(entry)) change(entry, record, now);
      else if (isInputChanged && now.crc32 !== entry.crc32) changed.add(entry.n);
      return entry.n;
    },
    earlier: (number) => {
      const entry = byNumber.get(number);
      return entry === undefined ? { state: 'open' } : earlierOf(entry);
    },
    hasAllChanges: state?.isSealed === true && !isInputChanged,
    hasChanged: (number) => changed.has(number),
    gone: () => (isInputChanged ? planned.left().filter(isEntryLeft) : []),
  };
}

interface KeyedPlace extends Place {
  readonly key: string;
}

/**
 * The planned records that no row has been found for. A row has its id and place, or its id alone in a file whose rows may
 * have moved. Several records may be on one line of JSON and without ids, so each is taken once, in their order.
 */
function createPlanned(entries: readonly RecordEntry[], isInputChanged: boolean) {
  const byKey: Map<string, RecordEntry[]> = groupBy(entries.toReversed(), ({ key }) => key);
  return {
    take: (place: KeyedPlace): RecordEntry | undefined => {
      const waiting = byKey.get(place.key) ?? [];
      const at = waiting.findLastIndex((entry) => isInputChanged || isSamePlace(entry, place));
      const [taken] = at < 0 ? [] : waiting.splice(at, 1);
      if (waiting.length === 0) byKey.delete(place.key);
      return taken;
    },
    left: () => [...byKey.values()].flat().sort((one, other) => one.n - other.n),
  };
}

function placeOf({ key, rows: [{ file, line, sheet }] }: Draft): KeyedPlace {
  return { key: key ?? '', file, line, sheet };
}

function toSettled({ outcome, attempts, errors, said }: RecordResult): Settled {
  return { outcome, attempts, ...(errors.length > 0 && { errors }), ...(said !== undefined && { inferred: true }) };
}

function timeNow(): string {
  return new Date().toISOString();
}
