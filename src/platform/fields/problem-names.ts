import { DAMAGE, type DamageName } from './damage.ts';
import { SHEET_FAULTS, type SheetFault } from './sheet-faults.ts';

/**
 * The possible problems of a value: the last part of a rule's name (`too-long` of `user.city.too-long`), and its
 * meaning as the end of a sentence about the value.
 */
export const FIELD_PROBLEMS = {
  required: 'is absent, null or empty, and must be there',
  empty: 'is null or empty; an optional field may only be absent',
  type: 'has the wrong type, such as a number for a text, or a fraction for a whole number',
  choice: 'is not one of the values that the field can have',
  'too-long': 'has more characters than the field may have',
  'too-short': 'has fewer characters than the field must have',
  'too-many': 'has more entries than the list may have',
  range: 'is a number below or above its limits',
  pattern: 'has characters that the field does not allow',
  spaces: 'has white space within it',
  'surrounding-space': 'has white space before or after it',
  'line-break': 'has a line break, but a name, an id or a secret in a file must be on one line',
  invalid: 'does not have the form of an e-mail address, a URL, a guid, a date, a time or an IP range',
  duplicates: 'repeats an earlier entry of its list',
  'not-text': 'has a NUL character or half of a surrogate pair, which is no text',
  'no-zone': 'is a time without an offset, and no time zone is given',
  nonexistent: 'is a local time that does not exist in that zone, since the clock changes',
  ambiguous: 'is a local time that happens twice in that zone',
  disagrees: 'differs from the value in other rows of the same schedule',
  differs: 'differs from the value on the command line',
  repeated: 'is the same as in an earlier record of the file, and must be unique',
  ...(meaningsOf(DAMAGE) as Record<DamageName, string>),
  ...(meaningsOf(SHEET_FAULTS) as Record<SheetFault, string>),
} as const;

export type FieldProblem = keyof typeof FIELD_PROBLEMS;

function meaningsOf(kinds: Readonly<Record<string, { readonly message: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(kinds).map(([name, { message }]) => [name, message]));
}
