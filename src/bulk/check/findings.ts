/** Creates findings from problems. A problem has a path in the request; the draft finds its place in the file. */

import type { Draft } from '../../model/draft.ts';
import { EARLIER_ATTEMPT, type Finding, nameCandidate, type Severity } from '../../model/finding.ts';
import { describePlace, isSamePlace, type Place, sameAs, type ValuePlace } from '../../model/place.ts';
import { type ApiError, type Problem, parsePath, problem } from '../../platform/problem.ts';
import { writtenPath } from '../../platform/request-rules.ts';

export function toFinding(draft: Draft, problem: Problem, severity: Severity = 'error'): Finding {
  const { path, rule, code, suggestion } = problem;
  const place = draft.locate(path);
  const words = wordsOf(draft, problem, place);
  return {
    severity,
    ...place,
    key: draft.key,
    code,
    rule,
    message: words.message,
    suggestion: words.suggestion ?? suggestion ?? howToIgnore(draft, problem),
  };
}

/** An unknown name of JSON can be left out, as an unread column can. */
function howToIgnore({ rows: [{ content }] }: Draft, { rule, path }: Problem): string | null {
  if (!rule.endsWith('.field.unknown') || !('value' in content)) return null;
  return `to leave it out: --ignore ${JSON.stringify(String(path.at(-1)))} or --ignore "*"`;
}

/** Adds the place of a repeated value. If entries of a list are rows of the file, that is a line and not a path. */
function wordsOf(
  draft: Draft,
  { path, message, repeats }: Problem,
  place: ValuePlace,
): Pick<Problem, 'message' | 'suggestion'> {
  const other = repeats === undefined ? undefined : draft.locate(repeats);
  if (other === undefined || isSamePlace(other, place)) return { message: nameCandidate(message, draft, path) };
  const where = describePlace(other, place);
  return {
    message: nameCandidate(`${String(path.at(-1))} ${sameAs(where)}`, draft, path),
    suggestion: `delete ${where} or this one`,
  };
}

/** Creates the finding for an error in the answer of a target. */
export function answerFinding(draft: Draft, { Code: code, Error: message, Field, Rule }: ApiError): Finding {
  const path = Field === undefined ? [] : writtenPath(draft.written ?? draft.request, parsePath(Field));
  return toFinding(draft, { path, code, rule: Rule || 'target.refused', message });
}

/** Only the platform knows whether the earlier attempt created the record. `answerText` is the answer to the later one. */
export function earlierAttemptFinding(draft: Draft, answerText: string): Finding {
  const text = 'An attempt without an answer counts as done; check on the platform that the record is as the file says';
  const message = `${text}. It answered: ${answerText}`;
  return toFinding(draft, problem({ path: [], rule: EARLIER_ATTEMPT, message }), 'warning');
}

/** Sorts by file, in the order of first appearance, and then by line. Items of one line keep their order. */
export function inFileOrder<T>(items: readonly T[], placeOf: (item: T) => Place): T[] {
  const files = new Map<string, number>();
  for (const { file } of items.map(placeOf)) if (!files.has(file)) files.set(file, files.size);
  const rank = (item: T) => files.get(placeOf(item).file) ?? 0;
  return items.toSorted((a, b) => rank(a) - rank(b) || placeOf(a).line - placeOf(b).line);
}
