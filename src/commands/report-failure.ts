/** Reports an error that the command itself could not report, such as a wrong command line or a fault. */
import { type Command, CommanderError } from 'commander';
import type { Context } from '../context.ts';
import { exitCodeOf } from '../errors.ts';
import type { ErrorTextOptions } from '../output/terminal/error-text.ts';
import { keepLayout } from '../output/terminal/escape.ts';
import { isGithub, repositoryOf } from '../output/terminal/terminal-facts.ts';
import { FindingsError } from './local/findings-error.ts';
import { fullName } from './options/command-tree.ts';
import { commandOf } from './options/words.ts';
import { toUsageError } from './usage-error.ts';

export async function reportFailure(
  context: Context,
  argv: readonly string[],
  program: Command,
  error: unknown,
): Promise<void> {
  const format = jsonFormatOf(argv);
  const named = commandOf(argv, program);
  const failure = error instanceof CommanderError ? toUsageError(error, named) : error;
  const exitCode = exitCodeOf(failure);
  context.setExitCode(exitCode);
  // Commander has already shown the help.
  if (error instanceof CommanderError && error.code === 'commander.help' && format === undefined) return;
  const { renderError, renderErrorLine, toReportedError } = await import('../output/terminal/error-text.ts');
  const output = context.openOutput({});
  if (format !== undefined) output.stderr.write(`${renderErrorLine(failure)}\n`);
  else {
    const found = failure instanceof FindingsError ? `${keepLayout(failure.lines().join('\n'))}\n` : '';
    output.stderr.write(`${found}${renderError(failure, errorTextOptionsOf(argv))}\n`);
    if (!isGithub(context.env)) return;
  }
  const { createLedger } = await import('../bulk/report/ledger.ts');
  const { createReport } = await import('../bulk/report/create-report.ts');
  const report = createReport(createLedger(), {
    command: commandNameOf(argv, named),
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    stopped: { error: toReportedError(failure), exitCode },
  });
  const whole = failure instanceof FindingsError ? { ...report, findings: failure.findings } : report;
  if (isGithub(context.env)) {
    const { renderAnnotations } = await import('../output/ci/github.ts');
    output.stderr.write(renderAnnotations({ report: whole, repository: repositoryOf(context.env) }));
  }
  if (format === undefined) return;
  const { renderLongJson, renderNdjson, reportEvents } = await import('../output/files/json.ts');
  await output.data(format === 'json' ? renderLongJson(whole) : renderNdjson(reportEvents(whole)));
}

/** The name of the command, such as `schedule push`. It includes a kind as in `validate users`. */
function commandNameOf(argv: readonly string[], command: Command): string {
  const [, ...path] = fullName(command).split(' ');
  const kinds = path.length === 1 ? command.registeredArguments[0]?.argChoices : undefined;
  return [...path, ...argv.filter((word) => kinds?.includes(word)).slice(0, 1)].join(' ');
}

/** The flags for details of errors. They also work if the command line cannot be parsed. */
function errorTextOptionsOf(argv: readonly string[]): ErrorTextOptions {
  return {
    debug: argv.includes('--debug'),
    verbose: argv.some((word) => word === '--verbose' || /^-[a-zA-Z]*v/.test(word)),
  };
}

/** The JSON format that a command line asks for, even if it cannot be parsed. */
function jsonFormatOf(argv: readonly string[]): 'json' | 'ndjson' | undefined {
  const end = argv.indexOf('--');
  const text = ` ${argv.slice(0, end === -1 ? undefined : end).join(' ')} `;
  if (text.includes(' --json ')) return 'json';
  const [, format] = /\s(?:-[a-zA-Z]*o|--output)[ =]?(json|ndjson)\s/.exec(text) ?? [];
  return format === 'json' || format === 'ndjson' ? format : undefined;
}
