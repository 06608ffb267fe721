/** Executes `review-session show`: reads the sessions. A refusal of the platform is part of the result. */
import type { Answer } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import { prompterOrUsageError } from '../ask/ask-for-record.ts';
import { openForQuestions } from '../ask/check-request.ts';
import { choicesOf } from '../ask/known-choices.ts';
import { askedField, askRequired } from '../ask/question-words.ts';
import type { TargetCall } from '../options/target-options.ts';
import { openChosenTarget } from '../target/open-target.ts';

export interface ShowOptions extends TargetCall {
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
