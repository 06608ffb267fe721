/** Fields and sets of characters that several resources share. A change here changes all of them. */
import type { Pattern } from '../fields/field.ts';

const PERSON_NAME = {
  kind: 'text',
  oneLine: true,
  required: true,
  max: 500,
  personal: true,
  surroundingSpace: 'warning',
  isName: true,
} as const;
export const FIRST_NAME = { ...PERSON_NAME, meaning: 'First name' } as const;
export const LAST_NAME = { ...PERSON_NAME, meaning: 'Last name' } as const;

/** Limits, 2: extra time of candidates and users. */
export const ADJUSTMENT_PERCENTAGE = {
  kind: 'integer',
  min: 0,
  max: 999,
  advice: 'write the extra time in percent here, such as 25; SpecialNeeds can stay as it is',
  personal: true,
  meaning: 'Extra time in percent of the duration; only where SpecialNeeds is true',
} as const;

// Sets of characters that the interface names. Each pattern is linear in the length of the text.

/** "Alphanumeric and dashes": external ids of schedules, groups, assessments and candidates. */
export const ALPHANUMERIC_AND_DASHES: Pattern = { regex: /^[A-Za-z0-9-]+$/, words: 'letters (a-z), digits and dashes' };

/** "Alphanumeric": external ids of collections and proctoring templates. */
export const ALPHANUMERIC: Pattern = { regex: /^[A-Za-z0-9]+$/, words: 'letters (a-z) and digits' };

/**
 * "Allowed characters: - _ a-z A-Z 0-9 @.": the full stop may end the sentence or belong to the list, so it is allowed.
 */
export const USER_ID_CHARACTERS: Pattern = {
  regex: /^[-_A-Za-z0-9@.]+$/,
  words: 'letters (a-z), digits, dash, underscore, @ and full stop',
};
