/** `local load`: adds catalogue entries to the embedded platform. */
import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { ExamctlError, UsageError } from '../../errors.ts';
import { keepLayout } from '../../output/terminal/escape.ts';
import type { Output } from '../../output/terminal/streams.ts';
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
    const document = await readDocument(file, context);
    const outcome = await withPlatform(call, 'write', 'local load', (platform) => platform.load(document));
    if ('problems' in outcome) throw refused(call.output, file, outcome.problems);
    const parts = Object.entries(outcome.loaded).map(([kind, count]) => `${count} ${kind}`);
    call.output.note(`Loaded ${parts.join(', ') || 'nothing: the catalogue is empty'}.`);
  });
}

async function readDocument(file: string, { stdin }: Context): Promise<unknown> {
  const { openInput } = await import('../../input/open-input.ts');
  const input = await openInput(file, { stdin, format: 'json' });
  if (input.kind === 'table') throw new UsageError(`${file} is not JSON`);
  for await (const { value } of input.records) return value;
  return {};
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
