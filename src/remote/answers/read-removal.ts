/**
 * Reads the answer to a removal of invigilators (endpoint 5). It says for each person that the removal was done, or why
 * not, in the content or in the errors beside it. Or it names nobody, and the envelope says it for all. The caller
 * finds people whom it leaves out.
 */

import { isObject } from '../../base/json-value.ts';
import type { InvigilatorsContent } from '../../platform/resources/invigilators.ts';
import { fieldOf, firstText, plainId, textOf } from '../text/json-object.ts';
import { listOf, type ReadContent, readParts } from './contents.ts';
import { readErrors } from './read-errors.ts';

/** An answer that names only people who were not asked for cannot be read. */
export function readInvigilatorsContent(
  content: unknown,
  userExtIds: readonly string[],
  beside?: unknown,
): ReadContent<InvigilatorsContent> | undefined {
  const asked = listOf(userExtIds)
    .map((id) => plainId(String(id)))
    .filter((id) => id !== '');
  const lists = isObject(content) ? content : {};
  const listed = fieldOf(lists, 'SuccessfullyRemoved') ?? [];
  const removed = listOf(listed).map(readUserExtId);
  const { own, others } = splitByPerson(beside, new Set(asked));
  const inContent = fieldOf(lists, 'Errors');
  const { parts: Errors, isComplete } = readParts([...listOf(inContent), ...own], 'UserExtId');
  const SuccessfullyRemoved = removed.filter((id) => id !== undefined);
  const done = new Set(SuccessfullyRemoved.map(plainId));
  const refused = new Set(Errors.map(({ UserExtId }) => plainId(UserExtId)));
  const named = new Set([...done, ...refused]);
  const namesAny = asked.some((id) => named.has(id));
  // A reason without a name may be about any person.
  if (named.size > 0 && !named.has('') && !namesAny) return undefined;
  const isAll = named.size > 0 && (named.has('') || asked.every((id) => named.has(id)));
  const isAnyDone = asked.some((id) => done.has(id));
  const areAllDone = asked.every((id) => done.has(id) && !refused.has(id));
  return {
    content: { SuccessfullyRemoved, Errors },
    isComplete: isAll && isComplete && Array.isArray(listed) && !removed.includes(undefined),
    ownErrors: [inContent],
    people: namesAny ? { isAnyDone, areAllDone, others } : undefined,
  };
}

/** The errors beside the content: those that name a person, and the others. */
function splitByPerson(beside: unknown, asked: ReadonlySet<string>) {
  const [own, rest]: [unknown[], unknown[]] = [[], []];
  for (const entry of listOf(beside)) {
    const { parts, isComplete } = readParts([entry], 'UserExtId');
    const isOwn = isComplete || parts.every(({ UserExtId }) => asked.has(plainId(UserExtId)));
    (isOwn ? own : rest).push(entry);
  }
  return { own, others: readErrors({ Errors: rest }) };
}

function readUserExtId(entry: unknown): string | undefined {
  return isObject(entry) ? firstText(entry, ['UserExtId', 'ExternalId']) : textOf(entry);
}
