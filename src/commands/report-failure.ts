/** Reports what ended a command before it could report itself: a wrong command line, a fault. */
import { type Command, CommanderError } from 'commander';
import type { Context } from '../context.ts';
import { exitCodeOf, UsageError } from '../errors.ts';
import type { ErrorTextOptions } from '../output/terminal/error-text.ts';

/** Commander has told usage errors already, and help and version are no errors at all. */
export async function reportFailure(
  context: Context,
  argv: readonly string[],
  program: Command,
  error: unknown,
): Promise<void> {
  const format = jsonFormatOf(argv);
  const isTold = error instanceof CommanderError;
  if (isTold && error.exitCode === 0) return;
  const failure = isTold ? toUsageError(error) : error;
  const exitCode = exitCodeOf(failure);
  context.setExitCode(exitCode);
  if (isTold && format === undefined) return;
  const { renderError, toReportedError } = await import('../output/terminal/error-text.ts');
  const output = context.openOutput({});
  if (format === undefined) {
    output.stderr.write(`${renderError(failure, backgroundAsked(argv))}\n`);
    return;
  }
  const { renderJson, renderNdjson, reportEvents } = await import('../output/files/json.ts');
  const { createLedger } = await import('../bulk/report/ledger.ts');
  const { createReport } = await import('../bulk/report/report.ts');
  const report = createReport(createLedger(), {
    command: commandNameOf(argv, program),
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    stopped: { error: toReportedError(failure), exitCode },
  });
  await output.data(format === 'json' ? renderJson(report) : renderNdjson(reportEvents(report)));
}

/** The words that name the command: `schedule push`; and `validate users`, whose first argument says what it is about. */
function commandNameOf(argv: readonly string[], program: Command): string {
  let command = program;
  for (const word of argv) command = command.commands.find((child) => child.name() === word) ?? command;
  const path: string[] = [];
  for (let at: Command | null = command; at !== null && at !== program; at = at.parent) path.unshift(at.name());
  const kinds = path.length === 1 ? command.registeredArguments[0]?.argChoices : undefined;
  return [...path, ...argv.filter((word) => kinds?.includes(word)).slice(0, 1)].join(' ');
}

/** `-v` also counts where the command line cannot be read. */
function backgroundAsked(argv: readonly string[]): ErrorTextOptions {
  return {
    debug: argv.includes('--debug'),
    verbose: argv.some((word) => word === '--verbose' || /^-[a-zA-Z]*v/.test(word)),
  };
}

/** A command line that cannot be read may still say that its answer is to be JSON. */
function jsonFormatOf(argv: readonly string[]): 'json' | 'ndjson' | undefined {
  const end = argv.indexOf('--');
  const text = ` ${argv.slice(0, end === -1 ? undefined : end).join(' ')} `;
  if (text.includes(' --json ')) return 'json';
  const [, format] = /\s(?:-[a-zA-Z]*o|--output)[ =]?(json|ndjson)\s/.exec(text) ?? [];
  return format === 'json' || format === 'ndjson' ? format : undefined;
}

/** "error: unknown option '--upsrt'\n(Did you mean --upsert?)" in our own form. */
function toUsageError({ code, message }: CommanderError): UsageError {
  if (code === 'commander.help') return new UsageError('The command line names no command', { hint: 'See --help.' });
  const [problem = '', suggestion] = message.replace(/^error: /, '').split('\n');
  return new UsageError(problem, { hint: suggestion?.replace(/^\((.*)\)$/, '$1') ?? 'See --help.' });
}
