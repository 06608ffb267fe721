/** Converts the paths of run records, which are absolute. In earlier versions they were relative to `cwd`. */
import { resolve } from 'node:path';
import { isUrl } from '../../base/text/url-text.ts';
import type { RunHeader } from './lines.ts';

type Change = (path: string) => string;

interface Renamed {
  readonly header: RunHeader;
  /** The new path of a file of the run. */
  readonly nameOf: Change;
}

/** The names of paths in a header: in its inputs, and in the options of all commands. */
const PATH_NAMES: ReadonlySet<string> = new Set(['file', 'files', 'candidates', 'tokenFile', 'caFile']);

/** A header with absolute paths, as it is written. */
export function toRecordPaths(header: RunHeader): Renamed {
  const names: Record<string, string> = {};
  const { header: written, nameOf } = renamed(header, (path) => {
    const whole = resolve(path);
    if (whole !== path) names[whole] = path;
    return whole;
  });
  return { header: { ...written, names }, nameOf };
}

/** A header as it is read: with the paths that the user typed, if the folder is the same, or with absolute paths. */
export function fromRecordPaths(header: RunHeader): Renamed {
  const { cwd = process.cwd(), names = {} } = header;
  const typed = new Map(Object.entries(names));
  return renamed(header, cwd === process.cwd() ? (path) => typed.get(path) ?? path : (path) => resolve(cwd, path));
}

/** Changes all paths. `nameOf` changes only inputs: the `file` of a typed record is no path. */
function renamed(header: RunHeader, change: Change): Renamed {
  const names = new Map(header.inputs?.map(({ file }) => [file, change(file)]));
  const { kind, where } = header.target;
  const target = kind === 'local' && !isUrl(where) ? { kind, where: change(where) } : header.target;
  return {
    header: { ...(changePaths(header, '', change) as RunHeader), target },
    nameOf: (file) => names.get(file) ?? file,
  };
}

/** Changes the paths within a value. Standard input, `-`, has no path. */
function changePaths(value: unknown, name: string, change: Change): unknown {
  if (typeof value === 'string') return PATH_NAMES.has(name) && value !== '-' ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => changePaths(item, name, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changePaths(item, key, change)]));
}
