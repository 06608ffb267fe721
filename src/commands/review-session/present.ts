/** Prints review sessions: text for people; JSON, NDJSON or CSV of the results for programs. */

import { EXIT_CODES } from '../../errors.ts';
import { errorAnnotation } from '../../output/ci/github.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { isGithub } from '../../output/terminal/terminal-facts.ts';
import { type ReviewSession, reviewResultResource } from '../../platform/resources/review-session.ts';
import { hideSecrets } from '../../platform/secrets.ts';
import type { Call } from '../options/call.ts';
import { describeApiError, presentObject, presentRows, resultObject } from '../present-result.ts';
import type { ShownSession } from './run-show.ts';
import { renderSession } from './session-text.ts';
import { summarise } from './summary.ts';

const COMMAND = 'review-session show';

/** Returns the exit code. A session that was not found, or that came with errors, is a failure. */
export async function present(call: Call, shown: readonly ShownSession[], reveal: boolean): Promise<number> {
  const { context, output, global } = call;
  const reports = shown.flatMap(({ session: _, ...report }) => (hasNews(report) ? [report] : []));
  const found = shown.flatMap(({ session }) => session ?? []);
  const sessions = reveal ? found : hideSecrets(found);
  const exitCode = reports.some(({ errors }) => errors.length > 0) ? EXIT_CODES.recordsFailed : EXIT_CODES.done;
  const texts = reports.map((report) => `${report.id}: ${reasonsOf(report)}`);
  if (isGithub(context.env)) for (const text of texts) output.stderr.write(errorAnnotation(COMMAND, text));
  if (global.format === 'json') {
    const described = sessions.map((session) => ({ session, summary: summarise(session.Results ?? []) }));
    const command = COMMAND;
    await presentObject(call, { schemaVersion: 1, command, sessions: described, errors: reports, exitCode }, '');
    return exitCode;
  }
  for (const text of texts) output.stderr.write(`examctl: ${forTerminal(text)}\n`);
  if (global.format === 'table') {
    const rendered = await Promise.all(sessions.map((session) => renderSession(output, session)));
    await output.print(rendered.join('\n'));
  } else {
    const rows = sessions.flatMap(rowsOf);
    await presentRows(call, COLUMNS, global.format === 'csv' ? rows.map(withListsAsText) : rows);
    // Without an error, the lines are the results alone.
    if (global.format === 'ndjson' && reports.length > 0) {
      await presentObject(call, resultObject(call, COMMAND, { errors: reports }, { error: null, exitCode }), '');
    }
  }
  return exitCode;
}

/** What is told about a session, besides the session: errors that decide the exit code, and what was not understood. */
type Report = Omit<ShownSession, 'session'>;

function hasNews({ errors, excerpt }: Report): boolean {
  return errors.length > 0 || excerpt !== undefined;
}

function reasonsOf({ errors, excerpt }: Report): string {
  const unread = excerpt === undefined ? [] : [`not understood of the answer: ${excerpt}`];
  return [...errors.map(describeApiError), ...unread].join('; ');
}

const SESSION_COLUMN = 'ReviewSessionExternalId';
const COLUMNS = [SESSION_COLUMN, ...Object.keys(reviewResultResource.fields)];

function rowsOf({ ExternalId, Results }: ReviewSession): Record<string, unknown>[] {
  return (Results ?? []).map((result) => ({ [SESSION_COLUMN]: ExternalId, ...result }));
}

/** Joins the entries of a list, for one cell. */
function withListsAsText(row: Record<string, unknown>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? value.join('|') : value]);
  return Object.fromEntries(cells);
}
