/** Draws the sittings of a report on a time axis. The chart shows overlaps and sittings with findings. */

import { formatNumber } from '../../base/text/counted.ts';
import type { BulkReport, RecordResult } from '../../model/report.ts';
import { formatTime } from '../report/format-time.ts';
import { entry, figure, round } from './charts.ts';
import { html } from './markup.ts';

interface Sitting {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly hasEnd: boolean;
  readonly hasFindings: boolean;
}

const MAX_SITTINGS = 60;
const WIDTH = 900;
const LABEL_WIDTH = 260;
const LINE = 22;
const HOUR = 3_600_000;
const MIN_BAR = 4;

export function timeline({ results, findings }: BulkReport): string {
  const keysWithFindings = new Set(findings.map(({ key }) => key));
  const all = results.flatMap((result) => toSitting(result, keysWithFindings)).sort((a, b) => a.start - b.start);
  // Sittings with findings come first: a year has more sittings than the chart can show.
  const chosen =
    all.length > MAX_SITTINGS ? all.toSorted((a, b) => Number(b.hasFindings) - Number(a.hasFindings)) : all;
  const shown = chosen.slice(0, MAX_SITTINGS).sort((a, b) => a.start - b.start);
  const [first] = shown;
  if (first === undefined) return '';
  const last = shown.reduce((end, sitting) => Math.max(end, sitting.end), first.end);
  const scale = (WIDTH - LABEL_WIDTH - 10) / Math.max(last - first.start, HOUR);
  const at = (time: number) => round(LABEL_WIDTH + (time - first.start) * scale);
  const overlaps = findOverlaps(shown);
  const bars = shown.map((sitting, index) => bar(sitting, index, at, overlaps.has(sitting)));
  const axis = `<text x="${LABEL_WIDTH}" y="14">${timeOf(first.start)}</text><text x="${WIDTH - 10}" y="14" text-anchor="end">${timeOf(last)}</text>`;
  const label = `${formatNumber(shown.length)} sittings from ${timeOf(first.start)} to ${timeOf(last)}; ${formatNumber(overlaps.size)} overlap another`;
  const cutNote =
    all.length > shown.length
      ? `<p class="soft">Shown ${formatNumber(shown.length)} of ${formatNumber(all.length)}, those with findings first.</p>`
      : '';
  const list = shown.map((sitting) => `<li>${describe(sitting, overlaps.has(sitting))}</li>`).join('');
  const chart = figure(label, (shown.length + 1) * LINE, [axis, ...bars], WIDTH);
  return (
    `<h2 id="sittings">Sittings</h2><div class="scroll" role="region" aria-labelledby="sittings" tabindex="0">${chart}</div>` +
    `<ul class="legend">${LEGEND}</ul>${cutNote}<details><summary>The same as a list</summary><ul>${list}</ul></details>`
  );
}

const LEGEND = [
  entry('error', 'has findings'),
  entry('warning', 'at the same time as another'),
  entry('change', 'other'),
].join('');

function toSitting({ key, name, sitting }: RecordResult, keysWithFindings: ReadonlySet<string | null>): Sitting[] {
  const start = Date.parse(sitting?.start ?? '');
  if (Number.isNaN(start)) return [];
  const end = Date.parse(sitting?.end ?? '');
  const hasEnd = end > start;
  return [
    {
      label: name ? `${key}, ${name}` : key,
      start,
      end: hasEnd ? end : start,
      hasEnd,
      hasFindings: keysWithFindings.has(key),
    },
  ];
}

/** The sittings that overlap another shown sitting. `sittings` is sorted by start. */
function findOverlaps(sittings: readonly Sitting[]): Set<Sitting> {
  const overlaps = new Set<Sitting>();
  let latest: Sitting | undefined;
  for (const sitting of sittings) {
    if (latest !== undefined && sitting.start < latest.end) overlaps.add(latest).add(sitting);
    if (latest === undefined || sitting.end > latest.end) latest = sitting;
  }
  return overlaps;
}

function bar(sitting: Sitting, index: number, at: (time: number) => number, overlaps: boolean): string {
  const y = (index + 1) * LINE;
  const x = at(sitting.start);
  const width = Math.max(round(at(sitting.end) - x), MIN_BAR);
  const fill = sitting.hasFindings ? 'error' : overlaps ? 'warning' : 'change';
  const name = sitting.label.length > 36 ? `${sitting.label.slice(0, 35)}…` : sitting.label;
  return (
    `<line class="grid" x1="0" x2="${WIDTH}" y1="${y + LINE}" y2="${y + LINE}"/><text x="0" y="${y + 15}">${html(name)}</text>` +
    `<rect class="fill-${fill}" x="${x}" y="${y + 4}" width="${width}" height="${LINE - 8}"><title>${describe(sitting, overlaps)}</title></rect>`
  );
}

function describe({ label, start, end, hasEnd, hasFindings }: Sitting, overlaps: boolean): string {
  const until = hasEnd ? ` to ${timeOf(end)}` : ', its end is set by the platform';
  const notes = [
    ...(overlaps ? ['at the same time as another sitting'] : []),
    ...(hasFindings ? ['has findings'] : []),
  ];
  return html([`${label}: ${timeOf(start)}${until}`, ...notes].join('; '));
}

function timeOf(time: number): string {
  return formatTime(new Date(time).toISOString());
}
