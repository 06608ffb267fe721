import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { EntityKind } from '../../../platform/entities.ts';
import { mergedIds } from '../../merged-ids.ts';
import type { MaybePromise, StoreView } from '../../port.ts';
import { parseEntity } from '../../transaction.ts';
import { type Versions, type VersionsView, createVersions } from '../../versions.ts';
import { damage, storeFailure } from '../failures.ts';
import type { JournalLine } from '../journal/format.ts';
import { type JournalScan, scanJournal } from '../journal/scan.ts';
import type { ManifestOnDisk } from './manifest.ts';
import { type RecordKey, readLineText } from '../journal/record-lines.ts';
import { createPagedReader } from '../snapshot/paged-reader.ts';
import { EMPTY_SNAPSHOT, type SnapshotReader, openSnapshot } from '../snapshot/reader.ts';
import type { StoreFile, StoreFiles } from '../store-files.ts';

/** A store folder and the way to its files. */
export interface StoreFolder {
  readonly path: string;
  readonly files: StoreFiles;
}

/** One generation of the store's files, open: a snapshot, and the commits since. */
export interface Generation {
  readonly onDisk: ManifestOnDisk;
  readonly snapshot: SnapshotReader;
  readonly versions: Versions<JournalLine>;
  readonly journal: { readonly file: StoreFile; readonly path: string; readonly scan: JournalScan };
  /** The line of a record that the journal holds. `held` is the journal's bytes, where the caller has them. */
  journalLine(place: JournalLine, key: RecordKey, held?: Buffer): MaybePromise<Buffer>;
  /** The state after a commit, unchanged until it is released. */
  view(commit: number): GenerationView;
  /** Closes the files once the last view has been released; resolves then. */
  retire(): Promise<void>;
}

interface GenerationView extends StoreView {
  readonly layer: VersionsView<JournalLine>;
  release(): void;
}

/** Opens the files that a manifest names. `flags` are those for the journal. */
export async function openGeneration(
  { path, files }: StoreFolder,
  onDisk: ManifestOnDisk,
  flags: number,
): Promise<Generation> {
  const { manifest } = onDisk;
  const journalPath = join(path, manifest.journal);
  const snapshot = manifest.snapshot ? await openSnapshot(files, path, manifest.snapshot) : EMPTY_SNAPSHOT;
  let file: StoreFile | undefined;
  try {
    file = await files.open(journalPath, flags);
    const versions = createVersions<JournalLine>(manifest.commit);
    const scan = await scanJournal(file, journalPath, manifest.commit, (changes) => {
      versions.show(versions.newest() + 1);
      versions.add(changes);
    });
    return assemble(onDisk, snapshot, versions, { file, path: journalPath, scan });
  } catch (error) {
    await snapshot.close();
    await file?.close();
    throw error;
  }
}

function assemble(
  onDisk: ManifestOnDisk,
  snapshot: SnapshotReader,
  versions: Versions<JournalLine>,
  journal: Generation['journal'],
): Generation {
  const users = createUsers(async () => {
    await Promise.all([snapshot.close(), journal.file.close()]);
  });
  const pages = createPagedReader(journal.file);
  const check = (line: Buffer, place: JournalLine, key: RecordKey) => {
    if (crc32(line) === place.crc32) return line;
    throw damage(journal.path, place.offset, `the line of ${key.kind} ${JSON.stringify(key.id)} has changed`);
  };
  const journalLine = (place: JournalLine, key: RecordKey, held?: Buffer) => {
    const line =
      place.line ?? held?.subarray(place.offset, place.offset + place.length) ?? pages.read(place.offset, place.length);
    return line instanceof Promise ? line.then((read) => check(read, place, key)) : check(line, place, key);
  };
  const texts = createTextCache();
  const view = (commit: number): GenerationView => {
    const layer = versions.view(commit);
    const leave = users.enter();
    const release = () => {
      layer.release();
      leave();
    };
    return { layer, release, ...createStateView(snapshot, layer, journalLine, texts) };
  };
  return { onDisk, snapshot, versions, journal, journalLine, view, retire: users.end };
}

function createStateView(
  snapshot: SnapshotReader,
  layer: VersionsView<JournalLine>,
  journalLine: Generation['journalLine'],
  texts: TextCache,
): StoreView {
  const findText = (key: RecordKey) => {
    const state = layer.find(key.kind, key.id);
    if (state !== undefined && state.payload === undefined) return undefined;
    const source = state?.payload ?? snapshotSource(key);
    const known = texts.get(source);
    if (known !== undefined) return known;
    const line = state?.payload === undefined ? snapshot.line(key) : journalLine(state.payload, key);
    const keep = (read: Buffer | undefined) => read && texts.keep(source, readLineText(read));
    return line instanceof Promise ? line.then(keep) : keep(line);
  };
  const text = (kind: EntityKind, id: string) => {
    const fail = (error: unknown): never => {
      throw storeFailure(`Cannot read ${kind} ${JSON.stringify(id)} from the store`, error);
    };
    try {
      const found = findText({ kind, id });
      return found instanceof Promise ? found.catch(fail) : found;
    } catch (error) {
      return fail(error);
    }
  };
  return {
    get: async <K extends EntityKind>(kind: K, id: string) => parseEntity<K>(await text(kind, id)),
    text,
    ids: (kind) => mergedIds(snapshot.ids(kind), layer.touched(kind)),
  };
}

/** Counts who uses something, and closes it when the last has left after its end was asked for. */
function createUsers(close: () => Promise<void>): { enter(): () => void; end(): Promise<void> } {
  let count = 0;
  let onEmpty = () => {};
  return {
    enter: () => {
      count += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        count -= 1;
        if (count === 0) onEmpty();
      };
    },
    end: async () => {
      if (count > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve;
        });
      }
      await close();
    },
  };
}

/** Where a text comes from within one generation, in which it never changes: a line of the journal, or a snapshot's key. */
type TextSource = JournalLine | string;

/** Keeps the texts used last, so that what every request asks for (settings, roles) is not read and checked each time. */
interface TextCache {
  get(source: TextSource): string | undefined;
  /** Gives the text back. */
  keep(source: TextSource, text: string): string;
}

/** The size of each of two generations of texts. When the newer is full, it replaces the older one. */
const ROUND_TEXTS = 512;
/** A longer one is not kept: so both rounds together stay under 8 MiB. */
const KEPT_TEXT_LENGTH = 4_096;

export function createTextCache(): TextCache {
  let newer = new Map<TextSource, string>();
  let older = newer;
  const keep = (source: TextSource, text: string): string => {
    if (text.length > KEPT_TEXT_LENGTH) return text;
    if (newer.size >= ROUND_TEXTS) [older, newer] = [newer, new Map()];
    newer.set(source, text);
    return text;
  };
  return {
    keep,
    get: (source) => {
      const recent = newer.get(source);
      if (recent !== undefined) return recent;
      const text = older.get(source);
      return text === undefined ? undefined : keep(source, text);
    },
  };
}

/** No kind has a blank in its name. */
function snapshotSource({ kind, id }: RecordKey): string {
  return `${kind} ${id}`;
}
