/** The commands that send what a check found to be valid, with its own files and flags, to be copied into a shell. */
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import type { ValidateOptions } from './validate-options.ts';

type Checked = Omit<ValidateOptions, 'kind' | 'global'>;

export function sendCommands(kind: Kind<unknown>, { files, candidates, workflow, flags }: Checked): string[] {
  const reading = [...option('--candidates', candidates), ...option('--workflow', workflow), ...readingFlags(flags)];
  return kind.sendCommands(files).map((words) => ['examctl', ...words, ...reading, '--dry-run'].map(quote).join(' '));
}

type Words = readonly string[];

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
