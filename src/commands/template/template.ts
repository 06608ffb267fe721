/** `template`: a file to fill in. The work is in `render-template.ts`. */
import { Argument, type Command, Option } from 'commander';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';

const FORMATS = ['csv', 'json', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface TemplateFlags {
  readonly format?: Format | undefined;
  readonly example?: true | undefined;
  readonly out?: string | undefined;
}

export function templateCommand(context: Context): Command {
  const command = createCommand('template', {
    summary: 'print a file to fill in',
    description: 'Prints a file of a kind with all of its columns, or with rows that pass the checks as they are.',
    examples: [
      ['examctl template schedules --out sittings.csv', 'the header, to be filled in'],
      ['examctl template users --example --format json', 'records that pass'],
      ['examctl template users --out users.xlsx', 'a workbook with choices, and a sheet that explains the columns'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what the file is to hold').choices(KIND_NAMES))
    .addOption(new Option('--format <format>', 'form of the file; by default as --out ends, else csv').choices(FORMATS))
    .option('--example', 'with rows that pass')
    .option('--out <file>', 'write it to a file');
  return setAction(context, command, async ({ output, flags }: Call<TemplateFlags>, kind: KindName) => {
    const { renderTemplate, templateWorkbook } = await import('./render-template.ts');
    const { out, format = formatOf(out), example } = flags;
    const isExample = example === true;
    if (out === undefined) {
      if (format === 'xlsx') throw new UsageError('A workbook needs a file', { hint: 'Name one: --out FILE.xlsx' });
      return output.data(renderTemplate(kind, format, isExample));
    }
    const content = format === 'xlsx' ? templateWorkbook(kind, isExample) : renderTemplate(kind, format, isExample);
    const { writeFileAtomically } = await import('../../output/files/write-file.ts');
    await writeFileAtomically(out, content);
    output.note(`Wrote ${out}. Check it with: examctl validate ${kind} ${out}`);
  });
}

function formatOf(file = ''): Format {
  return FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`)) ?? 'csv';
}
