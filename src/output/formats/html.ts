/**
 * The report as one self-contained HTML file: it sends no request, and runs only its own script. Foreign text is always
 * escaped, in the markup and in the data.
 */
import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { groupBy } from '../../base/lists/group-by.ts';
import { formatNumber } from '../../base/text/counted.ts';
import { escapeMarkup } from '../../base/text/markup.ts';
import { SEVERITIES, type Severity } from '../../model/finding.ts';
import type { BulkReport, ReportedRun } from '../../model/report.ts';
import { SCRIPT, STYLE } from '../html/page.ts';
import { COLUMNS, type ReportRow, ROW_KINDS, reportRows } from '../html/rows.ts';
import { type OutcomeCount, outcomeCounts, summaryOf } from '../report/headline.ts';
import { stepsInFile } from '../report/next-steps.ts';
import { worstFirst } from '../report/records.ts';
import { forTerminal } from '../terminal/escape.ts';
import { inBlocks } from '../terminal/streams.ts';

/** The number of rows in the markup, for browsers that run no script. */
const STATIC_ROWS = 50;

export async function* renderHtml(run: ReportedRun): AsyncGenerator<string> {
  const rules = rulesOf(run.report);
  yield head(run);
  yield summary(run);
  yield chart('Outcomes', outcomeCounts({ ...run.report, ...run }));
  yield chart('Findings by rule', rules);
  const rows = () => reportRows(run.report);
  if (rows().next().done !== true) yield* searchableTable(rows, rules);
  yield '</main></body></html>\n';
}

/** `rows` begins again at each call. */
async function* searchableTable(rows: () => Iterable<ReportRow>, rules: readonly Bar[]): AsyncGenerator<string> {
  yield controls(rules);
  yield* tableOf(rows());
  yield '<script type="application/octet-stream" id="data">';
  yield* packed(linesOf(rows()));
  yield `</script>\n<script>${SCRIPT}</script>\n`;
}

function head({ report }: ReportedRun): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<title>examctl ${html(report.command)}, ${html(report.createdAt.slice(0, 'YYYY-MM-DD'.length))}</title>
<style>${STYLE}</style></head>
<body><a class="skip" href="#findings">To the table</a><main>
`;
}

function summary(run: ReportedRun): string {
  const { report } = run;
  const [verdict = '', ...lines] = summaryOf(run);
  const steps = stepsInFile(run);
  const counts = Object.entries(report.counts).filter(([, count]) => count !== undefined);
  const list = counts.map(([name, count = 0]) => `<div><dt>${html(name)}</dt><dd>${formatNumber(count)}</dd></div>`);
  return `<h1>examctl ${html(report.command)}${report.dryRun ? ' (dry run)' : ''}</h1>
<div class="verdict${report.exitCode === 0 ? '' : ' bad'}"><p><strong>${html(verdict)}</strong></p>
${lines.map((line) => `<p>${html(line)}</p>`).join('\n')}
<p class="soft">Exit code ${report.exitCode}${report.run === null || report.dryRun ? '' : `, run ${html(report.run)}`}</p></div>
<dl class="counts">${list.join('')}</dl>
${steps.length === 0 ? '' : `<h2>Next</h2><ul>${steps.map((step) => `<li>${html(step)}</li>`).join('')}</ul>`}
`;
}

type Bar = OutcomeCount;

const MAX_BARS = 12;

/** A bar for each count, with the number and the words beside it. */
function chart(title: string, bars: readonly Bar[]): string {
  if (bars.length === 0) return '';
  const most = Math.max(...bars.map(({ count }) => count));
  const items = bars.slice(0, MAX_BARS).map(({ count, text, mood }) => {
    const bar = `<rect class="fill-${mood}" width="${Math.max(Math.round((count / most) * 100), 1)}" height="1"/>`;
    const svg = `<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${bar}</svg>`;
    return `<li>${svg} ${formatNumber(count)} ${html(text)}</li>`;
  });
  const left = bars.length - items.length;
  const more = left > 0 ? `<li class="soft">and ${formatNumber(left)} more</li>` : '';
  return `<h2>${title}</h2><ul class="bars">${items.join('')}${more}</ul>\n`;
}

const MOODS = { error: 'error', warning: 'warning', note: 'other' } as const satisfies Record<Severity, Bar['mood']>;

/** The rules of all findings with their counts: errors first, then the most frequent. */
function rulesOf(report: BulkReport): Bar[] {
  const rank = ({ mood }: Bar) => SEVERITIES.findIndex((severity) => MOODS[severity] === mood);
  return [...groupBy(worstFirst(report), ({ rule }) => rule)]
    .filter(([rule]) => rule !== '')
    .map(([text, group]) => ({ text, mood: MOODS[group[0].severity], count: group.length }))
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

function controls(rules: readonly Bar[]): string {
  const kinds = ROW_KINDS.map((kind) => `<option>${kind}</option>`).join('');
  const options = rules.map(
    ({ text, count }) => `<option value="${html(text)}">${html(text)} (${formatNumber(count)})</option>`,
  );
  return `
<h2 id="findings">Records and findings</h2>
<div class="controls" hidden>
<label>Search <input id="text" type="search" autocomplete="off"></label>
<label>Kind <select id="severity"><option value="">all</option>${kinds}</select></label>
<label>Rule <select id="rule"><option value="">all</option>${options.join('')}</select></label></div>
<p id="status" role="status"></p>
`;
}

function* tableOf(rows: Iterable<ReportRow>): Generator<string> {
  const heads = COLUMNS.map((name) => `<th role="columnheader" scope="col">${name}</th>`);
  yield `<div class="scroll" role="region" aria-labelledby="findings" tabindex="0"><table id="table" role="table">
<thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody id="rows" role="rowgroup">\n`;
  let count = 0;
  for (const row of rows) {
    if (count === STATIC_ROWS) break;
    count += 1;
    const suggestion = row[COLUMNS.length];
    const cells = COLUMNS.map((name, at) => {
      const text = name === 'Message' && suggestion ? `${row[at]} (${suggestion})` : (row[at] ?? '');
      return `<td role="cell" data-label="${name}">${html(text)}</td>`;
    });
    yield `<tr role="row">${cells.join('')}</tr>\n`;
  }
  yield `</tbody></table></div>
<p id="static" class="soft">These are the first ${count} rows. With its script, the page shows all of them.</p>
<p class="pager" hidden><button type="button" id="previous">Previous</button> <button type="button" id="next">Next</button></p>
`;
}

/** One row on each line, its texts separated by tabs. */
function* linesOf(rows: Iterable<ReportRow>): Generator<string> {
  let before = '';
  for (const row of rows) {
    yield before + row.join('\t');
    before = '\n';
  }
}

/** Compresses a text, as base64. */
function packed(parts: Iterable<string>): AsyncIterable<string> {
  const gzip = createGzip();
  // An error of the parts destroys the stream, and reaches its reader.
  pipeline(Readable.from(inBlocks(parts)), gzip, () => {});
  return gzip.setEncoding('base64');
}

/** Escapes foreign text for the content of an element or the value of an attribute. */
function html(text: string | number): string {
  return escapeMarkup(forTerminal(String(text)));
}
