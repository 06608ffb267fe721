/** Makes findings of problems: a problem knows its path in the request, a draft where that stands in the file. */
import type { Coordinates, Draft } from '../model/draft.ts';
import { nameCandidate } from '../../platform/resources/candidate-name.ts';
import type { ApiError } from '../../platform/problem.ts';
import { EARLIER_ATTEMPT, type Finding, type Severity } from '../model/finding.ts';
import { parsePath, type Problem } from '../../platform/problem.ts';

export function toFinding(draft: Draft, problem: Problem, severity: Severity = 'error'): Finding {
  const { path, rule, code, suggestion } = problem;
  const place = draft.locate(path);
  return {
    severity,
    ...place,
    key: draft.key,
    code,
    rule,
    message: nameCandidate(messageOf(draft, problem, place), draft.request, path),
    suggestion: suggestion ?? null,
  };
}

/** Where the entries of a list are rows of their own, a row is named as the line that one has before one's eyes. */
function messageOf({ locate }: Draft, { path, message, repeats }: Problem, { file, line }: Coordinates): string {
  if (repeats === undefined) return message;
  const other = locate(repeats);
  const isSameRow = other.file === file && other.line === line;
  return isSameRow ? message : `${String(path.at(-1))} ${sameAs(lineIn(other, file))}`;
}

/** The one wording for duplicates. */
export function sameAs(place: string): string {
  return `is the same as in ${place}`;
}

/** A line as it is named in a finding about `file`. */
export function lineIn(place: Pick<Coordinates, 'file' | 'line'>, file: string): string {
  return place.file === file ? `line ${place.line}` : `${place.file}:${place.line}`;
}

/** Places a target's error about a refused record in the file. */
export function answerFinding(draft: Draft, { Code, Error: message, Field, Rule }: ApiError): Finding {
  const path = Field === undefined ? [] : parsePath(Field);
  return {
    severity: 'error',
    ...draft.locate(path),
    key: draft.key,
    code: Code,
    rule: Rule ?? 'target.refused',
    message: nameCandidate(message, draft.request, path),
    suggestion: null,
  };
}

/** The earlier attempt had worked, or something of that id was there before it: only the platform can tell. */
export function earlierAttemptFinding(draft: Draft, said: string): Finding {
  const text =
    'An attempt whose answer did not come counts as done; look at the platform whether it is as the file says';
  return {
    severity: 'warning',
    ...draft.locate([]),
    key: draft.key,
    code: null,
    rule: EARLIER_ATTEMPT,
    message: `${text}. It answered: ${said}`,
    suggestion: null,
  };
}

/**
 * File by file, in the order in which they first come, and within a file by line; what is of one line stays in the
 * order in which it was found.
 */
export function inFileOrder<T>(items: readonly T[], placeOf: (item: T) => Pick<Finding, 'file' | 'line'>): T[] {
  const files = new Map<string, number>();
  for (const { file } of items.map(placeOf)) if (!files.has(file)) files.set(file, files.size);
  const rank = (item: T) => files.get(placeOf(item).file) ?? 0;
  return items.toSorted((a, b) => rank(a) - rank(b) || placeOf(a).line - placeOf(b).line);
}
