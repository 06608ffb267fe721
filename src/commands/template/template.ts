/** `template`: prints or writes a file to fill in. The work is in `run-template.ts`. */
import { Argument, Option } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import type { Call } from '../options/call.ts';
import { defineCommand } from '../options/create-command.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import type { Format, TemplateFlags } from './run-template.ts';

const FORMATS = ['csv', 'json', 'xlsx', 'mapping'] satisfies readonly Format[];

export const templateCommand = defineCommand('template', {
  summary: 'print a file to fill in',
  description: 'Prints a file of a kind with all of its columns, or with rows that pass the checks as they are.',
  examples: [
    ['examctl template schedules --out sittings.csv', 'the header, to be filled in'],
    ['examctl template users --example --format json', 'records that pass'],
    ['examctl template users --out users.xlsx', 'a workbook with choices, and a sheet that explains the columns'],
    ['examctl template users --format mapping --out source.json', 'a mapping: write your own headers into it'],
  ],
  takes: (command) =>
    command
      .addArgument(new Argument('<kind>', 'what the file is to hold').choices(KIND_NAMES))
      .addOption(
        new Option('--format <format>', 'form of the file; by default as --out ends, else csv').choices(FORMATS),
      )
      .option('--example', 'with rows that pass')
      .option(
        '--out <file>',
        'write it to a file; one that is there is replaced only with --yes, or after a question',
        parseSingleFile,
      ),
  work: async (call: Call<TemplateFlags>, kind: KindName) => {
    const { runTemplate } = await import('./run-template.ts');
    await runTemplate(call, kind);
  },
});
