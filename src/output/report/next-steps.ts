/** What to do next, as commands to type. */

import { EXIT_CODES } from '../../errors.ts';
import { isError, ROWS_SWALLOWED } from '../../model/finding.ts';
import type { BulkReport, ScreenReport } from '../../model/report.ts';
import { type ConditionRule, codeOf } from '../../platform/conditions/index.ts';
import type { ApiError } from '../../platform/problem.ts';
import { forTerminal } from '../terminal/escape.ts';
import { hasWrongHeader, isCheck } from './headline.ts';
import { counted, formatNumber } from './words.ts';

export interface NextOptions {
  /** The file that `--rejects` wrote. */
  readonly rejectsFile?: string | undefined;
  /** The ending of a rejects file; absent if there is nothing to return. */
  readonly rejectsEnding?: string | undefined;
  /** What sends the files that a check found to be valid. */
  readonly sendCommands?: readonly string[] | undefined;
  /** Whether the run can be resumed; true by default. */
  readonly canContinue?: boolean | undefined;
  /** Whether something is wrong with the list as a whole, for which `--skip-invalid` sends nothing. */
  readonly hasListErrors?: boolean | undefined;
  /** Whether `--skip-invalid` was given. */
  readonly skipsInvalid?: boolean | undefined;
}

const RESUMABLE: ReadonlySet<number> = new Set([EXIT_CODES.unreachable, EXIT_CODES.interrupted, EXIT_CODES.terminated]);

export function nextSteps(report: ScreenReport, options: NextOptions): string[] {
  const resume = options.canContinue === false ? [] : afterInterruption(report, options);
  // What is in doubt or was not sent has nothing that could be fixed.
  if (resume.length > 0 && report.counts.invalid + report.tally.failed === 0) return resume;
  const again = options.canContinue === false ? [] : [...resume, ...afterFailure(report)];
  const steps = [...again, ...afterRefusals(report), ...afterFindings(report, options)];
  return steps.length > 0 || report.error !== null ? steps : afterSuccess(report, options);
}

function afterInterruption(report: ScreenReport, { rejectsFile }: NextOptions): string[] {
  const { run, dryRun, exitCode, tally, words } = report;
  if (run === null || dryRun) return [];
  if (!RESUMABLE.has(exitCode) && tally.unknown + tally.notSent === 0) return [];
  // To fix the rejects and send them is not enough then.
  const others = counted(tally.notSent, words.one, words.many);
  const left = rejectsFile === undefined || tally.notSent === 0 ? '' : `: ${forTerminal(rejectsFile)} lacks ${others}`;
  return [`examctl runs resume ${forTerminal(run)}   resumes where it stopped${left}`];
}

function afterFailure(report: BulkReport): string[] {
  const { run, dryRun } = report;
  if (run === null || dryRun || !isWorthRetrying(report)) return [];
  return [`examctl runs retry ${forTerminal(run)}   sends again only what failed`];
}

/** Existing records are updated only with --upsert. */
function afterRefusals(report: ScreenReport): string[] {
  const { one, many } = report.words;
  const { existing } = countExisting(report);
  const which = existing === 1 ? `the ${one} that exists` : `the ${formatNumber(existing)} ${many} that exist`;
  return existing === 0 ? [] : [`--upsert   updates ${which}`];
}

function afterFindings(report: ScreenReport, options: NextOptions): string[] {
  const { findings, counts } = report;
  const { rejectsFile, rejectsEnding, hasListErrors } = options;
  // Such rows are put right in the file itself: what stands in their cells are rows of it.
  if (findings.some((finding) => isError(finding) && finding.rule === ROWS_SWALLOWED))
    return ['remove the stray quotes from the file itself, and run the command again'];
  if (findings.some(isError) && hasWrongHeader(report)) return ['fix the header and run the command again'];
  if (rejectsFile !== undefined) return withRejects(report, rejectsFile, options);
  if (!findings.some(isError)) return [];
  const { existing, others } = countExisting(report);
  if (existing > 0 && others + counts.invalid === 0) return [];
  if (isCheck(report)) return ['fix the file and check it again; --report FILE.csv writes the list to a file'];
  if (rejectsEnding === undefined) return ['correct what is wrong and run the command again'];
  const steps = [`--rejects FILE${rejectsEnding}   writes the rows to fix to a file of their own, with the reasons`];
  if (hasListErrors) return [...(counts.invalid > 0 ? steps : []), FIX_FILE];
  const good = goodOnes(report);
  if (good === undefined || counts.invalid === 0 || options.skipsInvalid) return steps;
  return [...steps, `--skip-invalid   ${good.sends} all the same`];
}

const FIX_FILE = 'fix what is wrong in the file itself, and run the command again';

/** The file of rejects has the wrong rows only: where the others were not sent, who sends it alone forgets them. */
function withRejects(
  report: ScreenReport,
  rejectsFile: string,
  { hasListErrors, skipsInvalid }: NextOptions,
): string[] {
  const { counts, dryRun, error } = report;
  const file = forTerminal(rejectsFile);
  const inFile = `fix the rows that ${file} lists, in the file itself`;
  if (isCheck(report)) return [`${inFile}, and check it again`];
  // A user who is not in the file loses the login: a file with some of its rows would disable all others.
  if (counts.disabled !== undefined) return [inFile];
  if (hasListErrors) return [...(counts.invalid > 0 ? [inFile] : []), FIX_FILE];
  const good = goodOnes(report);
  const sendRejects = `fix the rows in ${file} and give that file to the same command`;
  if (good === undefined) return [sendRejects];
  if (error !== null) return [`${inFile}, and run the command again`];
  if (counts.invalid > 0 && !skipsInvalid)
    return [`${inFile}, and run the command again`, `or --skip-invalid   ${good.sends} first; then ${sendRejects}`];
  return dryRun ? [`the same command without --dry-run sends ${good.which} first; then ${sendRejects}`] : [sendRejects];
}

/** The records that could be sent and were not; `undefined` where there are none. */
function goodOnes({ counts, tally, dryRun }: ScreenReport) {
  // A dry run knows which of them the target would refuse.
  const good = counts.valid - tally.failed;
  if (counts.sent + counts.succeeded > 0 || good <= 0) return undefined;
  const which = good === 1 ? 'the good one' : `the ${formatNumber(good)} good ones`;
  return { which, sends: `${dryRun ? 'would send' : 'sends'} ${which}` };
}

function afterSuccess(report: ScreenReport, { sendCommands }: NextOptions): string[] {
  const { dryRun, counts, results } = report;
  const { linksCommand } = report.words;
  const { created, updated, accepted, failed, notSent } = report.tally;
  if (isCheck(report)) return counts.read === 0 ? [] : (sendCommands ?? []).map((text) => forTerminal(text));
  if (created + updated + accepted + (dryRun ? notSent : 0) === 0 || failed > 0) return [];
  if (dryRun) return ['the same command without --dry-run does it'];
  if (linksCommand === undefined) return [];
  if (report.target?.kind === 'remote') return afterRemotePush(report, linksCommand);
  const done = results.find(({ outcome }) => outcome === 'succeeded')?.key ?? '';
  return [`examctl ${linksCommand} ${asArgument(done)}   shows the links of its candidates`];
}

/** A remote's links are known from its answers only, and they are not shown unasked: who has one can enter the exam. */
function afterRemotePush({ results, target }: BulkReport, linksCommand: string): string[] {
  const withLinks = results.filter(({ links = [] }) => links.length > 0);
  const [first] = withLinks;
  if (first === undefined) return [];
  const count = withLinks.reduce((sum, { links = [] }) => sum + links.length, 0);
  const where = target !== null && PLAIN_URL.test(target.where) ? target.where : 'URL';
  const command = `examctl ${linksCommand} ${asArgument(first.key)} --base-url ${where}`;
  return [`${command}   shows them; ${formatNumber(count)} links came with the answers and are kept with the run`];
}

/** A URL that a shell leaves as it is. */
const PLAIN_URL = /^https?:\/\/[\w.:/-]+$/;

/** A key that a shell would take apart is not put into a command to copy. */
function asArgument(key: string): string {
  return /^\w[\w.-]*$/.test(key) ? key : 'SCHEDULE';
}

const EXISTS = 'schedule.schedule-ext-id.duplicate' satisfies ConditionRule;

/** Refusals that a second attempt does not change: they are about what the record asks for, not about the moment. */
const FINAL: readonly ConditionRule[] = [
  EXISTS,
  'schedule.activated',
  'schedule.workflow.differs',
  'invigilators.schedule.archived',
  'invigilators.schedule.finished',
  'invigilators.user.not-invigilator',
];

const RULES: ReadonlySet<string> = new Set(FINAL);

/** A remote gives numbers alone; they mean something within one operation only. */
const INVIGILATOR_CODES: ReadonlySet<number | null> = new Set(
  FINAL.filter((rule) => rule.startsWith('invigilators.')).map(codeOf),
);

/** Whether a second attempt may succeed for a record that failed. */
function isWorthRetrying({ command, results }: BulkReport): boolean {
  const isFinal = ({ Rule, Code }: ApiError) =>
    Rule === undefined ? command === 'invigilators remove' && INVIGILATOR_CODES.has(Code) : RULES.has(Rule);
  return results.some(({ outcome, errors }) => outcome === 'failed' && !errors.some(isFinal));
}

/** Whether schedules were refused for nothing but that they exist, and how many others were. */
function countExisting({ results }: BulkReport): { readonly existing: number; readonly others: number } {
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'would-fail');
  const existing = failed.filter(({ errors }) => errors.length > 0 && errors.every(({ Rule }) => Rule === EXISTS));
  return { existing: existing.length, others: failed.length - existing.length };
}
