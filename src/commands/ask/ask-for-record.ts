/** Asks for one record at a terminal, shows what will be sent, and asks before it is sent. */

import type { Kind, SentKind } from '../../bulk/kinds/kind.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import type { DraftSource } from '../../model/draft.ts';
import { renderJson } from '../../output/files/json.ts';
import { canAsk, type Prompter } from '../../output/terminal/prompts.ts';
import { symbolsFor } from '../../output/terminal/symbols.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { isSecret } from '../../platform/secrets.ts';
import type { ValueChange } from '../../platform/service.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { TargetCall } from '../options/target-options.ts';
import { createAsker, type Section, textOf } from './answers.ts';
import { checkRequest, type RequestCheck } from './check-request.ts';
import { createChoices } from './known-choices.ts';
import { fillIn } from './record-form.ts';

/** A prompter, or the usage error that names what is missing: nothing ever prompts off a terminal. */
export async function prompterOrUsageError(call: Call, missing: string, hint: string): Promise<Prompter> {
  const { context, output, global } = call;
  if (!canAsk(output, global.mayAsk)) throw new UsageError(missing, { hint });
  return context.openPrompter(output, context.stopSignal());
}

export interface RecordQuestions {
  /** Where not all fields of the kind are asked for. */
  readonly resource?: Resource | undefined;
  /** Values from flags: not asked again. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  readonly find?: Section['find'];
  readonly openMatches?: Section['openMatches'];
  /** What is missing, for those who cannot be asked: "FILE is missing". */
  readonly missing: string;
  readonly hint: string;
}

/** Asks for one record of a kind. */
export async function askForRecord<R>(
  call: TargetCall<BulkFlags>,
  kind: SentKind<R>,
  { resource = kind.resource, given = {}, find, openMatches, missing, hint }: RecordQuestions,
): Promise<Record<string, unknown>> {
  const { alsoRequired, withId, keyFields } = kind;
  const prompter = await prompterOrUsageError(call, missing, hint);
  const asker = createAsker(prompter, { choicesOf: createChoices(call) });
  const known = { find, openMatches, keyField: keyFields[0] };
  const section: Section = { path: [], resource, alsoRequired, answers: { ...given }, ...known };
  return fillIn(call, prompter, asker, {
    sections: () => [section],
    toRequest: () => withId?.(section.answers) ?? section.answers,
    check: (request) => checkRequest(call, kind, request),
    show: (request, verdict) => showRequest(call, withoutSecrets(resource, request), verdict, [resource]),
  });
}

/** The answers as a source, for the run that sends them. */
export function answeredSource(key: string, request: Record<string, unknown>): DraftSource {
  return typedSource({ origin: 'answers', key, request, columnOf: () => null });
}

/** A record that was typed; one without an id is known by its title. */
export function keyOf({ keyFields: [id] }: Kind<unknown>, request: Readonly<Record<string, unknown>>): string {
  return String(request[id] ?? request['Title'] ?? '');
}

/** What is new is shown whole; of what is there, only what changes. */
export function showRequest(
  { output: { ascii } }: Call,
  shown: unknown,
  { effect }: RequestCheck,
  resources: readonly Resource[],
): string {
  if (effect?.action === 'unchanged') return 'The platform has it as it is: nothing would change.';
  if (effect?.action !== 'update') return `This will be sent:\n${renderJson(shown).trimEnd()}`;
  const lines = effect.changes.map((change) => `  ${describeChange(change, resources, symbolsFor(ascii).arrow)}`);
  return `This will change:\n${lines.join('\n')}`;
}

function describeChange(
  { field, before, after, candidate }: ValueChange,
  resources: readonly Resource[],
  arrow: string,
) {
  const whose = candidate === undefined ? '' : ` of ${candidate.CandidateExtId}`;
  if (resources.some(({ fields }) => isSecret(fields[field]))) return `${field}${whose}: (not shown)`;
  return `${field}${whose}: ${textOf(before) || '(none)'} ${arrow} ${textOf(after) || '(none)'}`;
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
