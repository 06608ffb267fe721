/** `review-session show`: reads the sessions; what the platform refuses is in the outcome. */
import type { Context } from '../../context.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { ApiError } from '../../platform/problem.ts';
import { type ReviewSession, reviewSessionResource } from '../../platform/resources/review-session.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { checkAnswer, questionOf } from '../ask/answers.ts';
import { prompterOrUsageError } from '../ask/ask-to-send.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { openChosenTarget } from '../target/open-target.ts';
import type { TargetChoice } from '../options/target-options.ts';

export interface ShowOptions {
  readonly ids: readonly string[];
  readonly global: GlobalOptions;
  readonly target: TargetChoice;
}

export type ShownSession =
  | { readonly id: string; readonly session: ReviewSession }
  | {
      readonly id: string;
      readonly errors: readonly ApiError[];
      /** What was not understood of the answer. */
      readonly excerpt?: string | undefined;
    };

export async function runShow(
  context: Context,
  output: Output,
  options: ShowOptions,
): Promise<readonly ShownSession[]> {
  const ids = options.ids.length > 0 ? options.ids : [await askForId(context, output, options)];
  const target = await openChosenTarget(context, output, options.target, {
    mode: 'read',
    command: 'review-session show',
    mayAsk: options.global.mayAsk,
    concurrency: 1,
  });
  try {
    const shown: ShownSession[] = [];
    for (const id of ids) {
      shown.push(toShown(id, await target.service.getReviewSession(id)));
    }
    return shown;
  } finally {
    await target.close();
  }
}

function toShown(id: string, { envelope, delivery }: Answer<ReviewSession>): ShownSession {
  if (envelope.Success && envelope.Content !== null) return { id, session: envelope.Content };
  const excerpt = delivery?.excerpt === undefined ? {} : { excerpt: delivery.excerpt };
  return { id, errors: envelope.Errors ?? [], ...excerpt };
}

async function askForId({ stopSignal }: Context, output: Output, { global }: ShowOptions): Promise<string> {
  const missing = 'ID is missing: name a review session';
  const hint = 'examctl review-session show RS-1';
  const prompter = await prompterOrUsageError(output, { global, missing, hint, signal: stopSignal() });
  const { ExternalId } = reviewSessionResource.fields;
  return prompter.text(questionOf('ExternalId', ExternalId), (text) =>
    checkAnswer(reviewSessionResource, 'ExternalId', ExternalId, text, true),
  );
}
