import { nodeFiles, type StoreFile, type StoreFiles } from '../../../src/store/json/file-system.ts';

type FileStep = 'open' | 'write' | 'sync' | 'datasync' | 'truncate' | 'rename' | 'unlink';

export interface FaultyFiles extends StoreFiles {
  /** The number of calls of each step. */
  readonly counts: Record<FileStep, number>;
  /** Lets the step with this number fail, and all later ones. Counts all steps from now on, from 1. */
  failAt(number: number, duration: 'once' | 'for good'): void;
  /** The number of steps since `failAt`, or since the beginning. */
  steps(): number;
}

export interface FaultyOptions {
  /** The maximum number of bytes that one call writes: a system may write fewer than requested. */
  readonly longestWrite?: number;
  /** Runs before each step. */
  readonly before?: (step: FileStep) => Promise<void>;
}

/** The real file system, with failures that a test chooses. A failed write has written the first half of its bytes. */
export function createFaultyFiles({ longestWrite, before }: FaultyOptions = {}): FaultyFiles {
  const counts = { open: 0, write: 0, sync: 0, datasync: 0, truncate: 0, rename: 0, unlink: 0 };
  let steps = 0;
  let fails = (_: number) => false;

  const step = async <T>(name: FileStep, work: () => Promise<T>, halfWay: () => Promise<unknown> = async () => {}) => {
    counts[name] += 1;
    steps += 1;
    const failing = fails(steps);
    await before?.(name);
    if (failing) {
      await halfWay();
      throw Object.assign(new Error(`EIO: i/o error, ${name} (on purpose)`), { code: 'EIO' });
    }
    return work();
  };
  const wrap = (file: StoreFile): StoreFile => ({
    id: file.id,
    readNow: (...args) => file.readNow(...args),
    close: () => file.close(),
    sync: () => step('sync', () => file.sync()),
    datasync: () => step('datasync', () => file.datasync()),
    truncate: (length) => step('truncate', () => file.truncate(length)),
    write: (buffer, offset, length, position) =>
      step(
        'write',
        () => file.write(buffer, offset, Math.min(length, longestWrite ?? length), position),
        () => file.write(buffer, offset, length >> 1, position),
      ),
  });
  return {
    counts,
    steps: () => steps,
    failAt: (number, duration) => {
      steps = 0;
      fails = (at) => (duration === 'once' ? at === number : at >= number);
    },
    open: (path, flags, mode) => step('open', async () => wrap(await nodeFiles.open(path, flags, mode))),
    rename: (from, to) => step('rename', () => nodeFiles.rename(from, to)),
    unlink: (path) => step('unlink', () => nodeFiles.unlink(path)),
    idOf: nodeFiles.idOf,
  };
}

/** A promise that waits until it is let go. */
export function createGate(): { readonly wait: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const wait = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait, open };
}
