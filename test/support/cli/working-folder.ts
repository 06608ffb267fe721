/**
 * A working folder for a part of this process. The real one belongs to all of it, so runs in two folders at once could
 * not have it; here relative paths count from the folder of the asynchronous context in which a file is opened.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isAbsolute, resolve } from 'node:path';

const folders = new AsyncLocalStorage<string>();
/** Their second argument is a path too. That of `symlink` is its first, which counts from the link. */
const WITH_TWO_PATHS = /^(rename|link|copyFile|cp)(Sync)?$/;
const WITHOUT_PATHS = /^(symlink|_|[A-Z])/;

export function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  takeOver();
  return folders.run(folder, work);
}

let isTakenOver = false;

function takeOver(): void {
  if (isTakenOver) return;
  isTakenOver = true;
  const realFolder = process.cwd.bind(process);
  process.cwd = () => folders.getStore() ?? realFolder();
  for (const module of [fs, fs.promises]) {
    for (const [name, member] of Object.entries(module)) {
      if (typeof member === 'function' && !WITHOUT_PATHS.test(name))
        Object.assign(module, { [name]: resolving(name, member) });
    }
  }
  syncBuiltinESMExports();
}

// biome-ignore lint/complexity/noBannedTypes: any function of the file system, with its own arguments.
function resolving(name: string, member: Function): Function {
  const paths = WITH_TWO_PATHS.test(name) ? 2 : 1;
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    const folder = folders.getStore();
    const given =
      folder === undefined ? args : args.map((value, index) => (index < paths ? from(folder, value) : value));
    return Reflect.apply(member, this, given);
  };
  return Object.assign(wrapped, member);
}

function from(folder: string, value: unknown): unknown {
  return typeof value === 'string' && !isAbsolute(value) ? resolve(folder, value) : value;
}
