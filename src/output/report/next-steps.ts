/** The next steps for the user, most of them as commands to type. */

import { counted, formatNumber } from '../../base/text/counted.ts';
import { isError, ROWS_SWALLOWED } from '../../model/finding.ts';
import type { BulkReport, ReportedRun, ScreenReport } from '../../model/report.ts';
import type { ConditionRule } from '../../platform/conditions/index.ts';
import { OUTDATED_RULE } from '../../platform/problem.ts';
import { forTerminal } from '../terminal/escape.ts';
import { hasWrongHeader, isCheck } from './facts.ts';

/** What the report itself does not say of its run. */
export interface NextOptions
  extends Pick<
    ReportedRun,
    'sendCommands' | 'targetFlags' | 'canContinue' | 'hasListErrors' | 'skipsInvalid' | 'isContinued'
  > {
  /** The file that `--rejects` wrote. */
  readonly rejectsFile?: string | undefined;
  /** The flags of the command that do not fit that file. */
  readonly unfitFlags?: readonly string[] | undefined;
  /** Rows of that file lack cells of another table, so the tables themselves must be fixed. */
  readonly isPartial?: boolean | undefined;
  /** The ending of a rejects file; absent if there is nothing to return. */
  readonly rejectsEnding?: string | undefined;
}

export function nextSteps(report: ScreenReport, options: NextOptions): string[] {
  const resume = options.canContinue === false ? [] : afterInterruption(report, options);
  // Records of unknown outcome, and records that were not sent, need no correction.
  if (resume.length > 0 && report.counts.invalid + report.tally.failed === 0) return resume;
  const again = options.canContinue === false ? [] : [...resume, ...afterFailure(report)];
  const steps = [...again, ...afterRefusals(report, options), ...afterFindings(report, options)];
  return steps.length > 0 || report.error !== null ? steps : afterSuccess(report, options);
}

function afterInterruption(report: ScreenReport, { rejectsFile }: NextOptions): string[] {
  const { run, dryRun, tally, words } = report;
  if (run === null || dryRun || tally.unknown + tally.notSent === 0) return [];
  // The rejects file does not have the records that were not sent, so it is not enough to fix and send it.
  const others = counted(tally.notSent, words.one, words.many);
  const left = rejectsFile === undefined || tally.notSent === 0 ? '' : `: ${forTerminal(rejectsFile)} lacks ${others}`;
  return [`examctl runs resume ${forTerminal(run)}   resumes where it stopped${left}`];
}

function afterFailure(report: BulkReport): string[] {
  const { run, dryRun } = report;
  if (run === null || dryRun || !isWorthRetrying(report)) return [];
  return [`examctl runs retry ${forTerminal(run)}   sends again only what failed`];
}

/** The step for existing records, which are updated only with --upsert. */
function afterRefusals(report: ScreenReport, { isContinued }: NextOptions): string[] {
  const { one, many } = report.words;
  const { existing } = countExisting(report);
  const which = existing === 1 ? `the ${one} that exists` : `the ${formatNumber(existing)} ${many} that exist`;
  return existing === 0 ? [] : [`${isContinued ? 'the command itself with ' : ''}--upsert   updates ${which}`];
}

function afterFindings(report: ScreenReport, options: NextOptions): string[] {
  const { findings, counts } = report;
  const { rejectsFile, rejectsEnding, hasListErrors, isContinued } = options;
  // The cells of such a row contain other rows of the file, so the file itself must be fixed.
  if (findings.some((finding) => isError(finding) && finding.rule === ROWS_SWALLOWED))
    return [`remove the stray quotes from the file itself, and run ${commandFor(report, options)} again`];
  if (hasWrongHeader(report)) {
    const isOfSheet = findings.every((one) => !isError(one) || one.record > 0 || one.rule.startsWith('input.sheet.'));
    return [isOfSheet ? fixFile(report, options) : `fix the header and run ${commandFor(report, options)} again`];
  }
  if (rejectsFile !== undefined) return withRejects(report, rejectsFile, options);
  if (!findings.some(isError)) return [];
  const { existing, others } = countExisting(report);
  if (existing > 0 && others + counts.invalid === 0) return [];
  if (isCheck(report)) return ['fix the file and check it again; --report FILE.csv writes the list to a file'];
  if (rejectsEnding === undefined) return [`correct what is wrong and run ${commandFor(report, options)} again`];
  const steps = [`--rejects FILE${rejectsEnding}   writes the rows to fix to a file of their own, with the reasons`];
  if (hasListErrors) return [...(counts.invalid > 0 ? steps : []), fixFile(report, options)];
  const good = goodOnes(report);
  if (good === undefined || counts.invalid === 0 || options.skipsInvalid || isContinued) return steps;
  return [...steps, `--skip-invalid   ${good.sends} all the same`];
}

/** The command that takes a corrected file. A continued run does not: it refuses a file that has changed. */
function commandFor({ command }: BulkReport, { isContinued }: NextOptions, usual = 'the command'): string {
  return isContinued ? `the command of the run (examctl ${command})` : usual;
}

function fixFile(report: BulkReport, options: NextOptions): string {
  return `fix what is wrong in the file itself, and run ${commandFor(report, options)} again`;
}

/** The steps with a rejects file. It has only the wrong rows, so the steps also cover good rows that were not sent. */
function withRejects(report: ScreenReport, rejectsFile: string, options: NextOptions): string[] {
  const { counts, dryRun, error } = report;
  const { hasListErrors, skipsInvalid, isContinued, isPartial, unfitFlags = [] } = options;
  const file = forTerminal(rejectsFile);
  const inFile = `fix the rows that ${file} lists, in the file itself`;
  if (isCheck(report)) return [`${inFile}, and check it again`];
  // With --missing disable, a file with only some of the rows would disable all other logins.
  if (counts.disabled !== undefined) return [inFile];
  if (hasListErrors) return [...(counts.invalid > 0 ? [inFile] : []), fixFile(report, options)];
  const good = goodOnes(report);
  const command = commandFor(report, options, 'the same command');
  const without = unfitFlags.length === 0 ? '' : `, without ${unfitFlags.join(' and ')}`;
  const sendRejects = isPartial
    ? `${inFile}, and run ${command} again with --upsert`
    : `fix the rows in ${file} and give that file to ${command}${without}`;
  if (good === undefined) return [sendRejects];
  if (error !== null || (isContinued && counts.invalid > 0 && !skipsInvalid))
    return [`${inFile}, and run ${commandFor(report, options)} again`];
  if (counts.invalid > 0 && !skipsInvalid)
    return [`${inFile}, and run the command again`, `or --skip-invalid   ${good.sends} first; then ${sendRejects}`];
  return dryRun ? [`the same command without --dry-run sends ${good.which} first; then ${sendRejects}`] : [sendRejects];
}

/** The good records that were not sent; `undefined` if there are none. */
function goodOnes({ counts, tally, dryRun }: ScreenReport) {
  // In a dry run, `failed` counts the records that the target would refuse.
  const good = counts.valid - tally.failed;
  if (counts.sent + counts.succeeded > 0 || good <= 0) return undefined;
  const which = good === 1 ? 'the good one' : `the ${formatNumber(good)} good ones`;
  return { which, sends: `${dryRun ? 'would send' : 'sends'} ${which}` };
}

function afterSuccess(report: ScreenReport, { sendCommands, targetFlags = '' }: NextOptions): string[] {
  const { dryRun, counts, results } = report;
  const { linksCommand } = report.words;
  const { created, updated, accepted, failed, notSent } = report.tally;
  if (isCheck(report)) return counts.read === 0 ? [] : firstOf((sendCommands ?? []).map((text) => forTerminal(text)));
  if (created + updated + accepted + (dryRun ? notSent : 0) === 0 || failed > 0) return [];
  if (dryRun) return ['the same command without --dry-run does it'];
  if (linksCommand === undefined || counts.candidates === 0) return [];
  if (report.target?.kind === 'remote') return afterRemotePush(report, linksCommand);
  const done = results.find(({ outcome }) => outcome === 'succeeded')?.key ?? '';
  return [`examctl ${linksCommand} ${asArgument(done)}${forTerminal(targetFlags)}   shows the links of its candidates`];
}

const MAX_COMMANDS = 10;

function firstOf(commands: readonly string[]): string[] {
  const left = commands.length - MAX_COMMANDS;
  const rest = left > 0 ? [`and ${formatNumber(left)} more, one for each file`] : [];
  return [...commands.slice(0, MAX_COMMANDS), ...rest];
}

/** The step after a push to a remote. Links are not shown in a report: anyone who has a link can enter the exam. */
function afterRemotePush({ results, target }: BulkReport, linksCommand: string): string[] {
  const withLinks = results.filter(({ links = [] }) => links.length > 0);
  const [first] = withLinks;
  if (first === undefined) return [];
  const count = withLinks.reduce((sum, { links = [] }) => sum + links.length, 0);
  const where = target !== null && PLAIN_URL.test(target.where) ? target.where : 'URL';
  const command = `examctl ${linksCommand} ${asArgument(first.key)} --base-url ${where}`;
  return [`${command}   shows them; ${formatNumber(count)} links came with the answers and are kept with the run`];
}

/** A URL that needs no quotes in a shell. */
const PLAIN_URL = /^https?:\/\/[\w.:/-]+$/;

/** A key as an argument of a command to copy. A key that a shell would change is replaced by a placeholder. */
function asArgument(key: string): string {
  return /^\w[\w.-]*$/.test(key) ? key : 'SCHEDULE';
}

const EXISTS = 'schedule.schedule-ext-id.duplicate' satisfies ConditionRule;

/** Refusals that a second attempt does not change, since the content of the record causes them. */
const FINAL_REFUSALS: readonly ConditionRule[] = [
  EXISTS,
  'schedule.activated',
  'schedule.workflow.differs',
  'invigilators.schedule.archived',
  'invigilators.schedule.finished',
  'invigilators.user.not-invigilator',
];

const FINAL_RULES: ReadonlySet<string> = new Set([...FINAL_REFUSALS, OUTDATED_RULE]);

/** Whether a second attempt may succeed for a record that failed. */
function isWorthRetrying({ results }: BulkReport): boolean {
  return results.some(
    ({ outcome, errors }) => outcome === 'failed' && !errors.some(({ Rule = '' }) => FINAL_RULES.has(Rule)),
  );
}

/** Counts the schedules that were refused only because they exist, and the other failed records. */
function countExisting({ results }: BulkReport): { readonly existing: number; readonly others: number } {
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'would-fail');
  const existing = failed.filter(({ errors }) => errors.length > 0 && errors.every(({ Rule }) => Rule === EXISTS));
  return { existing: existing.length, others: failed.length - existing.length };
}
