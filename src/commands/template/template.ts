/** `template`: prints or writes a file to fill in. The work is in `render-template.ts`. */
import { Argument, type Command, Option } from 'commander';
import { quoteWord } from '../../base/text/shell-words.ts';
import { KIND_NAMES, type KindName } from '../../bulk/kinds/names.ts';
import type { Context } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { type Call, createCommand, setAction } from '../options/call.ts';
import { confirmNewFile } from '../options/confirm-file.ts';
import { parseSingleFile } from '../options/flag-values.ts';
import type { OutputFormat } from '../options/global-options.ts';
import { presentDone } from '../present-result.ts';

const FORMATS = ['csv', 'json', 'xlsx'] as const;
/** A mapping is a file about files: it says which column is which field. */
const MAPPING = 'mapping';
type Format = (typeof FORMATS)[number] | typeof MAPPING;

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
    const { output, flags } = call;
    const { renderTemplate, templateWorkbook } = await import('./render-template.ts');
    const out = flags.out === STDOUT ? undefined : flags.out;
    const format = await formatOf(out, flags.format);
    const isExample = flags.example === true;
    if (format === MAPPING && isExample) throw noExample();
    if (format === 'json' && !isExample) output.note(TAKE_OUT);
    if (out === undefined) {
      refuseOtherOutput(call.global.format, format);
      if (format === 'xlsx') throw new UsageError('A workbook needs a file', { hint: 'Name one: --out FILE.xlsx' });
      return output.data(renderTemplate(kind, format, isExample));
    }
    await confirmNewFile(call, out);
    const content = format === 'xlsx' ? templateWorkbook(kind, isExample) : renderTemplate(kind, format, isExample);
    const { writeFileAtomically } = await import('../../output/files/write-file.ts');
    await writeFileAtomically(out, content);
    const done = { kind, file: out, format, example: isExample };
    await presentDone(call, 'template', done, `Wrote ${out}. ${howToCheck(kind, out, format)}`);
  });
}

function noExample(): UsageError {
  return new UsageError('A mapping has no example rows', { hint: '"examctl mapping draft" makes one of a file.' });
}

function howToCheck(kind: KindName, out: string, format: Format): string {
  const word = quoteWord(out.replace(/^-/, './-'));
  if (format === MAPPING) return `Check a file with it: examctl validate ${kind} FILE --mapping ${word}`;
  return `Check it with: examctl validate ${kind} ${word}`;
}

/** The template itself is on standard output, so no report can be. */
function refuseOtherOutput(output: OutputFormat, format: Format): void {
  if (output === 'table' || output === (format === MAPPING ? 'json' : format)) return;
  throw new UsageError(`template prints a file and no report, so --output ${output} is no form of it`, {
    hint: 'Give --format json for a file of JSON, or write the file with --out FILE.',
  });
}

const TAKE_OUT = 'null clears what is stored: take out the fields that you do not fill in.';

/** `--out -` means the same as no `--out`. */
const STDOUT = '-';

/** The format of the template. It must match the ending of the file, or the program could not read the file back. */
async function formatOf(file: string | undefined, given: Format | undefined): Promise<Format> {
  const { formatOfPath, isForeign } = await import('../../input/formats.ts');
  const named = file === undefined ? undefined : formatOfPath(file);
  if (file !== undefined && isForeign(file)) {
    throw new UsageError(`--out: ${file} must end in .csv, .json or .xlsx`, {
      hint: 'The ending decides how the file is read.',
    });
  }
  const format = given ?? FORMATS.find((one) => one === named);
  if (format === MAPPING && (named === undefined || named === 'json')) return format;
  if (named === undefined || named === format) return format ?? 'csv';
  const problem = given === undefined ? `templates are ${FORMATS.join(', ')}` : `--format ${given} is another format`;
  throw new UsageError(`--out: ${file} is read as ${named}, and ${problem}`, {
    hint: `Give the file the ending .${given === MAPPING ? 'json' : (given ?? 'csv')}.`,
  });
}
