/** The commands that send what a check found to be valid, with its own files and flags, to be copied into a shell. */
import type { ReadOptions } from '../options/bulk-options.ts';
import type { ValidateKind, ValidateOptions } from './validate-options.ts';

export function sendCommands({ kind, files, candidates, workflow, flags }: ValidateOptions): string[] {
  const reading = [...option('--candidates', candidates), ...option('--workflow', workflow), ...readingFlags(flags)];
  return COMMANDS[kind](files).map((words) => ['examctl', ...words, ...reading, '--dry-run'].map(quote).join(' '));
}

type Words = readonly string[];

const COMMANDS = {
  schedules: (files) => [['schedule', 'push', ...files]],
  candidates: (files) => files.map((file) => ['schedule', 'push', 'SCHEDULES', '--candidates', file]),
  users: (files) => files.map((file) => ['user', 'sync', file]),
  collections: (files) => files.map((file) => ['collection', 'add', file]),
  invigilators: (files) => files.map((file) => ['invigilators', 'remove', '--file', file]),
} satisfies Record<ValidateKind, (files: Words) => Words[]>;

function readingFlags({ format, delimiter, encoding, timezone, fix, map, mapFile }: ReadOptions): Words {
  return [
    ...option('--format', format),
    ...option('--delimiter', delimiter === '\t' ? 'tab' : delimiter),
    ...option('--encoding', encoding),
    ...option('--timezone', timezone),
    ...(fix ? ['--fix'] : []),
    ...[...(map ?? [])].flatMap(([header, field]) => ['--map', `${header}=${field}`]),
    ...option('--map-file', mapFile),
  ];
}

function option(flag: string, value: string | undefined): Words {
  return value === undefined ? [] : [flag, value];
}

/** As shells read it; a word of plain characters stays as it is. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
