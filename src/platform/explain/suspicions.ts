/** The rules of suspicions, as the definitions of the rules mark them. */
import { CHECK_RULES } from './check-rules.ts';
import { INPUT_RULES } from './input-rules.ts';

export const SUSPICIONS: readonly string[] = Object.entries({ ...INPUT_RULES, ...CHECK_RULES })
  .filter(([, { isSuspicion }]) => isSuspicion)
  .map(([rule]) => rule)
  .toSorted();
