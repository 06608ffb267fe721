import { join } from 'node:path';
import { FILE_MODE, OPEN_FLAGS } from '../../../disk/file-access.ts';
import { type StoreFile, writeFully } from '../file-system.ts';
import { emailTable } from '../keys/email-table.ts';
import { createKeyTable, isAnother, type KeyTable } from '../keys/key-table.ts';
import { keysFile, logFile } from '../layout.ts';
import { encodeCommit } from '../log/commit-format.ts';
import { type LoggedLine, type LogPosition, scanLog } from '../log/scan.ts';
import { GROUP_BYTES } from '../log/writer.ts';
import { type PreparedGeneration, prepare, writeKeys } from './checkpoint.ts';
import type { Generation, StoreFolder } from './generation.ts';

/** A log with fewer outdated bytes is not compacted. */
export const COMPACTION_MIN_BYTES = 8 * 1024 * 1024;

/**
 * Writes only the live lines as the log of the next generation, with its keys. It checks every byte of the old log, which
 * must not grow meanwhile.
 */
export async function prepareCompaction(
  folder: StoreFolder,
  generation: Generation,
  { commit: before }: LogPosition,
  guard: () => void,
): Promise<PreparedGeneration> {
  const { manifest } = generation.onDisk;
  const number = manifest.generation + 1;
  const log = logFile(number);
  return prepare(folder, guard, [log, keysFile(number)], async () => {
    const file = await folder.files.open(join(folder.path, log), OPEN_FLAGS.create, FILE_MODE);
    try {
      const { tables, covered } = await copyLive(generation, file, before);
      await file.sync();
      const part = { file, path: join(folder.path, log), from: 0, end: covered.offset };
      const emails = () => emailTable(part, tables.get('Users')?.size ?? 0, generation.hashOf);
      const { keys, liveBytes } = await writeKeys(folder, number, tables, emails);
      return { manifest: { ...manifest, generation: number, log, before, covered, keys }, liveBytes };
    } finally {
      await file.close();
    }
  });
}

async function copyLive(
  generation: Generation,
  file: StoreFile,
  before: number,
): Promise<{ readonly tables: Map<string, KeyTable>; readonly covered: LogPosition }> {
  const { log, onDisk, hashOf } = generation;
  const tables = new Map<string, KeyTable>();
  let covered: LogPosition = { offset: 0, commit: before };
  let group: LoggedLine[] = [];
  let groupBytes = 0;
  const flush = async () => {
    const parts = group.map((line) => line.bytes);
    const { bytes, bodyStart } = encodeCommit(covered.commit + 1, group.length, parts);
    await writeFully(file, bytes, covered.offset);
    let offset = covered.offset + bodyStart;
    for (const { key, place } of group) {
      tableOf(tables, key.kind).set(hashOf(key.id), { ...place, offset }, isAnother);
      offset += place.length;
    }
    covered = { offset, commit: covered.commit + 1 };
    [group, groupBytes] = [[], 0];
  };
  await scanLog(log.file, log.path, { offset: 0, commit: onDisk.manifest.before }, async (lines) => {
    for (const line of lines) {
      if (!isLive(generation, line)) continue;
      // A copy, since these bytes are part of a large read buffer.
      group.push({ ...line, bytes: Buffer.from(line.bytes) });
      groupBytes += line.bytes.length;
    }
    if (groupBytes >= GROUP_BYTES) await flush();
  });
  if (group.length > 0) await flush();
  return { tables, covered };
}

/** Whether this is the line that the state has for its key. */
function isLive({ base, tail, hashOf }: Generation, { key, place }: LoggedLine): boolean {
  if (place.deleted) return false;
  const hash = hashOf(key.id);
  const isHere = ({ offset }: { offset: number }) => offset === place.offset;
  if (tail.tables.get(key.kind)?.find(hash, isHere)) return true;
  return base.tables.get(key.kind)?.find(hash, isHere) !== undefined && !tail.has(key.kind, hash, () => key);
}

function tableOf(tables: Map<string, KeyTable>, kind: string): KeyTable {
  const known = tables.get(kind) ?? createKeyTable();
  tables.set(kind, known);
  return known;
}
