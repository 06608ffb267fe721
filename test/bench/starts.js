/** Commands that do nothing but start, beside node itself. */
import { spawnSync } from 'node:child_process';
import { importBundled } from '../support/import-bundled.js';
import { NODE } from './names.js';
import { PROGRAM } from './processes.js';

const { createProgram } = await importBundled('src/commands/program.ts');

/** Synchronous, since waiting for events of the child takes a part of so short a time. */
export function startTurn(folder, args) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return async () => {
    const begin = performance.now();
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    return { seconds: (performance.now() - begin) / 1_000, count: status, stdout };
  };
}

export const nodeSide = (folder) => ({ turn: startTurn(folder, ['-e', '0']), count: 0 });

export const version = ({ folder }) => ({
  examctl: [{ turn: startTurn(folder, [PROGRAM, '--version']), count: 0 }],
  [NODE]: nodeSide(folder),
});

export const help = ({ folder }) => ({
  examctl: pathsOf(createProgram({}, '0.0.0')).map((path) => ({
    turn: startTurn(folder, [PROGRAM, ...path, '--help']),
    count: 0,
  })),
  [NODE]: nodeSide(folder),
});

function pathsOf(command, path = []) {
  return [path, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}
