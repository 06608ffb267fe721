/** A review session as text for a terminal. */

import { counted } from '../../base/text/counted.ts';
import { wrapHanging } from '../../output/terminal/display-width.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { renderTable } from '../../output/terminal/table.ts';
import type { ReviewSession } from '../../platform/resources/review-session.ts';
import { histogram, type SessionSummary, summarise } from './summary.ts';

const PERSON = ['CandidateExtId', 'LastName', 'FirstName'] as const;
const RESULT_COLUMNS = [...PERSON, 'PassedStatus', 'Score', 'Grade', 'HasConflicts'] as const;
const MAX_BAR = 40;

/** The width of a label with the blanks around it. */
const LABEL_WIDTH = '  Assessment  '.length;
const SUMMARY_INDENT = 2;

export async function renderSession(output: Output, session: ReviewSession): Promise<string> {
  const results = session.Results ?? [];
  const rows = results.map((result) => RESULT_COLUMNS.map((name) => cellText(result[name])));
  const { width, ascii } = output;
  const table =
    rows.length === 0 ? 'No results.\n' : await renderTable({ head: [...RESULT_COLUMNS], rows, width, ascii });
  const about = describeSession(session).flatMap((line) => wrapHanging(line, width, LABEL_WIDTH));
  const summary = describeSummary(summarise(results)).flatMap((line) => wrapHanging(line, width, SUMMARY_INDENT));
  const lines = [...about, '', table.trimEnd(), '', ...summary];
  const bars = describeHistogram(session, ascii ? '#' : '█');
  return `${[...lines, ...(bars.length > 0 ? ['', ...bars] : [])].join('\n')}\n`;
}

function describeSession(session: ReviewSession): string[] {
  const { ExternalId, Title, Code, AssessmentExtId, ScheduleExtId, Hierarchy, Owner, Status, IsArchived } = session;
  const { UsePin, UseKeycode, UseLockDownBrowser, NavigationType } = session;
  const facts = {
    Assessment: joined(AssessmentExtId, Code),
    Schedule: joined(ScheduleExtId, Hierarchy?.FullPath),
    Status: joined(Status, IsArchived && 'archived'),
    Owner: joined(Owner),
    Window: describeWindow(session),
    Options: optionsOn(session),
    Access: joined(UsePin && 'PIN', UseKeycode && 'keycode', UseLockDownBrowser && 'lockdown browser'),
    Navigation: joined(NavigationType),
  };
  const known = Object.entries(facts).filter(([, text]) => text !== '');
  const lines = known.map(([name, text]) => `  ${name.padEnd(LABEL_WIDTH - 2)}${forTerminal(text)}`);
  return [forTerminal(joined(ExternalId, Title)), ...lines];
}

function describeWindow({ ReviewPeriodMode, StartDate, EndDate }: ReviewSession): string {
  return ReviewPeriodMode === 'TIME_SPAN' ? `${StartDate ?? '?'} to ${EndDate ?? '?'}` : 'always';
}

/** The names of the options that are on, and where feedback is shown. */
function optionsOn({ ResultsOptions, OverviewOptions }: ReviewSession): string {
  const on = Object.entries({ ...ResultsOptions, ...OverviewOptions }).filter(([, value]) => value === true);
  return joined(...on.map(([name]) => name), ResultsOptions?.Feedback);
}

function describeSummary({ count, byStatus, mean, median, leftOut, conflicts }: SessionSummary): string[] {
  const named = Object.entries(byStatus).map(([status, number]) => `${number} ${status}`);
  const statuses = named.map((text) => text.toLowerCase().replace('_', ' '));
  const scores = mean === null ? 'no scores' : `mean ${mean}, median ${median}`;
  const left = leftOut === 0 ? '' : `; ${leftOut} voided left out`;
  return [
    `${counted(count, 'result', 'results')}: ${statuses.join(', ')}`,
    `Scores: ${scores}${left}. Conflicts: ${conflicts}.`,
  ];
}

function describeHistogram({ Results }: ReviewSession, block: string): string[] {
  const bars = histogram(Results ?? []);
  const most = Math.max(...bars.map(({ count }) => count));
  const labels = bars.map(({ from, to }) => `${from} to ${to}`);
  const width = Math.max(...labels.map((label) => label.length));
  return bars.map(({ count }, index) => {
    const length = Math.round((count / most) * Math.min(MAX_BAR, most));
    return `  ${(labels[index] ?? '').padStart(width)}  ${block.repeat(length)} ${count}`.trimEnd();
  });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : '') : String(value);
}

/** Joins the parts that are not empty. */
function joined(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join(', ');
}
