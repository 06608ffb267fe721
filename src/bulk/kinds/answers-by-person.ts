/** What the answer to one request says of each of those who were to be removed. */
import type { Answer } from '../../platform/envelope.ts';
import { UNREAD_RULE } from '../../platform/repeated-requests.ts';
import type { InvigilatorError, InvigilatorsContent } from '../../platform/resources/invigilators.ts';

/** In the order of `ids`. An answer without content is the platform's word on all of them. */
export function answersByPerson(
  answer: Answer<InvigilatorsContent>,
  ids: readonly string[],
): Answer<InvigilatorsContent>[] {
  const { Content, Success } = answer.envelope;
  if (!Success || Content === null) return ids.map(() => answer);
  if (Content.SuccessfullyRemoved.length + Content.Errors.length === 0) return ids.map(() => answer);
  const whoIs = createNames(ids);
  const removed = new Set(Content.SuccessfullyRemoved.map(whoIs));
  const errors = groupBy(Content.Errors, ({ UserExtId }) => whoIs(UserExtId));
  const isNamed = (id: string) => removed.has(id) || errors.has(id);
  // A reason that names no requested person is about those that the answer leaves out, or otherwise about all.
  const adrift = errors.get(undefined) ?? [];
  const isAboutAll = ids.every(isNamed);
  return ids.map((id) => {
    const own = [...(errors.get(id) ?? []), ...(isAboutAll || !isNamed(id) ? adrift : [])];
    return removed.has(id) || own.length > 0
      ? answerOf(answer, removed.has(id) ? [id] : [], own)
      : unanswered(answer, id);
  });
}

/** Some platforms write ids in other letters; two ids that differ only in that are two people. */
function createNames(ids: readonly string[]): (name: string) => string | undefined {
  const known = new Set(ids);
  const byLetters = groupBy(ids, (id) => id.toLowerCase());
  return (name) => {
    if (known.has(name)) return name;
    const [only, ...others] = byLetters.get(name.toLowerCase()) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function answerOf(
  answer: Answer<InvigilatorsContent>,
  SuccessfullyRemoved: readonly string[],
  Errors: readonly InvigilatorError[],
): Answer<InvigilatorsContent> {
  return { ...answer, envelope: { ...answer.envelope, Content: { SuccessfullyRemoved, Errors } } };
}

/** The answer names other people. It does not say that this one was removed, nor why not. */
function unanswered(answer: Answer<InvigilatorsContent>, id: string): Answer<InvigilatorsContent> {
  const Errors = [{ Code: null, Error: `The answer does not say whether ${id} was removed`, Rule: UNREAD_RULE }];
  return {
    ...answer,
    envelope: { Content: null, Success: false, Errors },
    delivery: { timesSent: 1, ...answer.delivery, certainty: 'unknown' },
  };
}
