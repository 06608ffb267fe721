/** The charts of the HTML report, as SVG without script. Each chart has a label with the same numbers in words. */

import { formatNumber } from '../../base/text/counted.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import type { ReportedRun } from '../../model/report.ts';
import { html } from './markup.ts';

interface Part {
  readonly label: string;
  readonly count: number;
  readonly fill: 'error' | 'warning' | 'good' | 'change' | 'other';
}

const WIDTH = 600;
const BAR = 28;

/** One bar with all records by outcome, and a legend with the numbers. */
export function outcomeChart({ tally, report: { counts, dryRun }, words }: ReportedRun): string {
  const would = dryRun ? 'would be ' : '';
  const parts = [
    { label: would + words.created, count: tally.created, fill: 'good' },
    { label: would + words.updated, count: tally.updated, fill: 'change' },
    { label: would + words.accepted, count: tally.accepted, fill: 'change' },
    { label: 'unchanged', count: tally.unchanged, fill: 'other' },
    { label: dryRun ? 'would fail' : 'failed', count: tally.failed, fill: 'error' },
    { label: 'unknown', count: tally.unknown, fill: 'warning' },
    { label: dryRun ? 'would be sent' : 'not sent', count: tally.notSent, fill: 'other' },
    { label: 'with errors', count: counts.invalid, fill: 'error' },
  ] as const satisfies readonly Part[];
  const shown = parts.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  let x = 0;
  const bars = shown.map(({ count, fill }) => {
    const width = (count / total) * WIDTH;
    x += width;
    return `<rect class="fill-${fill}" x="${round(x - width)}" width="${round(Math.max(width - 1, 1))}" height="${BAR}"/>`;
  });
  const labels = shown.map(({ label, count }) => `${formatNumber(count)} ${label}`);
  return `${figure(`Outcomes: ${labels.join(', ')}`, BAR, bars)}<ul class="legend">${shown.map(legend).join('')}</ul>`;
}

function legend({ label, count, fill }: Part): string {
  return entry(fill, `${formatNumber(count)} ${label}`);
}

/** An entry of a legend. */
function entry(fill: Part['fill'], text: string): string {
  const square = `<svg viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${fill}" width="10" height="10"/></svg>`;
  return `<li>${square} ${html(text)}</li>`;
}

const MAX_RULES = 12;
const LINE = 38;
const NUMBER_WIDTH = 60;

export interface RuleCount extends Pick<Finding, 'rule' | 'severity'> {
  readonly count: number;
}

const FILLS = { error: 'error', warning: 'warning', note: 'other' } as const satisfies Record<Severity, Part['fill']>;

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
