/** The warnings that one id has two people or two extra times: the platform keeps one user, the last one sent. */
import { ownValue } from '../../../base/own-value.ts';

/** The fields that identify a person. Each schedule may give a candidate other rights and other times. */
const NAMED_BY = ['FirstName', 'LastName', 'Email'] as const;

export const DIFFERS_RULE = 'candidate.candidate-ext-id.differs';

/** The values that identify a person, as one text. */
export function namesOf(candidate: unknown): string {
  return NAMED_BY.map((name) => String(ownValue(candidate, name) ?? '')).join('\n');
}

export function differsMessage(where: string): { message: string; suggestion: string } {
  return {
    message: `${NAMED_BY.join(', ')} are not all as in ${where}: an id is one user, and the last one sent counts`,
    suggestion: 'see whose id it is, or write the same in both',
  };
}

/** The extra time of a candidate, as the list says it. */
export interface ExtraTime {
  /** In percent of the sitting's length; 0 if the list does not say it. */
  readonly percent: number;
  /** 0 if the list does not say it: the platform then keeps what it has. */
  readonly specialNeeds: 0 | typeof NO | typeof YES;
}

const [NO, YES] = [1, 2] as const;

export const NO_EXTRA_TIME: ExtraTime = { percent: 0, specialNeeds: 0 };

export function extraTimeOf(candidate: unknown): ExtraTime {
  const given = ownValue(candidate, 'ReasonableAdjustmentPercentage');
  const percent = typeof given === 'number' && given > 0 ? Math.round(given) : 0;
  const needs = ownValue(candidate, 'SpecialNeeds');
  if (needs === undefined) return { percent, specialNeeds: 0 };
  return { percent, specialNeeds: String(needs).toLowerCase() === 'true' ? YES : NO };
}

export const EXTRA_TIME_RULE = 'candidate.special-needs.differs';

export function hasOtherExtraTime(one: ExtraTime, other: ExtraTime): boolean {
  if (one.specialNeeds === 0 || other.specialNeeds === 0) return false;
  if (one.specialNeeds !== other.specialNeeds) return true;
  return one.percent > 0 && other.percent > 0 && one.percent !== other.percent;
}

export function extraTimeMessage(where: string): { message: string; suggestion: string } {
  return {
    message: `SpecialNeeds and ReasonableAdjustmentPercentage are not as in ${where}: the user has one extra time, and the last one sent counts`,
    suggestion: 'write the same in both',
  };
}
