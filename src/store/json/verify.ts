import { join } from 'node:path';
import { OPEN_FLAGS } from '../../disk/file-access.ts';
import { compareKeys } from './snapshot/block-index.ts';
import { damage } from './failures.ts';
import { assertStoreFolder } from './folder.ts';
import type { StoreFolder } from './generation/generation.ts';
import { scanJournal } from './journal/scan.ts';
import { type Manifest, readManifest, type SnapshotReference } from './generation/manifest.ts';
import { linesOf, type RecordKey, readLineKey, readLineValue } from './journal/record-lines.ts';
import { openSnapshot } from './snapshot/reader.ts';
import { nodeFiles } from './store-files.ts';

/**
 * Reads every byte of the store in a folder and lists what is wrong with it. It takes no lock and changes nothing.
 * Throws where there is no store to check, or where its manifest cannot be trusted.
 */
export async function verifyJsonStore(path: string): Promise<string[]> {
  await assertStoreFolder(path);
  const folder = { path, files: nodeFiles };
  const { manifest } = readManifest(nodeFiles, path);
  const problems: string[] = [];
  if (manifest.snapshot) await gather(problems, verifySnapshot(folder, manifest.snapshot, problems));
  await gather(problems, verifyJournal(folder, manifest));
  return problems;
}

async function gather(problems: string[], check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
}

async function verifySnapshot({ path, files }: StoreFolder, reference: SnapshotReference, problems: string[]) {
  const snapshot = await openSnapshot(files, path, reference);
  let last: RecordKey | undefined;
  let records = 0;
  try {
    for (const block of snapshot.index) {
      await gather(
        problems,
        (async () => {
          for (const line of linesOf(await snapshot.block(block))) {
            last = verifyLine(line, last, join(path, reference.file), block.offset);
            records += 1;
          }
        })(),
      );
    }
  } finally {
    await snapshot.close();
  }
  if (problems.length > 0 || records === reference.records) return;
  throw damage(join(path, reference.file), 0, `it has ${records} records, not ${reference.records}`);
}

function verifyLine(line: Buffer, last: RecordKey | undefined, file: string, offset: number): RecordKey {
  const key = readLineKey(line);
  if (key === undefined || key.deleted) throw damage(file, offset, 'a line from there on is no record');
  if (last && compareKeys(last, key) >= 0) throw damage(file, offset, 'its records are not in order');
  readLineValue(line);
  return key;
}

async function verifyJournal({ path, files }: StoreFolder, manifest: Manifest): Promise<void> {
  const journal = join(path, manifest.journal);
  const file = await files.open(journal, OPEN_FLAGS.read);
  try {
    await scanJournal(file, journal, manifest.commit, () => {});
  } finally {
    await file.close();
  }
}
