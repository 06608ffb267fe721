/**
 * The file format for the transfer of a state between stores: a header line, one line for each entity, and a last line
 * with the number of entities and the digest of all lines before it. Entities are in the order of their kinds and of
 * the UTF-8 bytes of their ids, so the same state in any store has the same file.
 */
import { createHash } from 'node:crypto';
import { errorCode } from '../../disk/file-access.ts';
import { readLines } from '../../disk/read-lines.ts';
import { InputError, UsageError } from '../../errors.ts';
import type { EntityKind } from '../../platform/entities.ts';

export const HEADER = `${JSON.stringify({ format: 'examctl-state', version: 1 })}\n`;

export interface StateRecord {
  readonly kind: EntityKind;
  readonly id: string;
  readonly entity: unknown;
}

export function recordLine(record: StateRecord): string {
  return `${JSON.stringify(record)}\n`;
}

export interface LineSum {
  add(line: string): void;
  /** Returns the last line of the file. */
  end(): string;
}

export function createSum(): LineSum {
  const hash = createHash('sha256');
  let lines = 0;
  return {
    add: (line) => {
      hash.update(line);
      lines += 1;
    },
    end: () => `${JSON.stringify({ records: lines - 1, sha256: hash.digest('hex') })}\n`,
  };
}

/** Returns whether a file begins as one that `local export` or `local backup` has written. */
export async function isStateFile(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) return line === HEADER;
  return false;
}

/**
 * Reads a whole file. Throws an InputError if it is not complete and unchanged. Returns its last line, which identifies
 * it.
 */
export async function checkStateFile(path: string): Promise<string> {
  const sum = createSum();
  let last: string | undefined;
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (number === 1 && line !== HEADER) throw otherFile(path, line);
    if (last !== undefined) sum.add(last);
    last = line;
  }
  if (last !== undefined && number > 1 && last === sum.end()) return last;
  throw new InputError({ file: path, line: number }, 'the file is not whole, or was changed', {
    hint: 'Nothing was imported. Make it again with examctl local export, or take another backup.',
  });
}

/** The header up to its version. */
const ANY_VERSION = HEADER.replace(/\d+\}\n$/, '');

/** Makes the error for a wrong first line, which often shows what happened to the file. */
function otherFile(file: string, line: string): InputError {
  const fail = (problem: string, hint: string) => new InputError({ file, line: 1 }, problem, { hint });
  if (line.startsWith('\u001f')) return fail('it is compressed (gzip)', 'Unpack it first, for example with gunzip.');
  if (!line.startsWith(ANY_VERSION))
    return fail('this is no file of local export', 'Make one with examctl local export or local backup.');
  return line.endsWith('\r\n')
    ? fail('its line ends were changed (CRLF)', 'Copy the file again, as it was written.')
    : fail('it was written by a newer examctl', 'Use that examctl, or a newer one.');
}

/** Yields the records of a file that `checkStateFile` has accepted. */
export async function* readRecords(path: string, kinds: readonly EntityKind[]): AsyncGenerator<StateRecord> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    const record = JSON.parse(line) as StateRecord;
    if (number === 1 || record.kind === undefined) continue;
    if (!kinds.includes(record.kind)) {
      throw new InputError({ file: path, line: number }, `this examctl keeps no ${JSON.stringify(record.kind)}`, {
        hint: 'Use the examctl that wrote the file, or a newer one.',
      });
    }
    yield record;
  }
}

/** Yields the lines of a file, each with its line feed. */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    for await (const lines of readLines(path)) {
      for (const line of lines) if (line !== '') yield `${line}\n`;
    }
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') {
      throw new UsageError(`${path}: no such file`, { hint: 'Check the path; "-" reads standard input.', cause });
    }
    throw new UsageError(`${path} cannot be read (${errorCode(cause) ?? 'it is no ordinary file'})`, { cause });
  }
}
