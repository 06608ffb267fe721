/** Writes a run record: the plan before the first request, and the outcome of each record. */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createBytes } from '../../base/lists/compact-lists.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import type { Draft, ValidRequest } from '../../model/draft.ts';
import type { Place } from '../../model/place.ts';
import type { RecordResult } from '../../model/report.ts';
import { digestOfContent, hasSecretName } from '../../platform/secrets.ts';
import { type AppendFile, createAppendFile, openAppendFile } from '../append-file.ts';
import { createLinkKeeper } from '../kept-links.ts';
import type { Earlier, RunMode, RunRecord } from '../run-record.ts';
import { BY_PLACE } from './identities.ts';
import { type RecordLine, type RunHeader, whyNotContinued } from './lines.ts';
import { toRecordPaths } from './paths.ts';
import type { RecordState } from './read-record.ts';
import { recordError } from './record-error.ts';
import { lockRun, type RunLock } from './run-lock.ts';

/** Begins the run record of a new run in a file that must not exist. The run is locked until it ends. */
export async function createRunRecord(path: string, header: RunHeader): Promise<RunRecord> {
  await makeRunsFolder(dirname(path));
  const lock = await lockRun(path, header.command);
  try {
    const file = await createAppendFile(path, lineText(toRecordPaths(header).header));
    return releasedAtEnd(createRecord(path, file, header), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function makeRunsFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch((cause: unknown) => {
    throw recordError(folder, `The folder ${folder} for records of runs cannot be made`, cause);
  });
}

interface Continuation {
  /** The state, read after the lock was taken. */
  readonly state: RecordState;
  readonly mode: Exclude<RunMode, 'new'>;
  readonly lock: RunLock;
  /** Whether the input has changed, so that records are recognised by their ids alone. */
  readonly isInputChanged?: boolean | undefined;
  readonly newer?: FindNewer | undefined;
}

/** Finds what a newer run has sent last, by the key of the record. */
export type FindNewer = (key: string) => { readonly run: string; readonly crc32: number } | undefined;

/** Continues the run record of an earlier run. */
export async function continueRunRecord(
  path: string,
  { state, mode, lock, isInputChanged = false, newer }: Continuation,
): Promise<RunRecord> {
  const file = await openAppendFile(path);
  // A line that was cut by a crash must not run into the next one.
  file.add('\n');
  append(file, { type: 'segment', mode, at: timeNow() });
  return releasedAtEnd(createRecord(path, file, state.header, { known: state, isInputChanged, newer }), lock);
}

/** Releases the lock when the run record ends or is discarded. */
function releasedAtEnd(record: RunRecord, { release }: RunLock): RunRecord {
  return {
    ...record,
    end: (exitCode) => record.end(exitCode).finally(release),
    discard: () => record.discard().finally(release),
  };
}

function createRecord(path: string, file: AppendFile, header: RunHeader, knowledge: Knowledge = {}): RunRecord {
  const { known } = knowledge;
  let next = known?.intents ?? 0;
  let isDiscarded = false;
  let isSealed = false;
  const { nameOf } = toRecordPaths(header);
  const links = createLinkKeeper(path, header.target);
  return {
    ...createKnowledge(knowledge, (n, crc32) => append(file, { type: 'content', n, crc32 })),
    run: header.run,
    intend: (record, action) => {
      const { key, file: own, line, sheet } = placeOf(record.draft);
      const crc32 = digestOf(record);
      append(file, { type: 'intent', n: next, key, file: nameOf(own), line, sheet, action, crc32 });
      return next++;
    },
    seal: async () => {
      append(file, { type: 'sealed', at: timeNow(), intents: next });
      await file.synced();
      isSealed = true;
    },
    isKept: () => known !== undefined || !isDiscarded,
    isContinuable: () => isSealed && !isDiscarded && whyNotContinued(header) === undefined,
    begin: async (number) => {
      append(file, { type: 'begun', n: number });
      file.flush();
    },
    keepLinks: links.keep,
    settle: (number, { outcome, attempts, errors }: RecordResult) => {
      append(file, { type: 'outcome', n: number, outcome, attempts, ...(errors.length > 0 ? { errors } : {}) });
      file.writeSoon();
    },
    end: async (exitCode) => {
      await links.close();
      if (!isDiscarded) await endFile(file, { type: 'ended', at: timeNow(), exitCode });
    },
    discard: async () => {
      isDiscarded = true;
      await file.abandon();
      if (known === undefined) await rm(path, { force: true });
    },
  };
}

interface Knowledge extends Pick<Continuation, 'isInputChanged' | 'newer'> {
  readonly known?: RecordState | undefined;
}

/** The state of records from an earlier part of the run. */
function createKnowledge(
  { known, isInputChanged = false, newer }: Knowledge,
  addContent: (number: number, digest: number) => void,
): Pick<RunRecord, 'find' | 'unfound' | 'mayIntend' | 'earlier' | 'whyOutdated' | 'hasChanged'> {
  const createIdentities = known?.matching ?? BY_PLACE;
  const identityOf = createIdentities();
  const found = createBytes();
  return {
    find: (record) => {
      const number = known?.numberOf(identityOf(placeOf(record.draft)));
      if (known === undefined || number === undefined) return undefined;
      found.set(number, 1);
      const digest = digestOf(record);
      if (digest !== known.digestOf(number)) addContent(number, digest);
      return number;
    },
    unfound: async function* () {
      if (!isInputChanged || known === undefined) return;
      for await (const entry of known.entries()) if (found.at(entry.n) === 0) yield entry;
    },
    mayIntend: (draft) => known?.isSealed !== true || known.numberOf(createIdentities()(placeOf(draft))) !== undefined,
    earlier: (number): Earlier => known?.earlier(number) ?? { state: 'open' },
    whyOutdated: (record, number, action) => {
      const sent = newer?.(record.draft.key ?? '');
      if (sent !== undefined && !isSent(record.request, sent.crc32)) {
        return `The newer run ${sent.run} has sent this with other content or secrets`;
      }
      const isNew = number !== undefined && known?.earlier(number).state !== 'settled';
      return isNew && known?.actionOf(number) === 'create' && action === 'update'
        ? 'The run was to create this record, but it exists now with other content'
        : undefined;
    },
    hasChanged: (number, request) => {
      const digest = isInputChanged ? known?.digestOf(number) : undefined;
      return digest !== undefined && digest !== digestOfContent(request);
    },
  };
}

function digestOf(record: ValidRequest): number {
  return digestOfContent(record.request);
}

/** Digests do not tell of secrets, so a request with a secret may be another one. */
function isSent(request: unknown, crc32: number): boolean {
  return digestOfContent(request) === crc32 && !hasSecretName(JSON.stringify(request));
}

async function endFile(file: AppendFile, line: RecordLine): Promise<void> {
  try {
    append(file, line);
    await file.synced();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.close();
}

function placeOf({ key, rows: [{ file, line, sheet }] }: Draft): Place & { key: string } {
  return { key: key ?? '', file, line, sheet };
}

function append(file: AppendFile, line: RecordLine): void {
  file.add(lineText(line));
}

function lineText(line: RecordLine): string {
  const text = JSON.stringify(line);
  return `${LINE_ENDS.test(text) ? text.replace(ALL_LINE_ENDS, escapeUnit) : text}\n`;
}

/** Characters that JSON does not escape, although readers take them for ends of lines. */
const LINE_ENDS = /[\u2028\u2029]/;
const ALL_LINE_ENDS = new RegExp(LINE_ENDS, 'g');

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}

function timeNow(): string {
  return new Date().toISOString();
}
