/** Executes `review-session show`: reads the sessions and prints them. A refusal of the platform is part of the result. */

import { EXIT_CODES } from '../../errors.ts';
import { errorAnnotation } from '../../output/formats/github.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { isGithub } from '../../output/terminal/terminal-facts.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import {
  type ReviewSession,
  reviewResultResource,
  reviewSessionResource,
} from '../../platform/resources/review-session.ts';
import { hideSecrets } from '../../platform/secrets.ts';
import { askedField, askRequired } from '../ask/check-answer.ts';
import type { Call } from '../options/call.ts';
import { prompterOrUsageError } from '../options/confirm.ts';
import { describeApiError, presentObject, presentRows, resultObject } from '../options/present-result.ts';
import type { TargetCall } from '../options/target-options.ts';
import { choicesOf } from '../target/known-entries.ts';
import { openChosenTarget, openForQuestions } from '../target/open-target.ts';
import { renderSession, summarise } from './session-text.ts';

interface ShowOptions extends TargetCall {
  readonly ids: readonly string[];
}

export interface ShownSession {
  readonly id: string;
  /** Absent if it could not be read. */
  readonly session?: ReviewSession | undefined;
  /** Why it could not be read, or what the platform reports beside it. */
  readonly errors: readonly ApiError[];
  /** The part of the answer that the client could not understand. */
  readonly excerpt?: string | undefined;
}

export async function runShow(options: ShowOptions): Promise<readonly ShownSession[]> {
  const ids = options.ids.length > 0 ? options.ids : [await askForId(options)];
  const opening = { mode: 'read', command: 'review-session show', concurrency: 1 } as const;
  const target = await openChosenTarget(options, opening);
  try {
    const shown: ShownSession[] = [];
    for (const id of ids) shown.push(toShown(id, await target.service.getReviewSession(id)));
    return shown;
  } finally {
    await target.close();
  }
}

function toShown(id: string, { envelope, delivery }: Answer<ReviewSession>): ShownSession {
  const session = (envelope.Success ? envelope.Content : null) ?? undefined;
  const errors = envelope.Errors ?? [];
  const unread = session === undefined && errors.length === 0 ? [WITHOUT_REASON] : errors;
  return { id, session, errors: unread, excerpt: delivery?.excerpt };
}

const WITHOUT_REASON: ApiError = { Code: null, Error: 'refused without a reason' };

async function askForId(call: ShowOptions): Promise<string> {
  const missing = 'ID is missing: name a review session';
  const prompter = await prompterOrUsageError(call, missing, 'examctl review-session show RS-1');
  // A store that cannot be opened is reported before the question.
  await (await openForQuestions(call))?.close();
  const known = await choicesOf(call, 'ReviewSessions');
  if (known.length > 0) return prompter.one('ExternalId:', known);
  return askRequired(prompter, askedField(reviewSessionResource, 'ExternalId'));
}

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
