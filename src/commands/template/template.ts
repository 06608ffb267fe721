/** `template`: prints or writes a file to fill in. The work is in `run-template.ts`. */
import { Argument, type Command, Option } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import type { Context } from '../../context.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import { FORMATS, MAPPING, type TemplateFlags } from './formats.ts';

export function templateCommand(context: Context): Command {
  const command = createCommand('template', {
    summary: 'print a file to fill in',
    description: 'Prints a file of a kind with all of its columns, or with rows that pass the checks as they are.',
    examples: [
      ['examctl template schedules --out sittings.csv', 'the header, to be filled in'],
      ['examctl template users --example --format json', 'records that pass'],
      ['examctl template users --out users.xlsx', 'a workbook with choices, and a sheet that explains the columns'],
      ['examctl template users --format mapping --out source.json', 'a mapping: write your own headers into it'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what the file is to hold').choices(KIND_NAMES))
    .addOption(
      new Option('--format <format>', 'form of the file; by default as --out ends, else csv').choices([
        ...FORMATS,
        MAPPING,
      ]),
    )
    .option('--example', 'with rows that pass')
    .option(
      '--out <file>',
      'write it to a file; one that is there is replaced only with --yes, or after a question',
      parseSingleFile,
    );
  return setAction(context, command, async (call: Call<TemplateFlags>, kind: KindName) => {
    const { runTemplate } = await import('./run-template.ts');
    await runTemplate(call, kind);
  });
}
