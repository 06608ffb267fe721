/** Problems: rules that a request breaks, as values. */
import { codeOf } from './conditions/index.ts';

export type Path = readonly (string | number)[];

export interface Problem {
  /** The path from the request to the value: `['Candidates', 3, 'Email']`; empty for the request as a whole. */
  readonly path: Path;
  readonly rule: string;
  readonly code: number | null;
  readonly message: string;
  /** Says what to write instead. It contains no value of a personal or secret field. */
  readonly suggestion?: string | undefined;
  /** The path of the earlier entry that this list entry repeats. */
  readonly repeats?: Path | undefined;
}

/** One error of a request. A condition without a number of the interface has `Code: null` and a rule name. */
export interface ApiError {
  readonly Code: number | null;
  readonly Error: string;
  /** Path of the field in the request: `Candidates[3].Email`. */
  readonly Field?: string | undefined;
  /** Stable name of the broken rule: `candidate.email.invalid`. */
  readonly Rule?: string | undefined;
}

export type ProblemDetail = Omit<Problem, 'code'>;

/** The rule of the error about a refused record which an earlier attempt without an answer may have done. */
export const MAY_BE_DONE_RULE = 'delivery.may-be-done';

/** The rule of the warning about candidates whom a request does not name: they stay in the schedule. */
export const CANDIDATES_STAY = 'schedule.candidates.stay';

/** The rules of the warnings about memberships and values that a user keeps although a whole list does not have them. */
export const USER_KEEPS = { hierarchies: 'user.hierarchies.stay', values: 'user.values.stay' } as const;

/** Rules of further warnings of the engine, about changes that the platform accepts but that are probably mistakes. */
export const SUSPICIOUS_CHANGES = {
  user: 'user.other-person',
  candidate: 'candidate.other-person',
  userName: 'candidate.user-name.another',
  groupName: 'schedule.group-name.another',
  newGroup: 'schedule.hierarchy.new',
} as const;
export type SuspiciousChange = (typeof SUSPICIOUS_CHANGES)[keyof typeof SUSPICIOUS_CHANGES];

/** Adds the interface's number for the rule. */
export function problem(detail: ProblemDetail): Problem {
  return { ...detail, code: codeOf(detail.rule) };
}

/** Formats a path for readers: `Candidates[3].Email`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** Parses a text of `formatPath`. In a text from elsewhere, it ignores characters that are not part of a path. */
export function parsePath(text: string): Path {
  return [...text.matchAll(/[^.[\]]+|\[(\d{1,9})\]/g)].map(([part, index]) =>
    index === undefined ? part : Number(index),
  );
}

export function toApiError({ path, rule, code, message, suggestion }: Problem): ApiError {
  const text = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return { Code: code, Error: text, ...(path.length > 0 ? { Field: formatPath(path) } : {}), Rule: rule };
}
