/** Splits the answer to the removal of several invigilators into one answer for each person. */
import { groupBy } from '../../base/lists/group-by.ts';
import type { Answer, Said } from '../../platform/envelope.ts';
import { UNREAD_RULE } from '../../platform/repeated-requests.ts';
import type { InvigilatorError, InvigilatorsContent } from '../../platform/resources/invigilators.ts';

/** Returns one answer for each id, in the same order. An answer without content applies to all of them. */
export function answersByPerson(
  answer: Answer<InvigilatorsContent>,
  ids: readonly string[],
): Answer<InvigilatorsContent>[] {
  const { Content, Success } = answer.envelope;
  if (!Success || Content === null) return ids.map(() => answer);
  if (Content.SuccessfullyRemoved.length + Content.Errors.length === 0) return ids.map(() => answer);
  const idOf = createIdFinder(ids);
  const removed = new Set(Content.SuccessfullyRemoved.map(idOf));
  const errors = groupBy(Content.Errors, ({ UserExtId }) => idOf(UserExtId));
  const said = groupBy(answer.delivery?.said ?? [], ({ id = '' }) => idOf(id));
  // An error that names no requested person is about those whom the answer leaves out. If it names all, it is only shown.
  const unnamed = errors.get(undefined) ?? [];
  const whole = ids.every((id) => removed.has(id) || errors.has(id)) ? showing(unnamed, answer) : answer;
  return ids.map((id) => {
    const own = errors.get(id) ?? (removed.has(id) ? [] : unnamed);
    if (own.length === 0 && !removed.has(id)) return unanswered(answer, id);
    return answerOf(whole, removed.has(id) ? [id] : [], own, said.get(id) ?? []);
  });
}

/** The answer with some errors as its excerpt. */
function showing(
  errors: readonly InvigilatorError[],
  answer: Answer<InvigilatorsContent>,
): Answer<InvigilatorsContent> {
  if (errors.length === 0) return answer;
  const excerpt = errors.map(({ UserExtId: id, Error: text }) => (id === '' ? text : `${id}: ${text}`)).join('; ');
  return { ...answer, delivery: { timesSent: 1, certainty: 'answered', ...answer.delivery, excerpt } };
}

/**
 * Finds the requested id that an answer means. Case may differ, unless two ids differ only by case: they are two
 * people.
 */
function createIdFinder(ids: readonly string[]): (written: string) => string | undefined {
  const known = new Set(ids);
  const byLetters = groupBy(ids, (id) => id.toLowerCase());
  return (written) => {
    if (known.has(written)) return written;
    const [only, ...others] = byLetters.get(written.toLowerCase()) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

function answerOf(
  answer: Answer<InvigilatorsContent>,
  SuccessfullyRemoved: readonly string[],
  Errors: readonly InvigilatorError[],
  said: readonly Said[],
): Answer<InvigilatorsContent> {
  const own = { ...answer, envelope: { ...answer.envelope, Content: { SuccessfullyRemoved, Errors } } };
  if (answer.delivery?.certainty !== 'earlier-attempt') return own;
  // A person without an entry in `said` was removed by this attempt, not by an earlier one.
  const told = said.length > 0 ? { said } : { said: undefined, certainty: 'answered' as const };
  return { ...own, delivery: { ...answer.delivery, ...told } };
}

/** The answer for a person whom the platform did not name: the outcome is unknown. */
function unanswered(answer: Answer<InvigilatorsContent>, id: string): Answer<InvigilatorsContent> {
  const Errors = [{ Code: null, Error: `The answer does not say whether ${id} was removed`, Rule: UNREAD_RULE }];
  return {
    ...answer,
    envelope: { Content: null, Success: false, Errors },
    delivery: { timesSent: 1, ...answer.delivery, certainty: 'unknown' },
  };
}
