/** Output for GitHub Actions: annotations at lines of files, and the summary of a step. */

import { appendFile } from 'node:fs/promises';
import type { Environment } from '../../base/environment.ts';
import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { type Finding, type Severity, textAtLine } from '../../model/finding.ts';
import type { ReportedRun } from '../../model/report.ts';
import { cannotWrite } from '../files/write-file.ts';
import { worstFirst } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';
import { repositoryPath } from '../terminal/terminal-facts.ts';
import { renderMarkdown } from './markdown.ts';

/** GitHub shows at most this number of annotations of each severity in a step. */
const MAX_ANNOTATIONS = 10;

/** Annotations as workflow commands, one per line, the errors first. */
export function renderAnnotations({ report, repository }: Pick<ReportedRun, 'report' | 'repository'>): string {
  const { error, command } = report;
  const all = worstFirst(report);
  const bySeverity = [...groupBy(all, ({ severity }) => severity).values()];
  const lines = bySeverity.flatMap((group) => group.slice(0, MAX_ANNOTATIONS).map((one) => annotate(one, repository)));
  const left = all.length - lines.length;
  if (left > 0) lines.push(`::notice::${escapeData(`${formatNumber(left)} more findings are in the report`)}`);
  const first = error === null ? '' : errorAnnotation(command, error.message);
  return first + lines.map((line) => `${line}\n`).join('');
}

/** The annotation of an error that is at no place of a file. */
export function errorAnnotation(command: string, message: string): string {
  return `::error title=${escapeProperty(`examctl ${command}`.trim())}::${escapeData(message)}\n`;
}

function annotate(finding: Finding, repository: string | undefined): string {
  const { severity, line, rule } = finding;
  const file = repositoryPath(finding.file, repository);
  const atLine = line > 0 ? `,line=${line}` : '';
  const place = file === undefined ? '' : `file=${escapeProperty(file)}${atLine},`;
  return `::${COMMANDS[severity]} ${place}title=${escapeProperty(rule)}::${escapeData(textAtLine(finding))}`;
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** A line break would begin a new command. `##[` begins a command of the older format, at any place in a line. */
function escapeData(text: string): string {
  return forTerminal(text).replaceAll('%', '%25').replaceAll('##[', '## [');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Appends the report to the summary of the step. It does not replace the file, since others write to the file too. */
export async function appendStepSummary(env: Environment, run: ReportedRun): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  const text = [...renderMarkdown(run), '\n'].join('');
  await appendFile(file, text).catch((cause: unknown) => {
    throw cannotWrite(file, cause);
  });
}
