/** Sets of characters that the interface names. Each pattern is linear in the length of the text. */
import type { Pattern } from '../fields/field.ts';

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
