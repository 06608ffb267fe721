/** The charts of the HTML report, as SVG without script. Each chart has a label with the same numbers in words. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { ReportedRun } from '../../model/report.ts';
import { type OutcomeCount, outcomeCounts } from '../report/headline.ts';
import { html } from './markup.ts';

const WIDTH = 600;
const BAR = 28;

/** One bar with all records by outcome, and a legend with the numbers. */
export function outcomeChart(run: ReportedRun): string {
  const shown = outcomeCounts({ ...run.report, ...run });
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  let x = 0;
  const bars = shown.map(({ count, mood }) => {
    const width = (count / total) * WIDTH;
    x += width;
    return `<rect class="fill-${mood}" x="${round(x - width)}" width="${round(Math.max(width - 1, 1))}" height="${BAR}"/>`;
  });
  const labels = shown.map(({ count, text }) => `${formatNumber(count)} ${text}`);
  const legend = shown.map(
    ({ mood }, at) =>
      `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${mood}" width="10" height="10"/></svg> ${html(labels[at] ?? '')}</li>`,
  );
  return `${figure(`Outcomes: ${labels.join(', ')}`, BAR, bars)}<ul class="legend">${legend.join('')}</ul>`;
}

const MAX_RULES = 12;
const LINE = 38;
const NUMBER_WIDTH = 60;

export interface RuleCount extends Pick<Finding, 'rule' | 'severity'> {
  readonly count: number;
}

const FILLS = { error: 'error', warning: 'warning', note: 'other' } as const satisfies Record<
  Severity,
  OutcomeCount['mood']
>;

/** One bar for each rule of the findings, in the colour of its severity. `rules` is sorted, errors first. */
export function ruleChart(rules: readonly RuleCount[]): string {
  if (rules.length === 0) return '';
  const most = Math.max(...rules.map(({ count }) => count));
  const shown = rules.slice(0, MAX_RULES);
  const lines = shown.map(({ rule, severity, count }, index) => {
    const width = Math.max((count / most) * (WIDTH - NUMBER_WIDTH), 2);
    const y = index * LINE;
    return (
      `<text x="0" y="${y + 14}">${html(rule)}</text>` +
      `<rect class="fill-${FILLS[severity]}" x="0" y="${y + 19}" width="${round(width)}" height="12"/>` +
      `<text x="${round(width + 6)}" y="${y + 30}">${formatNumber(count)}</text>`
    );
  });
  const left = rules.length - shown.length;
  const more = left > 0 ? `<p class="soft">and ${formatNumber(left)} more</p>` : '';
  const labels = shown.map(({ rule, count }) => `${rule} ${formatNumber(count)}`).join(', ');
  return `${figure(`Findings by rule: ${labels}`, shown.length * LINE, lines)}${more}`;
}

function figure(label: string, height: number, content: readonly string[]): string {
  const view = `viewBox="0 0 ${WIDTH} ${height}"`;
  return `<svg class="narrow" role="img" aria-label="${html(label)}" ${view}>${content.join('')}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
