import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_MODE, OPEN_FLAGS } from '../../../disk/file-access.ts';
import { StoreError } from '../../../errors.ts';

const NAME_BYTES = 16;
/** The file is no part of the store, so the hints for files of the store would mislead. */
const FOLDER_HINT = 'Check the temporary folder and its disk. TMPDIR names another one.';

/**
 * A file that is made at the first write. It has a random name, must not exist before, and only its owner can read it.
 * If the system allows, its name is removed while it is open, so that it disappears with the process in any case.
 */
export function createSpoolFile() {
  const path = join(tmpdir(), `examctl-plan-${randomBytes(NAME_BYTES).toString('hex')}`);
  let descriptor: number | undefined;
  let isNamed = false;
  const open = (): number => {
    if (descriptor !== undefined) return descriptor;
    descriptor = openSync(path, OPEN_FLAGS.create, FILE_MODE);
    isNamed = !removeNow(path);
    return descriptor;
  };
  return {
    changed: (offset: number) =>
      new StoreError(`The plan in ${tmpdir()} has changed at byte ${offset} since it was written there`, {
        hint: FOLDER_HINT,
      }),
    write: (bytes: Buffer, position: number) => {
      try {
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(open(), bytes, done, bytes.length - done, position + done);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new StoreError(`Cannot keep the plan in ${tmpdir()}: ${reason}`, { cause: error, hint: FOLDER_HINT });
      }
    },
    readNow: (buffer: Buffer, offset: number, length: number, position: number) =>
      readSync(open(), buffer, offset, length, position),
    close: () => {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
      if (isNamed) removeNow(path);
    },
  };
}

function removeNow(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
