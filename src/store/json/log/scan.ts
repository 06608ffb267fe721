import { crc32 } from 'node:zlib';
import { checksum } from '../checksum.ts';
import { damage } from '../failures.ts';
import { readFully, type StoreFile } from '../file-system.ts';
import type { Place } from '../keys/key-table.ts';
import { type CommitHeader, HEADER_MAX_BYTES, isHeaderBeginning, parseHeader } from './commit-format.ts';
import { linesOf, NEWLINE, type RecordKey, readLineKey } from './record-lines.ts';

/** A point between two commits of a log. */
export interface LogPosition {
  /** The number of bytes before it. */
  readonly offset: number;
  /** The number of the last commit before it. */
  readonly commit: number;
}

/** A line of a commit. */
export interface LoggedLine {
  readonly key: RecordKey;
  readonly place: Place;
  /** A part of the read buffer. */
  readonly bytes: Buffer;
}

export interface LogScan {
  /** The end of the last whole commit. */
  readonly end: number;
  /** Bytes after that: a commit that was being written when the process or the machine stopped. */
  readonly unfinishedBytes: number;
  /** The number of the last whole commit. */
  readonly commit: number;
}

/** The content of the log where a commit is expected. */
type Found = { readonly header: CommitHeader; readonly bodyOffset: number } | 'end' | 'unfinished';

/** After a power loss there may be zeros. They begin where the last write began, or at a sector of this size. */
const SECTOR_BYTES = 512;
const READ_AHEAD_BYTES = 1024 * 1024;

/**
 * Reads the commits of a log in order, from a position on, and checks every byte. It calls `onCommit` for each whole
 * commit, and awaits it.
 *
 * An interrupted write leaves a beginning of its bytes, and after a power loss zeros instead of the rest. At the end of
 * the file, this is an unfinished commit: no command has reported it as done, so it is no error. All other differences
 * are damage and throw. This includes the last commit if it is complete, since a command may have reported it as done.
 */
export async function scanLog(
  file: StoreFile,
  path: string,
  from: LogPosition,
  onCommit: (lines: LoggedLine[], end: number) => void | Promise<void>,
  onDamage: (error: unknown) => void = throwOn,
): Promise<LogScan> {
  const { size } = await file.stat();
  if (size < from.offset) throw damage(path, size, `it ends there, before commit ${from.commit} does`);
  const read = createWindow(file, size);
  const content = await endOfContent(file, size);
  let { commit, offset } = from;
  for (;;) {
    const found = await findCommit(read, path, offset, contentEnd(content, size, offset), commit + 1);
    if (found === 'end' || found === 'unfinished') return { end: offset, unfinishedBytes: size - offset, commit };
    const body = await read(found.bodyOffset, found.header.length);
    const end = found.bodyOffset + found.header.length;
    try {
      await onCommit(readLines(found, body, path, offset), end);
    } catch (error) {
      onDamage(error);
    }
    commit += 1;
    offset = end;
  }
}

function throwOn(error: unknown): never {
  throw error;
}

async function findCommit(read: Window, path: string, offset: number, end: number, commit: number): Promise<Found> {
  if (offset >= end) return 'end';
  const start = await read(offset, Math.min(HEADER_MAX_BYTES, end - offset));
  const newline = start.indexOf(NEWLINE);
  if (newline === -1) {
    const all = start.length === end - offset;
    if (all && isHeaderBeginning(start.toString('latin1'), commit)) return 'unfinished';
    throw damage(path, offset, `the header of commit ${commit} is not as it was written`);
  }
  const header = parseHeader(start.toString('latin1', 0, newline + 1));
  if (header?.commit !== commit) throw damage(path, offset, `the header of commit ${commit} is not as it was written`);
  const bodyOffset = offset + newline + 1;
  return bodyOffset + header.length > end ? 'unfinished' : { header, bodyOffset };
}

function readLines(
  { header, bodyOffset }: Exclude<Found, string>,
  body: Buffer,
  path: string,
  offset: number,
): LoggedLine[] {
  const actual = checksum(body);
  if (actual !== header.crc32) {
    const problem = `the checksum of the ${header.length} bytes of commit ${header.commit} is ${actual}, not ${header.crc32}`;
    throw damage(path, offset, problem);
  }
  const lines: LoggedLine[] = [];
  let lineOffset = bodyOffset;
  for (const bytes of linesOf(body)) {
    const key = readLineKey(bytes.toString('utf8'));
    if (key === undefined) throw damage(path, lineOffset, `commit ${header.commit} holds a line that is no record`);
    const place = { offset: lineOffset, length: bytes.length, crc32: crc32(bytes), deleted: key.deleted };
    lines.push({ key, place, bytes });
    lineOffset += bytes.length;
  }
  if (lines.length === header.changes) return lines;
  throw damage(path, offset, `commit ${header.commit} has ${lines.length} changes, not ${header.changes}`);
}

/** The offset of the zeros at the end of the file, or the file's size without any. JSON lines have no zero byte. */
async function endOfContent(file: StoreFile, size: number): Promise<number> {
  let end = size;
  while (end > 0) {
    const start = Math.max(0, end - READ_AHEAD_BYTES);
    const bytes = await readFully(file, start, end - start);
    const last = bytes.findLastIndex((byte) => byte !== 0);
    if (last !== -1) return start + last + 1;
    end = start;
  }
  return end;
}

/**
 * The end of the content. Zeros at an offset where no interrupted write leaves any are damage: as content, they fail a
 * check.
 */
function contentEnd(content: number, size: number, commitOffset: number): number {
  return content <= commitOffset || content % SECTOR_BYTES === 0 ? content : size;
}

type Window = (offset: number, length: number) => Promise<Buffer>;

/** Reads ahead, so that small commits share a read. It holds only this buffer, or one larger commit. */
function createWindow(file: StoreFile, size: number): Window {
  let held: Buffer = Buffer.alloc(0);
  let heldOffset = 0;
  return async (offset, length) => {
    if (offset < heldOffset || offset + length > heldOffset + held.length) {
      held = await readFully(file, offset, Math.min(Math.max(length, READ_AHEAD_BYTES), size - offset));
      heldOffset = offset;
    }
    return held.subarray(offset - heldOffset, offset - heldOffset + length);
  };
}
