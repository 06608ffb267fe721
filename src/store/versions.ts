import type { LayeredId } from './merged-ids.ts';
import { compareUtf8 } from './utf8-order.ts';

/** What a commit makes of one key. `payload` is absent where the commit deletes it. */
interface KeyChange<P> {
  readonly kind: string;
  readonly id: string;
  readonly payload: P | undefined;
}

/** What a key is as of some commit. */
interface KeyState<P> {
  readonly payload: P | undefined;
}

/** The keys as they were after one commit, whatever was committed since. */
export interface VersionsView<P> {
  /** The key's state; undefined where no commit has touched the key. */
  find(kind: string, id: string): KeyState<P> | undefined;
  /** Ids of one kind that commits have touched, in UTF-8 order. */
  touched(kind: string): readonly LayeredId[];
  /** Every key that commits have touched, by kind. */
  kinds(): readonly string[];
  /** Lets go of the versions that only this view needs. */
  release(): void;
}

/**
 * Keys changed by numbered commits. A commit is shown to others from a call of `show` on (a store on disk
 * waits until it is durable); a view of an older commit stays as it is while newer ones come.
 */
export interface Versions<P> {
  newest(): number;
  shown(): number;
  /** Adds a commit and gives its number, one more than the newest. */
  add(changes: Iterable<KeyChange<P>>): number;
  show(commit: number): void;
  view(commit: number): VersionsView<P>;
}

interface Version<P> extends KeyState<P> {
  readonly commit: number;
  older: Version<P> | undefined;
}

/** The versions of one kind's keys. The sorted ids are replaced and never changed, as views may be walking them. */
interface KindVersions<P> {
  readonly byId: Map<string, Version<P>>;
  sorted: readonly string[];
  unsorted: string[];
}

/** No keys yet; the first commit will have the number after `commit`. */
export function createVersions<P>(commit = 0): Versions<P> {
  const kinds = new Map<string, KindVersions<P>>();
  const viewed = new Map<number, number>();
  let newest = commit;
  let shown = commit;
  return {
    newest: () => newest,
    shown: () => shown,
    show: (upTo) => {
      shown = upTo;
    },
    add: (changes) => {
      newest += 1;
      const oldestNeeded = Math.min(shown, ...viewed.keys());
      for (const { kind, id, payload } of changes) {
        const version = { commit: newest, payload, older: undefined };
        addVersion(kindOf(kinds, kind), id, version, oldestNeeded);
      }
      return newest;
    },
    view: (at) => {
      viewed.set(at, (viewed.get(at) ?? 0) + 1);
      return createView(kinds, at, () => release(viewed, at));
    },
  };
}

function createView<P>(
  kinds: ReadonlyMap<string, KindVersions<P>>,
  commit: number,
  onRelease: () => void,
): VersionsView<P> {
  let released = false;
  return {
    find: (kind, id) => versionAt(kinds.get(kind)?.byId.get(id), commit),
    touched: (kind) => touchedIds(kinds.get(kind), commit),
    kinds: () => [...kinds.keys()],
    release: () => {
      if (!released) onRelease();
      released = true;
    },
  };
}

function addVersion<P>(kind: KindVersions<P>, id: string, version: Version<P>, oldestNeeded: number): void {
  const previous = kind.byId.get(id);
  if (previous === undefined) kind.unsorted.push(id);
  kind.byId.set(id, version);
  version.older = previous;
  const last = versionAt(previous, oldestNeeded);
  if (last) last.older = undefined;
}

function versionAt<P>(newest: Version<P> | undefined, commit: number): Version<P> | undefined {
  let version = newest;
  while (version !== undefined && version.commit > commit) version = version.older;
  return version;
}

function touchedIds<P>(kind: KindVersions<P> | undefined, commit: number): LayeredId[] {
  if (kind === undefined) return [];
  if (kind.unsorted.length > 0) {
    kind.sorted = [...kind.sorted, ...kind.unsorted].sort(compareUtf8);
    kind.unsorted = [];
  }
  return kind.sorted.flatMap((id) => {
    const version = versionAt(kind.byId.get(id), commit);
    return version ? [{ id, present: version.payload !== undefined }] : [];
  });
}

function kindOf<P>(kinds: Map<string, KindVersions<P>>, kind: string): KindVersions<P> {
  const known = kinds.get(kind);
  if (known) return known;
  const fresh: KindVersions<P> = { byId: new Map(), sorted: [], unsorted: [] };
  kinds.set(kind, fresh);
  return fresh;
}

function release(viewed: Map<number, number>, commit: number): void {
  const others = (viewed.get(commit) ?? 0) - 1;
  if (others > 0) viewed.set(commit, others);
  else viewed.delete(commit);
}
