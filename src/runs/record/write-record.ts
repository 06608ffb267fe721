/** Writes the record of a run: what it meant to do before it did it, and what became of each record. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Draft } from '../../bulk/model/draft.ts';
import type { Place } from '../../bulk/model/place.ts';
import type { RecordResult } from '../../bulk/model/report.ts';
import { FOLDER_MODE } from '../../disk/file-access.ts';
import type { Earlier, RunMode, RunRecord } from '../run-record.ts';
import { type AppendFile, createAppendFile, openAppendFile } from '../append-file.ts';
import { type RecordLine, type RunHeader, whyNotContinued } from './lines.ts';
import { BY_PLACE, digestOfContent } from './identities.ts';
import { toRecordPaths } from './paths.ts';
import type { RecordState } from './read-record.ts';
import { createLinkKeeper } from '../kept-links.ts';
import { recordError } from './record-error.ts';
import { lockRun, type RunLock } from './run-lock.ts';

/** Begins the record of a new run in a file that must not exist. It is locked until it ends. */
export async function createRunRecord(path: string, header: RunHeader): Promise<RunRecord> {
  await makeFolder(dirname(path));
  const lock = await lockRun(path, header.command);
  try {
    const file = await createAppendFile(path, lineText(toRecordPaths(header).header));
    return releasedAtEnd(createRecord(path, file, header, undefined), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE }).catch((cause: unknown) => {
    throw recordError(folder, `The folder ${folder} for records of runs cannot be made`, cause);
  });
}

/**
 * Resumes the record of an earlier run, whose lock was taken before `state` was read. Once its input has changed, only an
 * id tells which record is which.
 */
export async function continueRunRecord(
  path: string,
  state: RecordState,
  mode: Exclude<RunMode, 'new'>,
  lock: RunLock,
  isInputChanged = false,
): Promise<RunRecord> {
  const file = await openAppendFile(path);
  // A line that was cut by a crash must not run into the next one.
  file.add('\n');
  append(file, { type: 'segment', mode, at: timeNow() });
  return releasedAtEnd(createRecord(path, file, state.header, state, isInputChanged), lock);
}

/** The lock is held as long as anything is written. */
function releasedAtEnd(record: RunRecord, { release }: RunLock): RunRecord {
  return {
    ...record,
    end: (exitCode, settled) => record.end(exitCode, settled).finally(release),
    discard: () => record.discard().finally(release),
  };
}

function createRecord(
  path: string,
  file: AppendFile,
  header: RunHeader,
  known: RecordState | undefined,
  isInputChanged = false,
): RunRecord {
  let next = known?.intents ?? 0;
  let isDiscarded = false;
  let isSealed = false;
  const knowledge = createKnowledge(known, isInputChanged);
  const { nameOf } = toRecordPaths(header);
  const links = createLinkKeeper(path, header.target);
  return {
    ...knowledge,
    intend: (draft, action, request) => {
      const number = knowledge.find(draft);
      if (number !== undefined) return number;
      const digest = digestOfContent(request);
      const place = placeOf(draft);
      append(file, { type: 'intent', n: next, ...place, file: nameOf(place.file), action, digest });
      return next++;
    },
    seal: async () => {
      append(file, { type: 'sealed', at: timeNow(), intents: next });
      await file.synced();
      isSealed = true;
    },
    isContinuable: () => isSealed && !isDiscarded && whyNotContinued(header) === undefined,
    begin: (number) => {
      append(file, { type: 'begun', n: number });
      return file.written();
    },
    keepLinks: links.keep,
    settle: (number, { outcome, attempts, errors }: RecordResult) => {
      append(file, { type: 'outcome', n: number, outcome, attempts, ...(errors.length > 0 ? { errors } : {}) });
      file.writeSoon();
    },
    end: async (exitCode, settled) => {
      await links.close();
      if (!isDiscarded) await endFile(file, { type: 'ended', at: timeNow(), exitCode, ...(settled && { settled }) });
    },
    discard: async () => {
      isDiscarded = true;
      await file.abandon();
      if (known === undefined) await rm(path, { force: true });
    },
  };
}

/** What an earlier part of the run says about the records of this one. */
function createKnowledge(
  known: RecordState | undefined,
  isInputChanged: boolean,
): Pick<RunRecord, 'find' | 'mayIntend' | 'earlier' | 'hasChanged'> {
  const { createIdentities } = known?.matching ?? BY_PLACE;
  const identityOf = createIdentities();
  return {
    find: (draft) => known?.numberOf(identityOf(placeOf(draft))),
    mayIntend: (draft) => known?.isSealed !== true || known.numberOf(createIdentities()(placeOf(draft))) !== undefined,
    earlier: (number): Earlier => known?.earlier(number) ?? { state: 'open' },
    hasChanged: (number, request) => {
      const digest = isInputChanged ? known?.digestOf(number) : undefined;
      return digest !== undefined && digest !== digestOfContent(request);
    },
  };
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

function placeOf({ key, rows: [{ file, line }] }: Draft): Place & { key: string } {
  return { key: key ?? '', file, line };
}

function append(file: AppendFile, line: RecordLine): void {
  file.add(lineText(line));
}

function lineText(line: RecordLine): string {
  const text = JSON.stringify(line);
  return `${LINE_ENDS.test(text) ? text.replace(ALL_LINE_ENDS, escapeUnit) : text}\n`;
}

/** JSON leaves them as they are, and readers take them for ends of lines. */
const LINE_ENDS = /[\u2028\u2029]/;
const ALL_LINE_ENDS = new RegExp(LINE_ENDS, 'g');

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}

function timeNow(): string {
  return new Date().toISOString();
}
