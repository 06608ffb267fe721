/** `mapping draft, list, show`: how the files of one source are read. The work is in modules of their own. */
import { Argument } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import { addReadOptions } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import type { DraftFlags } from './run-draft.ts';

const draftCommand = defineCommand('draft', {
  summary: 'propose how the files of a source are read',
  description:
    'Looks at the headers and the values of a file and proposes a mapping: a JSON file that says which column is ' +
    'which field. At a terminal it asks about each column that is open. A run never guesses; it reads the mapping.',
  examples: [
    ['examctl mapping draft users leerlingen.csv --out leerlingen.json', 'propose, and write the mapping'],
    ['examctl user sync leerlingen.csv --mapping leerlingen.json --dry-run', 'read the file as the mapping says'],
    ['examctl mapping draft users export.csv --preset canvas-users', 'begin with a preset'],
  ],
  takes: (command) =>
    addReadOptions(
      command
        .addArgument(new Argument('<kind>', 'what the file holds').choices(KIND_NAMES))
        .argument('<file>', 'a table: CSV or a workbook')
        .option('--out <file>', 'write the mapping to a file; - is standard output', parseSingleFile)
        .option('--preset <name>', 'begin with this preset')
        .option('--reveal', 'do not mask samples'),
    ),
  work: async (call: Call<DraftFlags>, kind: KindName, file: string) =>
    (await import('./run-draft.ts')).runDraft(call, kind, file),
});

const listMappingsCommand = defineCommand('list', {
  summary: 'list the mappings of the settings and the presets',
  description: 'Lists the mappings that --mapping finds by name: those of the settings, and the presets.',
  examples: [['examctl mapping list', 'their names and kinds']],
  work: async (call) => (await import('./known-mappings.ts')).listMappings(call),
});

const showMappingCommand = defineCommand('show', {
  summary: 'print a mapping',
  description: 'Prints a mapping of the settings or a preset as JSON, to be read or changed.',
  examples: [['examctl mapping show canvas-users > canvas.json', 'a preset, to be changed']],
  takes: (command) => command.argument('<name>', 'its name'),
  work: async (call, name: string) => (await import('./known-mappings.ts')).showMapping(call, name),
});

export const MAPPING_COMMANDS = [draftCommand, listMappingsCommand, showMappingCommand];
