/** `validate`: reads and checks, and keeps only what was found, so that files of any size can be checked. */
import type { ReadOptions } from '../options/bulk-options.ts';
import type { Context } from '../../context.ts';
import type { DraftSource, SourceLayout } from '../../bulk/model/draft.ts';
import { exitCodeOf } from '../../errors.ts';
import { toReportedError } from '../../output/terminal/error-text.ts';
import { createProgress } from '../../output/terminal/progress.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { createLedger, type Ledger } from '../../bulk/report/ledger.ts';
import { collectRejects } from '../../bulk/report/rejects.ts';
import { createReport } from '../../bulk/report/report.ts';
import type { KindChecks } from '../../bulk/check/validate.ts';
import type { Kind } from '../../bulk/kinds/kind.ts';
import { readInto } from '../../bulk/run/read-all.ts';
import type { BulkOutcome } from '../bulk/command.ts';
import { checkDelivery } from '../bulk/delivery-files.ts';
import { layoutOf } from '../bulk/rejects-layout.ts';
import { checkJoin, openSources } from '../read/open-sources.ts';
import { filesRead } from '../bulk/file-collisions.ts';
import type { ValidateOptions } from './validate-options.ts';

export async function runValidate(
  context: Context,
  output: Output,
  kind: Kind<unknown>,
  options: Checked,
): Promise<BulkOutcome> {
  const { files, candidates, workflow, flags } = options;
  const reads = filesRead({ inputs: candidates === undefined ? files : [...files, candidates], flags });
  const ledger = createLedger({ countCandidates: kind.countCandidates });
  const checks = { ...kind, checkForm: (request: unknown) => kind.checkForm(request, workflow) };
  let layout: SourceLayout | undefined;
  let stopped: unknown;
  try {
    await checkDelivery(flags, reads);
    checkJoin(files, candidates);
    const sources = await openSources(context, output, kind, { files, candidates, workflow, flags });
    layout = layoutOf(sources, flags.rejects);
    await checkAll(output, sources, checks, ledger, kind.words.many);
  } catch (error) {
    stopped = error;
  }
  const report = createReport(ledger, {
    command: `validate ${kind.words.many}`,
    run: null,
    target: null,
    dryRun: false,
    rehearsal: null,
    ...(stopped === undefined ? {} : { stopped: { error: toReportedError(stopped), exitCode: exitCodeOf(stopped) } }),
  });
  const rejects = collectRejects(ledger.rejected);
  return {
    report,
    tally: ledger.tally,
    words: kind.words,
    rejects,
    layout,
    reads,
    canContinue: false,
    sendCommands: sendCommands(kind, options),
    error: stopped,
  };
}

async function checkAll(
  output: Output,
  sources: readonly DraftSource[],
  checks: KindChecks<unknown>,
  ledger: Ledger,
  noun: string,
): Promise<void> {
  const progress = createProgress(output, { label: `checking ${noun}` });
  try {
    await readInto(ledger, sources, checks, () => progress.update(ledger.counts.read));
  } finally {
    progress.stop();
  }
}

type Checked = Omit<ValidateOptions, 'kind' | 'global'>;

/** The commands that send what a check found to be valid, with its own files and flags, to be copied into a shell. */
function sendCommands(kind: Kind<unknown>, { files, candidates, workflow, flags }: Checked): string[] {
  const reading = [...option('--candidates', candidates), ...option('--workflow', workflow), ...readingFlags(flags)];
  return kind.sendCommands(files).map((words) => ['examctl', ...words, ...reading, '--dry-run'].map(quote).join(' '));
}

type Words = readonly string[];

function readingFlags({ format, delimiter, encoding, timezone, fix, map, mapFile }: ReadOptions): Words {
  return [
    ...option('--format', format),
    ...option('--delimiter', delimiter === '\t' ? 'tab' : delimiter),
    ...option('--encoding', encoding),
    ...option('--timezone', timezone),
    ...(fix ? ['--fix'] : []),
    ...[...(map ?? [])].flatMap(([header, field]) => ['--map', `${header}=${field}`]),
    ...option('--map-file', mapFile),
  ];
}

function option(flag: string, value: string | undefined): Words {
  return value === undefined ? [] : [flag, value];
}

/** As shells read it; a word of plain characters stays as it is. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
