/** Asks for one record at a terminal, shows the request, and asks for a confirmation. */

import { isObject } from '../../base/json-value.ts';
import type { Kind, SentKind } from '../../bulk/kinds/kind.ts';
import { typedSource } from '../../input/table/typed-draft.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { DraftSource } from '../../model/draft.ts';
import { forTerminal } from '../../output/terminal/escape.ts';
import { symbolsFor } from '../../output/terminal/style.ts';
import type { Resource } from '../../platform/fields/field.ts';
import { hideSecrets, NOT_SHOWN, SECRET_FIELDS } from '../../platform/secrets.ts';
import type { ValueChange } from '../../platform/service.ts';
import type { Asked } from '../bulk/command.ts';
import type { BulkFlags } from '../options/bulk-options.ts';
import type { Call } from '../options/call.ts';
import { prompterOrUsageError } from '../options/confirm.ts';
import type { TargetCall } from '../options/target-options.ts';
import { createChoices } from '../target/known-entries.ts';
import { createAsker, type Section } from './ask-fields.ts';
import { asTyped } from './check-answer.ts';
import { checkRequest, fillIn, type RequestCheck, type Sending } from './record-form.ts';

interface RecordQuestions<R> {
  readonly sending?: Sending<R> | undefined;
  /** How answers are read. */
  readonly conversion: ConversionOptions;
  /** The fields to ask for, if these are not all fields of the kind. */
  readonly resource?: Resource | undefined;
  /** Values from flags, which are not asked for. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  readonly find?: Section['find'];
  readonly asked: Asked;
  /** The message if questions are not possible, such as "FILE is missing". */
  readonly missing: string;
  readonly hint: string;
}

/** A record that the user has confirmed. */
interface AskedRecord {
  readonly request: Record<string, unknown>;
  readonly source: DraftSource;
}

/** Asks for one record of a kind. */
export async function askForRecord<R>(
  call: TargetCall<BulkFlags>,
  kind: SentKind<R>,
  { resource = kind.resource, sending, conversion, given = {}, find, asked, missing, hint }: RecordQuestions<R>,
): Promise<AskedRecord> {
  const { alsoRequired, withId, keyFields } = kind;
  const prompter = await prompterOrUsageError(call, missing, hint);
  const asker = createAsker(prompter, { choicesOf: createChoices(call), conversion });
  const section: Section = { path: [], resource, alsoRequired, answers: { ...given }, find, keyField: keyFields[0] };
  const sourceOf = (request: Record<string, unknown>) =>
    typedSource({ origin: 'answers', key: keyOf(kind, request), request, columnOf: () => null });
  const request = await fillIn(call, prompter, asker, {
    sections: () => [section],
    toRequest: () => withId?.(section.answers) ?? section.answers,
    check: (answers) => checkRequest(call, kind, sourceOf(answers), sending),
    show: (answers, verdict) => showRequest(call, answers, verdict),
    asked,
  });
  return { request, source: sourceOf(request) };
}

/** The key of a typed record: its id, or its title if it has no id. */
export function keyOf({ keyFields: [id] }: Kind<unknown>, request: Readonly<Record<string, unknown>>): string {
  return String(request[id] ?? request['Title'] ?? '');
}

/** The confirmation text, without secrets: the whole request for a new record, and only the changes of an existing one. */
export function showRequest({ output: { ascii } }: Call, request: unknown, { effect }: RequestCheck): string {
  if (effect?.action === 'unchanged') return 'The platform has it as it is: nothing would change.';
  const isUpdate = effect?.action === 'update';
  // A new record is shown as a whole. Its other changes are those of users.
  const changes = (effect?.changes ?? []).filter(({ candidate }) => isUpdate || candidate !== undefined);
  const lines = changes.map((change) => `\n  ${describeChange(change, symbolsFor(ascii).arrow)}`).join('');
  if (isUpdate) return `This will change:${lines}`;
  const sent = ['This will be sent:', ...linesOf(hideSecrets(request), '  ')].join('\n');
  return lines === '' ? sent : `${sent}\nThis will change users who are there already:${lines}`;
}

/** A request as a table of fields and values; a part of it, such as each candidate, is a table below its name. */
function linesOf(part: unknown, indent: string): string[] {
  if (!isObject(part)) return [indent + forTerminal(asTyped(part))];
  const width = Math.max(...Object.keys(part).map((name) => name.length));
  return Object.entries(part).flatMap(([name, value]) => {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    if (isObject(value)) return [indent + name, ...linesOf(value, `${indent}  `)];
    if (entries.some(isObject)) {
      return entries.flatMap((entry, at) => [`${indent}${name} ${at + 1}`, ...linesOf(entry, `${indent}  `)]);
    }
    return [`${indent}${name.padEnd(width)}  ${forTerminal(asTyped(value)) || '(none)'}`];
  });
}

function describeChange({ field, before, after, candidate }: ValueChange, arrow: string): string {
  const whose = candidate === undefined ? '' : ` of ${candidate.CandidateExtId}`;
  if (SECRET_FIELDS.has(field)) return `${field}${whose}: ${NOT_SHOWN}`;
  return forTerminal(`${field}${whose}: ${asTyped(before) || '(none)'} ${arrow} ${asTyped(after) || '(none)'}`);
}
