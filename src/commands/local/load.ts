/** `local load`: adds catalogue entries to the embedded platform. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { ExamctlError } from '../../errors.ts';
import { keepLayout } from '../../output/terminal/escape.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { kebabCase } from '../../platform/fields/field.ts';
import { formatPath, type Problem } from '../../platform/problem.ts';
import { createCommand, setAction } from '../options/call.ts';
import { addStoreOptions, withPlatform } from '../options/store-options.ts';

export function loadCommand(context: Context): Command {
  const command = createCommand('load', {
    summary: 'add catalogue entries from a JSON file',
    description: 'Adds catalogue entries to the embedded platform. An entry whose id is known replaces it.',
    examples: [['examctl local load catalogue.json', 'add or replace entries; all of them, or none']],
  }).argument('<file>', 'a catalogue as JSON (docs/file-formats.md); - is standard input');
  return setAction(context, addStoreOptions(command), async (call, file: string) => {
    const { readJsonDocument } = await import('../../input/json/document.ts');
    const { value } = await readJsonDocument(file, context.stdin);
    const outcome = await withPlatform(call, 'write', 'local load', (platform) => platform.load(value));
    if ('problems' in outcome) throw refused(call.output, file, outcome.problems);
    const parts = Object.entries(outcome.loaded).map(nameEntries);
    call.output.note(`Loaded ${parts.join(', ') || 'nothing: the catalogue is empty'}.`);
  });
}

/** `1 review session`, `3 hierarchies`. */
function nameEntries([kind, count]: readonly [kind: string, count: number]): string {
  const many = kebabCase(kind).replaceAll('-', ' ');
  if (kind === 'Settings') return `the ${many}`;
  return `${count} ${count === 1 ? many.replace(/ies$/, 'y').replace(/s$/, '') : many}`;
}

/** The list stands above the error, a problem a line: an error's own message is one line. */
function refused(output: Output, file: string, problems: readonly Problem[]): ExamctlError {
  const shown = problems.slice(0, MAX_SHOWN).map(({ path, message }) => `  ${formatPath(path)}: ${message}`);
  if (problems.length > shown.length) shown.push(`  shown ${shown.length} of ${problems.length}`);
  output.stderr.write(`${keepLayout(shown.join('\n'))}\n`);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return new ExamctlError('CatalogueError', 'invalidData', `${file}: ${count}; nothing was loaded`);
}

const MAX_SHOWN = 20;
