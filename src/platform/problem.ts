/** A rule that a request breaks, as a value. */
import { codeOf } from './conditions/index.ts';

export type Path = readonly (string | number)[];

export interface Problem {
  /** From the request's root to the value: `['Candidates', 3, 'Email']`; empty for the request as a whole. */
  readonly path: Path;
  readonly rule: string;
  readonly code: number | null;
  readonly message: string;
  /** What to write instead. Holds no value of a personal or secret field. */
  readonly suggestion?: string | undefined;
  /** The path of the earlier entry that this list entry repeats. */
  readonly repeats?: Path | undefined;
}

/** One error of a request. Conditions without a number of the interface carry `Code: null` and a rule name. */
export interface ApiError {
  readonly Code: number | null;
  readonly Error: string;
  /** Path of the field in the request: `Candidates[3].Email`. */
  readonly Field?: string | undefined;
  /** Stable name of the rule that was broken: `candidate.email.invalid`. */
  readonly Rule?: string | undefined;
}

export type ProblemDetail = Omit<Problem, 'code'>;

/** The rule of the warning that a schedule keeps candidates whom a request does not name. */
export const CANDIDATES_STAY = 'schedule.candidates.stay';

/** What the engine warns about, beside its conditions: the platform accepts it, but it is probably a mistake. */
export const SUSPICIOUS_CHANGES = {
  user: 'user.external-id.other-person',
  candidate: 'candidate.candidate-ext-id.other-person',
  groupName: 'schedule.group-name.another',
} as const;
export type SuspiciousChange = (typeof SUSPICIOUS_CHANGES)[keyof typeof SUSPICIOUS_CHANGES];

/** Completes a problem with the interface's number for its rule. */
export function problem(detail: ProblemDetail): Problem {
  return { ...detail, code: codeOf(detail.rule) };
}

/** A path as the interface's readers write it: `Candidates[3].Email`. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The path that `formatPath` wrote; of a foreign text, whatever can be read as one. */
export function parsePath(text: string): Path {
  return [...text.matchAll(/[^.[\]]+|\[(\d{1,9})\]/g)].map(([part, index]) =>
    index === undefined ? part : Number(index),
  );
}

export function toApiError({ path, rule, code, message, suggestion }: Problem): ApiError {
  const text = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return { Code: code, Error: text, ...(path.length > 0 ? { Field: formatPath(path) } : {}), Rule: rule };
}
