import { crc32 } from 'node:zlib';
import { parseJson } from '../../../base/json-value.ts';
import { damage } from '../failures.ts';
import { readFully, type StoreFile } from '../file-system.ts';
import { COMMIT_START, commitLine, endOfHeader, type LogEnd, type Place, RECORD_START, readKey } from './format.ts';
import type { OpenLog } from './log.ts';
import { LogState } from './state.ts';

/** A log that was read. */
export interface ScannedLog extends OpenLog {
  /** Bytes after the end: a commit that was being written when the process or the machine stopped. */
  readonly unfinishedBytes: number;
}

/** After a power loss there may be zeros. They begin where the last write began, or at a sector of this size. */
const SECTOR_BYTES = 512;
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads a whole log once, checks every byte, and keeps the place of each record.
 *
 * An interrupted write leaves a beginning of its bytes, and after a power loss zeros instead of the rest. At the end of
 * the file, this is an unfinished commit: no command has reported it as done, so it is no error. All other differences
 * are damage and throw. This includes the last commit if it is complete, since a command may have reported it as done.
 */
export function scanLog(file: StoreFile, path: string): ScannedLog {
  const scan = new Scan(path);
  const size = readLines(file, Number.POSITIVE_INFINITY, scan);
  const end = scan.finish();
  const unfinishedBytes = size - end.offset;
  const open = scan.lastOfOpenCommit();
  if (open === undefined) return { file, state: scan.state, end, unfinishedBytes };
  // If its line feed has changed, a last line of a commit may follow in the same line.
  const last = readFully(file, open.offset, open.length);
  if (parseJson(last.toString()) === undefined)
    throw damage(path, open.offset, 'the line there is not as it was written');
  // The records of the unfinished commit are in the state already. This is rare, so the whole commits are read again.
  const whole = new Scan(path);
  readLines(file, end.offset, whole);
  return { file, state: whole.state, end, unfinishedBytes };
}

/** Takes the lines of a log one after the other. */
class Scan {
  readonly state = new LogState();
  readonly #path: string;
  #end: LogEnd | undefined;
  /** The checksum of all bytes before `#summed`. */
  #crc = 0;
  #summed = 0;
  /** The records of the commit that is being read. */
  #records = 0;
  #last: Place | undefined;
  /** The bytes after the last line feed. */
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the line between two positions of the bytes, which are at `offset` of the file. */
  line(bytes: Buffer, from: number, to: number, offset: number): void {
    const at = offset + from;
    if (this.#end === undefined) {
      this.#end = endOfHeader(bytes.subarray(from, to), this.#path);
      this.state.addLine(to - from);
      [this.#crc, this.#summed] = [this.#end.crc, to + offset];
      return;
    }
    const key = readKey(bytes, from, to);
    if (key !== undefined) {
      this.#records += 1;
      this.#last = { offset: at, length: to - from };
      this.state.addRecord(key.kind, key.id, to - from, key.isDeleted);
      return;
    }
    this.sum(bytes, from, offset);
    const expected = this.#nextCommitLine(this.#end);
    const line = bytes.toString('latin1', from, to);
    if (this.#records === 0 || line !== expected) throw this.#damageIn(line, at, this.#end);
    this.sum(bytes, to, offset);
    this.state.addLine(to - from);
    this.#end = { offset: offset + to, commit: this.#end.commit + 1, crc: this.#crc };
    this.#records = 0;
  }

  /** Adds the bytes before a position to the checksum. */
  sum(bytes: Buffer, to: number, offset: number): void {
    if (this.#end === undefined) return;
    this.#crc = crc32(bytes.subarray(this.#summed - offset, to), this.#crc);
    this.#summed = offset + to;
  }

  /** Takes the bytes after the last line feed, which may end in zeros. JSON lines have no zero byte. */
  rest(bytes: Buffer, offset: number): void {
    const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
    this.#rest = bytes.toString('latin1', 0, length);
    const content = offset + length;
    if (length < bytes.length && content !== this.#end?.offset && content % SECTOR_BYTES !== 0) {
      throw damage(this.#path, content, 'there are zeros that examctl has not written');
    }
  }

  /** Returns the end of the last whole commit. Throws if the rest is not the beginning of a write. */
  finish(): LogEnd {
    const [rest, end] = [this.#rest, this.#end];
    if (end === undefined) throw damage(this.#path, 0, 'its first line is not as examctl wrote it');
    const starts = [RECORD_START, ...(this.#records > 0 ? [this.#nextCommitLine(end)] : [])];
    const isBeginning = rest.startsWith(RECORD_START) || starts.some((start) => start.startsWith(rest));
    if (!isBeginning) throw damage(this.#path, this.#summed, 'the line there is not as it was written');
    return end;
  }

  /** The last line of a commit without its end. */
  lastOfOpenCommit(): Place | undefined {
    return this.#records > 0 ? this.#last : undefined;
  }

  #nextCommitLine({ commit }: LogEnd): string {
    return commitLine(commit + 1, this.#records, this.#crc);
  }

  #damageIn(line: string, at: number, { offset, commit }: LogEnd): Error {
    const name = `commit ${commit + 1}`;
    if (!line.startsWith(COMMIT_START)) return damage(this.#path, at, `${name} has a line there that is no record`);
    return damage(this.#path, offset, `the records of ${name} do not fit its last line at byte ${at}`);
  }
}

/** Passes all lines before an offset to the scan, and what follows the last line feed. Returns the end of the bytes. */
function readLines(file: StoreFile, end: number, scan: Scan): number {
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let [offset, held] = [0, 0];
  while (offset + held < end) {
    if (held === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    const wanted = Math.min(buffer.length - held, end - offset - held);
    const bytesRead = file.readNow(buffer, held, wanted, offset + held);
    if (bytesRead === 0) break;
    const bytes = buffer.subarray(0, held + bytesRead);
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE) + 1; to > 0; to = bytes.indexOf(NEWLINE, from) + 1) {
      scan.line(bytes, from, to, offset);
      from = to;
    }
    scan.sum(bytes, from, offset);
    bytes.copyWithin(0, from);
    held = bytes.length - from;
    offset += from;
  }
  scan.rest(buffer.subarray(0, held), offset);
  return offset + held;
}
