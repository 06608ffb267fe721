import { join } from 'node:path';
import { compareUtf8 } from '../../utf8-order.ts';
import { FILE_MODE, OPEN_FLAGS } from '../../../disk/file-access.ts';
import { compareKeys } from '../snapshot/block-index.ts';
import { checksum } from '../checksum.ts';
import { damage } from '../failures.ts';
import type { Generation, StoreFolder } from './generation.ts';
import type { JournalLine } from '../journal/format.ts';
import { generationFiles, MANIFEST_TEMP_FILE } from '../layout.ts';
import { type Manifest, prepareManifest, STORE_FORMAT, type SnapshotReference, swapManifest } from './manifest.ts';
import { linesOf, type RecordKey, readLineKey } from '../journal/record-lines.ts';
import { createSnapshotWriter } from '../snapshot/writer.ts';
import { readFully, removeFile, writeNewFile } from '../store-files.ts';

/** A key that the journal holds: with a place for its line, or without one where the record was deleted. */
interface JournalKey extends RecordKey {
  readonly place: JournalLine | undefined;
}

/** Lines of the journal that are read at once while checkpoints. */
const READ_AHEAD_LINES = 256;
/** A journal up to this length is read at once for a checkpoint; of a longer one, a few lines at a time. */
const HELD_JOURNAL_BYTES = 64 * 1024 * 1024;

/**
 * Writes a generation's state as the files of the next one, all but the swap of the manifest: until that, what is on
 * disk is the old state. The journal must not grow meanwhile. Gives the text of the new manifest. `guard` throws when
 * the store is another process's by now: then its files have the same names, and must be left alone.
 */
export async function prepareCheckpoint(
  folder: StoreFolder,
  generation: Generation,
  guard: () => void,
): Promise<string> {
  const { manifest } = generation.onDisk;
  const number = manifest.generation + 1;
  const names = generationFiles(number);
  guard();
  try {
    const snapshot = await writeSnapshot(folder, generation, names);
    await writeNewFile(folder.files, join(folder.path, names.journal), Buffer.alloc(0));
    const next: Manifest = {
      format: STORE_FORMAT,
      generation: number,
      commit: generation.versions.newest(),
      snapshot,
      journal: names.journal,
    };
    guard();
    return await prepareManifest(folder.files, folder.path, next);
  } catch (error) {
    guard();
    await removeQuietly(folder, [...Object.values(names), MANIFEST_TEMP_FILE]);
    throw error;
  }
}

/** Makes the prepared generation the one that counts, and removes the files of the former. */
export async function finishCheckpoint(folder: StoreFolder, { manifest }: Generation['onDisk']): Promise<void> {
  await swapManifest(folder.files, folder.path);
  const old = [manifest.journal, manifest.snapshot?.file, manifest.snapshot?.index];
  await removeQuietly(
    folder,
    old.filter((name) => name !== undefined),
  );
}

/** A file that cannot be removed now is removed when the store is next opened for writing. */
async function removeQuietly({ path, files }: StoreFolder, names: readonly string[]): Promise<void> {
  for (const name of names) await removeFile(files, join(path, name)).catch(() => undefined);
}

async function writeSnapshot(
  { path, files }: StoreFolder,
  generation: Generation,
  names: ReturnType<typeof generationFiles>,
): Promise<SnapshotReference> {
  const file = await files.open(join(path, names.snapshot), OPEN_FLAGS.create, FILE_MODE);
  try {
    const writer = createSnapshotWriter(file);
    for await (const line of mergedLines(generation)) await writer.add(line);
    const { bytes, records, index } = await writer.finish();
    await file.sync();
    await writeNewFile(files, join(path, names.index), Buffer.from(index));
    return { file: names.snapshot, bytes, records, index: names.index, indexCrc32: checksum(index) };
  } finally {
    await file.close();
  }
}

/** The lines of the whole state, sorted: those of the snapshot, with the journal's in their places. */
async function* mergedLines(generation: Generation): AsyncGenerator<Buffer> {
  const changes = journalLines(generation);
  let change = await changes.next();
  const { snapshot } = generation;
  for (const block of snapshot.index) {
    for (const line of linesOf(await snapshot.block(block))) {
      const key = readLineKey(line);
      if (key === undefined) throw damage(generation.onDisk.manifest.snapshot?.file ?? '', block.offset, 'no record');
      while (!change.done && compareKeys(change.value, key) < 0) {
        if (change.value.line) yield change.value.line;
        change = await changes.next();
      }
      // A line that the journal replaces or deletes is left out; the journal's own comes in the next turn.
      if (change.done || compareKeys(change.value, key) !== 0) yield line;
    }
  }
  for (; !change.done; change = await changes.next()) if (change.value.line) yield change.value.line;
}

async function* journalLines(generation: Generation): AsyncGenerator<RecordKey & { line: Buffer | undefined }> {
  const keys = journalKeys(generation);
  const held = await holdJournal(generation);
  for (let at = 0; at < keys.length; at += READ_AHEAD_LINES) {
    yield* await Promise.all(
      keys.slice(at, at + READ_AHEAD_LINES).map(async ({ kind, id, place }) => ({
        kind,
        id,
        line: place && (await generation.journalLine(place, { kind, id }, held)),
      })),
    );
  }
}

async function holdJournal({ journal }: Generation): Promise<Buffer | undefined> {
  const { size } = await journal.file.stat();
  return size <= HELD_JOURNAL_BYTES ? readFully(journal.file, 0, size) : undefined;
}

function journalKeys({ versions }: Generation): JournalKey[] {
  const layer = versions.view(versions.newest());
  try {
    return [...layer.kinds()]
      .sort(compareUtf8)
      .flatMap((kind) => layer.touched(kind).map(({ id }) => ({ kind, id, place: layer.find(kind, id)?.payload })));
  } finally {
    layer.release();
  }
}
