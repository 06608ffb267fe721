/** The record of a run that was begun in another working folder: its paths count from there. */
import { resolve } from 'node:path';
import type { RunHeader } from '../../runs/record/lines.ts';
import type { NameOf } from '../../runs/record/write-record.ts';
import { withPaths } from '../record/saved-options.ts';

export interface SeenFromHere {
  /** The same, with paths that count from here. */
  readonly header: RunHeader;
  readonly nameOf: NameOf;
}

/** Where the folder is the same, or is not known, everything stays as it was written. */
export function seenFromHere(header: RunHeader): SeenFromHere {
  const { cwd, target, inputs, options } = header;
  if (cwd === undefined || cwd === process.cwd()) return { header, nameOf: (file) => file };
  const names = new Map<string, string>();
  const change = (path: string): string => {
    const whole = resolve(cwd, path);
    names.set(whole, path);
    return whole;
  };
  return {
    header: {
      ...header,
      target: target.kind === 'local' ? { ...target, where: resolve(cwd, target.where) } : target,
      options: withPaths(options as Readonly<Record<string, unknown>>, change),
      ...(inputs === undefined ? {} : { inputs: inputs.map((print) => ({ ...print, file: change(print.file) })) }),
    },
    nameOf: (file) => names.get(file) ?? file,
  };
}
