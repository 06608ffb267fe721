/** Makes findings of problems: a problem knows its path in the request, a draft where that stands in the file. */

import type { Draft } from '../../model/draft.ts';
import { EARLIER_ATTEMPT, type Finding, type Severity } from '../../model/finding.ts';
import { describePlace, isSamePlace, type Place, sameAs, type ValuePlace } from '../../model/place.ts';
import type { ApiError } from '../../platform/problem.ts';
import { type Problem, parsePath, problem } from '../../platform/problem.ts';
import { nameCandidate } from '../../platform/resources/candidate-name.ts';

export function toFinding(draft: Draft, problem: Problem, severity: Severity = 'error'): Finding {
  const { path, rule, code, suggestion } = problem;
  const place = draft.locate(path);
  return {
    severity,
    ...place,
    key: draft.key,
    code,
    rule,
    message: nameCandidate(messageOf(draft, problem, place), draft, path),
    suggestion: suggestion ?? null,
  };
}

/** Where the entries of a list are rows of their own, a row is named as the line that one has before one's eyes. */
function messageOf({ locate }: Draft, { path, message, repeats }: Problem, place: ValuePlace): string {
  if (repeats === undefined) return message;
  const other = locate(repeats);
  return isSamePlace(other, place) ? message : `${String(path.at(-1))} ${sameAs(describePlace(other, place))}`;
}

/** Places a target's error about a refused record in the file. */
export function answerFinding(draft: Draft, { Code: code, Error: message, Field, Rule }: ApiError): Finding {
  const path = Field === undefined ? [] : parsePath(Field);
  return toFinding(draft, { path, code, rule: Rule ?? 'target.refused', message });
}

/** The earlier attempt had worked, or something of that id was there before it: only the platform knows. */
export function earlierAttemptFinding(draft: Draft, said: string): Finding {
  const text =
    'An attempt whose answer did not come counts as done; look at the platform whether it is as the file says';
  const message = `${text}. It answered: ${said}`;
  return toFinding(draft, problem({ path: [], rule: EARLIER_ATTEMPT, message }), 'warning');
}

/**
 * File by file, in the order in which they first come, and within a file by line; what is of one line stays in the
 * order in which it was found.
 */
export function inFileOrder<T>(items: readonly T[], placeOf: (item: T) => Place): T[] {
  const files = new Map<string, number>();
  for (const { file } of items.map(placeOf)) if (!files.has(file)) files.set(file, files.size);
  const rank = (item: T) => files.get(placeOf(item).file) ?? 0;
  return items.toSorted((a, b) => rank(a) - rank(b) || placeOf(a).line - placeOf(b).line);
}
