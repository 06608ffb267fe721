/** The one screen that tells an administrator what a bulk command did and what is left to do. */
import type { BulkReport } from '../../bulk/model/report.ts';
import { listChanges } from './changes.ts';
import { listFindings } from './findings.ts';
import { headlineOf } from './headline.ts';
import { type NextOptions, nextSteps } from './next-steps.ts';
import { hasWrongHeader } from './tally.ts';
import { findingsOfResults } from './result-findings.ts';
import { paint } from '../terminal/style.ts';

export interface ReportTextOptions extends NextOptions {
  /** Columns of the terminal; without it lines are as long as they are. */
  readonly width?: number | undefined;
  readonly ascii?: boolean | undefined;
  readonly color?: boolean | undefined;
  /** More than these are counted, not listed. */
  readonly maxFindings?: number | undefined;
  /** True when the counts cover the whole resumed run. */
  readonly isContinued?: boolean | undefined;
  /** The causes of the error that stopped the command, one on each line. */
  readonly background?: readonly string[] | undefined;
}

const MAX_FINDINGS = 10;

/** What happened, the findings, what the target refused, the next command: as text with a line end. */
export function renderReportText(report: BulkReport, options: ReportTextOptions = {}): string {
  const { width, ascii = false, color = false, maxFindings = MAX_FINDINGS } = options;
  const list = { width, ascii, color, maxFindings };
  const sections = [
    titled(headlineOf(report, options), color),
    listFindings([...report.findings, ...findingsOfResults(report.results)], list),
    hasWrongHeader(report) ? [] : listChanges(report, ascii, maxFindings),
    nextSection(nextSteps(report, options)),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function titled([first = '', ...others]: readonly string[], color: boolean): string[] {
  return [paint('bold', first, color), ...others];
}

function nextSection(steps: readonly string[]): string[] {
  return steps.length === 0 ? [] : ['Next:', ...steps.map((step) => `  ${step}`)];
}
