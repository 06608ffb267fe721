/** Links at a terminal: the sitting, then each candidate with the links. A link is on one line, so it can be copied. */
import { formatTime } from '../../output/report/format-time.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import type { ShownLinks } from './run-links.ts';

const LABEL_WIDTH = Math.max(...LINK_FIELDS.map((name) => name.length)) + 2;

export function linksText(schedule: string, rows: readonly ShownLinks[]): string {
  if (rows.length === 0) return 'none\n';
  return [sittingOf(schedule, rows), ...rows.map(candidateOf)].join('\n\n').concat('\n');
}

function sittingOf(schedule: string, rows: readonly ShownLinks[]): string {
  const { ScheduleTitle, StartDateTime, EndDateTime } = rows.find((row) => row.StartDateTime !== null) ?? {};
  const times = [StartDateTime, EndDateTime].filter((time) => typeof time === 'string').map((time) => formatTime(time));
  const about = [ScheduleTitle ? `${schedule}, ${ScheduleTitle}` : schedule, times.join(' to ')];
  return forTerminal(about.filter((part) => part !== '').join(': '));
}

function candidateOf({ CandidateExtId, Name, Email, ...links }: ShownLinks): string {
  const who = [CandidateExtId, Name, Email].filter((part) => part);
  const lines = LINK_FIELDS.flatMap((name) => (links[name] ? [`  ${name.padEnd(LABEL_WIDTH)}${links[name]}`] : []));
  return [who.join('  ') || '(the platform did not say whose)', ...lines].map((line) => forTerminal(line)).join('\n');
}
