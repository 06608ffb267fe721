/** Asks for one record at a terminal, shows what will be sent, and asks before it is sent. */
import type { Context } from '../../context.ts';
import type { DraftSource } from '../../bulk/model/draft.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSecret } from '../../platform/secrets.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import { keepLayout } from '../../output/terminal/escape.ts';
import { canAsk, createPrompter, type Prompter } from '../../output/terminal/prompts.ts';
import { renderJson } from '../../output/files/json.ts';
import type { Output } from '../../output/terminal/streams.ts';
import { type AskOptions, askRecord } from './answers.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { createChoices } from './known-choices.ts';
import { storeOf, type TargetChoice } from '../options/target-options.ts';

export interface QuestionOptions {
  readonly global: GlobalOptions;
  readonly target: TargetChoice;
  /** What is missing, for those who cannot be asked: "Name a file of users". */
  readonly missing: string;
  readonly hint: string;
  /** Ends the questions when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** A prompter, or the usage error that names what is missing: nothing ever prompts off a terminal. */
export async function prompterOrUsageError(
  output: Output,
  options: Omit<QuestionOptions, 'target'>,
): Promise<Prompter> {
  const { global, missing, hint, signal } = options;
  if (!canAsk(output, global.mayAsk)) throw new UsageError(missing, { hint });
  return createPrompter(output, signal);
}

export interface SourceOptions extends QuestionOptions, Pick<AskOptions, 'resource' | 'given' | 'alsoRequired'> {
  /** Whether nothing will be sent anyway. */
  readonly dryRun: boolean;
}

/** Asks for one record of a resource. `toRequest` makes the request of the answers. */
export async function askForSource(
  context: Context,
  output: Output,
  options: SourceOptions,
  toRequest: (answers: Record<string, unknown>) => { readonly key: string | null; readonly request: unknown },
): Promise<DraftSource> {
  const prompter = await prompterOrUsageError(output, { ...options, signal: context.stopSignal() });
  const answers = await askRecord(prompter, { ...options, choicesOf: createChoices(context, storeOf(options.target)) });
  const { key, request } = toRequest(answers);
  if (!options.dryRun)
    await confirmRequest(output, prompter, options.global, withoutSecrets(options.resource, request));
  return typedSource({ origin: 'answers', key, request, columnOf: () => null });
}

/** Shows what the question is about, even with --quiet. */
export async function confirmRequest(
  output: Output,
  prompter: Prompter,
  global: GlobalOptions,
  shown: unknown,
): Promise<void> {
  const text = `This will be sent:\n${renderJson(shown).trimEnd()}`;
  if (global.yes) output.note(text);
  else output.stderr.write(`${keepLayout(text)}\n`);
  await confirmOrStop(prompter, global, 'Send it?');
}

/** Goes on after a yes; anything else ends the command, and nothing is sent. */
export async function confirmOrStop(prompter: Prompter, { yes }: GlobalOptions, question: string): Promise<void> {
  if (yes || (await prompter.confirm(question))) return;
  throw new InterruptedError('SIGINT', 'Not confirmed');
}

/** A record as it is shown before it is sent. */
export function withoutSecrets(resource: Resource, request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request;
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, isSecret(resource.fields[name]) ? '(not shown)' : value]),
  );
}
