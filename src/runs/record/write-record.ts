/** Writes a run record: the plan before the first request, and the outcome of each record. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../disk/make-folder.ts';
import type { Draft, ValidRequest } from '../../model/draft.ts';
import type { Place } from '../../model/place.ts';
import type { Action, RecordResult } from '../../model/report.ts';
import { digestOfContent } from '../../platform/secrets.ts';
import { type AppendFile, createAppendFile, openAppendFile } from '../append-file.ts';
import { createLinkKeeper } from '../kept-links.ts';
import { takeTurn } from '../order.ts';
import { isLeft, type RunMode, type RunRecord } from '../run-record.ts';
import { lineText, type Remembered, type RunHeader, type Settled, whyNotContinued } from './lines.ts';
import { earlierOf, type RecordEntry, type RecordState } from './read-record.ts';
import { recordError } from './record-error.ts';
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
    const file = await createAppendFile(path, lineText(header));
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
  const file = await openAppendFile(path);
  // A line that was cut by a crash must not run into the next one.
  file.add('\n');
  return createRecord({ path, file, header: state.header, lock, remember, continuation });
}

interface Opened {
  readonly path: string;
  readonly file: AppendFile;
  readonly header: RunHeader;
  readonly lock: RunLock;
  readonly remember: Remember | undefined;
  readonly continuation?: Continuation | undefined;
}

function createRecord({ path, file, header, lock, remember, continuation }: Opened): RunRecord {
  const isNew = continuation === undefined;
  let next = (continuation?.state.entries.at(-1)?.n ?? -1) + 1;
  let [isSealed, isDiscarded] = [false, false];
  const links = createLinkKeeper(path, header.target);
  const plan = ({ request }: ValidRequest): Planned => ({ crc32: digestOfContent(request), ...remember?.(request) });
  const addIntent = (n: number, { draft }: ValidRequest, action: Action, planned: Planned) =>
    file.add(lineText({ type: 'intent', n, ...placeOf(draft), action, ...planned }));
  return {
    ...createKnowledge(continuation, plan, ({ n, action }, record, planned) => addIntent(n, record, action, planned)),
    run: header.run,
    intend: (record, action) => {
      addIntent(next, record, action, plan(record));
      return next++;
    },
    seal: async () => {
      const turn = remember && { turn: await takeTurn(dirname(path), header.run), beside: await runsBeside(path) };
      file.add(lineText({ type: 'sealed', at: timeNow(), mode: continuation?.mode ?? 'new', ...turn }));
      await file.synced();
      isSealed = true;
    },
    isKept: () => !isNew || !isDiscarded,
    isContinuable: () => isSealed && !isDiscarded && whyNotContinued(header) === undefined,
    begin: (numbers) => {
      for (const n of numbers) file.add(lineText({ type: 'begun', n }));
      file.flush();
    },
    keepLinks: links.keep,
    settle: (n, result) => file.add(lineText({ type: 'outcome', n, ...toSettled(result) })),
    end: async (exitCode) => {
      try {
        await links.close();
        if (!isDiscarded) await endFile(file, lineText({ type: 'ended', at: timeNow(), exitCode }));
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

async function endFile(file: AppendFile, line: string): Promise<void> {
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
  const identities = isInputChanged ? createKeyIdentities : createPlaceIdentities;
  const identityOfPlanned = identities();
  const byIdentity = new Map(entries.map((entry) => [identityOfPlanned(entry), entry]));
  const identityOf = identities();
  const [found, changed] = [new Set<number>(), new Set<number>()];
  const isEntryLeft = (entry: RecordEntry) => isLeft(earlierOf(entry), mode);
  return {
    find: (record) => {
      const entry = state && byIdentity.get(identityOf(placeOf(record.draft)));
      if (entry === undefined) return undefined;
      found.add(entry.n);
      const planned = plan(record);
      // The digest without secrets stays the same if only a password has changed.
      const isSame = planned.crc32 === entry.crc32 && planned.sent === entry.sent;
      if (!isSame && isEntryLeft(entry)) change(entry, record, planned);
      else if (isInputChanged && planned.crc32 !== entry.crc32) changed.add(entry.n);
      return entry.n;
    },
    earlier: (number) => {
      const entry = byNumber.get(number);
      return entry === undefined ? { state: 'open' } : earlierOf(entry);
    },
    hasAllChanges: state?.isSealed === true && !isInputChanged,
    hasChanged: (number) => changed.has(number),
    gone: () => (isInputChanged ? entries.filter((entry) => !found.has(entry.n) && isEntryLeft(entry)) : []),
  };
}

interface KeyedPlace extends Place {
  readonly key: string;
}

/**
 * Identities from file, line and id. Several records may be on one line of JSON and without ids, so they are counted. All
 * records of a line follow each other.
 */
function createPlaceIdentities(): (place: KeyedPlace) => string {
  let line = '';
  let counts = new Map<string, number>();
  return ({ file, sheet = '', line: number, key }) => {
    const here = `${file}\n${sheet}\n${number}`;
    if (here !== line) [line, counts] = [here, new Map()];
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${here}\n${count}\n${key}`;
  };
}

/** Identities from the id alone, for a file whose rows may have moved. Records without an id are numbered. */
function createKeyIdentities(): (place: KeyedPlace) => string {
  let unnamed = 0;
  return ({ key }) => (key === '' ? `\n${++unnamed}` : key);
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
