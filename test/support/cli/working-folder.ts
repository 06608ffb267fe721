/**
 * Several working folders in one process. The real working folder is the same for the whole process, so two runs at the same
 * time cannot each have one. Here, relative paths count from the folder of the asynchronous context that opens a file.
 *
 * Vitest loads this before any other module (setupFiles): a module may keep a function of the file system when it loads.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isAbsolute, resolve } from 'node:path';

export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await folders.run(folder, work);
  } finally {
    underWay -= 1;
    // While a context is active, Node 20 follows every promise: that would slow down tests that measure time.
    if (underWay === 0) folders.disable();
  }
}

let underWay = 0;

/** The functions whose second argument is a path too. */
const WITH_TWO_PATHS = /^(rename|link|copyFile|cp)(Sync)?$/;
/** Members without paths to change: the first path of `symlink` counts from the link, and classes are no functions. */
const WITHOUT_PATHS = /^(symlink|_|[A-Z])/;

type Folders = AsyncLocalStorage<string>;

/** One for the process: Vitest loads this module again for each test file. */
const KEY = Symbol.for('examctl.tests.folders');
const shared = globalThis as { [KEY]?: Folders };
const folders = shared[KEY] ?? takeOver();
shared[KEY] = folders;

function takeOver(): Folders {
  const made: Folders = new AsyncLocalStorage();
  const realFolder = process.cwd.bind(process);
  process.cwd = () => made.getStore() ?? realFolder();
  for (const module of [fs, fs.promises]) {
    for (const [name, member] of Object.entries(module)) {
      if (typeof member !== 'function' || WITHOUT_PATHS.test(name)) continue;
      Object.assign(module, { [name]: resolving(made, WITH_TWO_PATHS.test(name) ? 2 : 1, member) });
    }
  }
  syncBuiltinESMExports();
  return made;
}

// biome-ignore lint/complexity/noBannedTypes: any function of the file system, with its own arguments.
function resolving(made: Folders, paths: number, member: Function): Function {
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    const folder = made.getStore();
    const given = folder === undefined ? args : args.map((value, at) => (at < paths ? from(folder, value) : value));
    return Reflect.apply(member, this, given);
  };
  return Object.assign(wrapped, member);
}

function from(folder: string, value: unknown): unknown {
  return typeof value === 'string' && !isAbsolute(value) ? resolve(folder, value) : value;
}
