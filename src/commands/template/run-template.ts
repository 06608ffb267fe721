/** Executes `template`: renders the file, and prints or writes it. */
import { quoteWord } from '../../base/text/shell-words.ts';
import type { KindName } from '../../bulk/kinds/names.ts';
import { UsageError } from '../../errors.ts';
import { formatOfPath, isForeign } from '../../input/formats.ts';
import { writeFileAtomically } from '../../output/files/write-file.ts';
import type { Call } from '../options/call.ts';
import { confirmNewFile } from '../options/confirm-file.ts';
import type { OutputFormat } from '../options/global-options.ts';
import { presentDone } from '../present-result.ts';
import { FORMATS, type Format, MAPPING, type TemplateFlags } from './formats.ts';
import { renderTemplate, templateWorkbook } from './render-template.ts';

export async function runTemplate(call: Call<TemplateFlags>, kind: KindName): Promise<void> {
  const { output, flags } = call;
  const out = flags.out === STDOUT ? undefined : flags.out;
  const format = formatOf(out, flags.format);
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
  await writeFileAtomically(out, content);
  const done = { kind, file: out, format, example: isExample };
  await presentDone(call, 'template', done, `Wrote ${out}. ${howToCheck(kind, out, format)}`);
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
function formatOf(file: string | undefined, given: Format | undefined): Format {
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
