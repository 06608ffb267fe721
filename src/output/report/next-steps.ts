/** The next steps for the user, most of them as commands to type. */

import { counted, formatNumber } from '../../base/text/counted.ts';
import { isError } from '../../model/finding.ts';
import type { BulkReport, ReportedRun, ScreenReport } from '../../model/report.ts';
import type { ConditionRule } from '../../platform/conditions/index.ts';
import { forTerminal } from '../terminal/escape.ts';
import { hasWrongHeader, isCheck } from './headline.ts';

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

/** All steps. `again` is the command that takes a corrected file. */
const SAY = {
  resume: (run: string) => `examctl runs resume ${run}   resumes where it stopped`,
  retry: (run: string) => `examctl runs retry ${run}   sends again only what failed`,
  upsert: (which: string) => `--upsert   updates ${which}`,
  upsertAgain: (which: string) => `the command itself with --upsert   updates ${which}`,
  skipInvalid: (good: string) => `--skip-invalid   sends ${good} all the same`,
  fixFile: (again: string) => `fix the file itself, or say how it is read, and run ${again} again`,
  fixChecked: 'fix the file and check it again; --report FILE.csv writes the list to a file',
  fixTyped: (again: string) => `correct what is wrong and run ${again} again`,
  writeRejects: (ending: string) =>
    `--rejects FILE${ending}   writes the rows to fix to a file of their own, with the reasons`,
  sendRejects: (file: string, again: string) => `fix the rows in ${file} and give that file to ${again}`,
  rejectsListed: (file: string, then: string) => `fix the rows that ${file} lists, in the file itself, and ${then}`,
  send: 'the same command without --dry-run does it',
  links: (command: string) => `${command}   shows the links of its candidates`,
  moreCommands: (left: string) => `and ${left} more, one for each file`,
} as const;

export function nextSteps(report: ScreenReport, options: NextOptions): string[] {
  const { canContinue = true } = options;
  const { dryRun, counts, tally, words } = report;
  const run = canContinue && !dryRun && report.run !== null ? forTerminal(report.run) : undefined;
  // A run on a store is done, or has changed nothing: there is nothing to resume.
  const canResume = report.target?.kind === 'remote' && tally.unknown + tally.notSent > 0;
  const resume = run !== undefined && canResume ? [SAY.resume(run)] : [];
  // Records of unknown outcome, and records that were not sent, need no correction.
  if (resume.length > 0 && counts.invalid + tally.failed === 0) return resume;
  const { existing } = countExisting(report);
  const which = counted(existing, `${words.one} that exists`, `${words.many} that exist`);
  const steps = [
    ...resume,
    ...(run !== undefined && isWorthRetrying(report) ? [SAY.retry(run)] : []),
    ...(existing > 0 ? [options.isContinued ? SAY.upsertAgain(which) : SAY.upsert(which)] : []),
    ...corrections(report, options),
  ];
  return steps.length > 0 || report.error !== null ? steps : afterSuccess(report, options);
}

/** The steps in a report file, which may be read elsewhere: they name no flags of the target. */
export function stepsInFile({ report, tally, words, ...run }: ReportedRun): string[] {
  const { canContinue, isContinued, sendCommands, hasListErrors } = run;
  return nextSteps({ ...report, tally, words }, { canContinue, isContinued, sendCommands, hasListErrors });
}

/** The steps after errors of the file. A continued run takes no corrected file: it refuses one that has changed. */
function corrections(report: ScreenReport, options: NextOptions): string[] {
  const { findings, counts, error } = report;
  const { rejectsFile, rejectsEnding, isContinued = false, skipsInvalid = false } = options;
  const again = isContinued ? `the command of the run (examctl ${report.command})` : 'the command';
  if (options.hasListErrors || hasWrongHeader(report)) return [SAY.fixFile(again)];
  const good = goodOnes(report);
  const { one, many } = report.words;
  const canSkip = !isCheck(report) && good > 0 && counts.invalid > 0 && !skipsInvalid && !isContinued && error === null;
  const skip = canSkip ? [SAY.skipInvalid(counted(good, `good ${one}`, `good ${many}`))] : [];
  if (rejectsFile !== undefined) return [withRejects(report, rejectsFile, options, again), ...skip];
  const { existing, others } = countExisting(report);
  if (!findings.some(isError) || (existing > 0 && others + counts.invalid === 0)) return [];
  if (isCheck(report)) return [SAY.fixChecked];
  return rejectsEnding === undefined ? [SAY.fixTyped(again)] : [SAY.writeRejects(rejectsEnding), ...skip];
}

/** The step with a rejects file. It has only the wrong rows, so it is sent itself only if all others were sent. */
function withRejects(report: ScreenReport, rejectsFile: string, options: NextOptions, again: string): string {
  const { unfitFlags = [], isPartial = false, isContinued = false } = options;
  const file = forTerminal(rejectsFile);
  if (isCheck(report)) return SAY.rejectsListed(file, 'check it again');
  // With --missing disable, a file with only some of the rows would disable all other logins.
  if (goodOnes(report) > 0 || report.counts.disabled !== undefined)
    return SAY.rejectsListed(file, `run ${again} again`);
  const same = isContinued ? again : 'the same command';
  if (isPartial) return SAY.rejectsListed(file, `run ${same} again with --upsert`);
  return SAY.sendRejects(file, unfitFlags.length === 0 ? same : `${same}, without ${unfitFlags.join(' and ')}`);
}

/** The number of good records that were not sent. */
function goodOnes({ counts, tally }: ScreenReport): number {
  // In a dry run, `failed` counts the records that the target would refuse.
  return counts.sent + counts.succeeded > 0 ? 0 : Math.max(counts.valid - tally.failed, 0);
}

const MAX_COMMANDS = 10;

function afterSuccess(report: ScreenReport, { sendCommands = [], targetFlags = '' }: NextOptions): string[] {
  const { dryRun, counts, results, target, words } = report;
  const { created, updated, accepted, failed, notSent } = report.tally;
  if (isCheck(report)) {
    const all = counts.read === 0 ? [] : sendCommands.map((text) => forTerminal(text));
    const left = all.length - MAX_COMMANDS;
    return left > 0 ? [...all.slice(0, MAX_COMMANDS), SAY.moreCommands(formatNumber(left))] : all;
  }
  if (created + updated + accepted + (dryRun ? notSent : 0) === 0 || failed > 0) return [];
  if (dryRun) return [SAY.send];
  // Links are not shown in a report: anyone who has a link can enter the exam. A remote may have sent none.
  const linked = results.find(
    ({ outcome, links = [] }) => outcome === 'succeeded' && (target?.kind === 'local' || links.length > 0),
  );
  if (words.linksCommand === undefined || counts.candidates === 0 || linked === undefined) return [];
  const command = `examctl ${words.linksCommand} ${asArgument(linked.key)}${forTerminal(targetFlags)}`;
  return [SAY.links(command)];
}

/** A key as an argument of a command to copy. A key that a shell would change is replaced by a placeholder. */
function asArgument(key: string): string {
  return /^\w[\w.-]*$/.test(key) ? key : 'SCHEDULE';
}

const EXISTS = 'schedule.schedule-ext-id.duplicate' satisfies ConditionRule;

/** Refusals that a second attempt does not change, since the content of the record causes them. */
const FINAL_RULES: ReadonlySet<string> = new Set<ConditionRule>([
  EXISTS,
  'schedule.activated',
  'schedule.workflow.differs',
  'invigilators.schedule.archived',
  'invigilators.schedule.finished',
  'invigilators.user.not-invigilator',
]);

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
