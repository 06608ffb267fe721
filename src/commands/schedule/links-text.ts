/** Links at a terminal: each sitting, then its candidates with their links. A link is on one line, so it can be copied. */
import { forTerminal } from '../../output/terminal/escape.ts';
import { LINK_FIELDS } from '../../platform/secrets.ts';
import type { LinkRow } from './run-links.ts';

const LABEL_WIDTH = Math.max(...LINK_FIELDS.map((name) => name.length)) + 2;

export function linksText(rows: readonly LinkRow[]): string {
  if (rows.length === 0) return 'none\n';
  const schedules = [...new Set(rows.map(({ ScheduleExtId }) => ScheduleExtId))];
  const blocks = schedules.flatMap((schedule) => {
    const own = rows.filter(({ ScheduleExtId }) => ScheduleExtId === schedule);
    return [sittingOf(own), ...own.map(candidateOf)];
  });
  return blocks.join('\n\n').concat('\n');
}

function sittingOf(rows: readonly LinkRow[]): string {
  const row = rows.find(({ StartDateTime }) => StartDateTime !== null) ?? rows[0];
  const times = [row?.StartDateTime, row?.EndDateTime].filter((time) => typeof time === 'string');
  const about = [[row?.ScheduleExtId, row?.ScheduleTitle].filter((part) => part).join(', '), times.join(' to ')];
  return forTerminal(about.filter((part) => part !== '').join(': '));
}

function candidateOf({ CandidateExtId, FirstName, LastName, Email, ...links }: LinkRow): string {
  const name = [FirstName, LastName].filter((part) => part).join(' ');
  const who = [CandidateExtId, name, Email].filter((part) => part);
  const lines = LINK_FIELDS.flatMap((field) => (links[field] ? [`  ${field.padEnd(LABEL_WIDTH)}${links[field]}`] : []));
  return [who.join('  ') || '(the platform did not say whose)', ...lines].map((line) => forTerminal(line)).join('\n');
}
