import { DAMAGE, type DamageName } from './damage/damage.ts';
import { SHEET_FAULTS, type SheetFault } from './sheet-faults.ts';

/**
 * What can be wrong with the value of a field: the last part of a rule's name (`too-long` of `user.city.too-long`),
 * and what it means, as the end of a sentence that begins with the value.
 */
export const FIELD_PROBLEMS = {
  required: 'is absent, null or empty, and must be there',
  empty: 'is null or empty where it may only be absent; of an entry, null or empty',
  type: 'is of another type: a number for a text, say, or a fraction for a whole number',
  choice: 'is none of those that the field can have',
  'too-long': 'has more characters than the field may have',
  'too-short': 'has fewer characters than the field must have',
  'too-many': 'has more entries than the list may have',
  range: 'is a number below or above its limits',
  pattern: 'has characters that the field does not allow',
  spaces: 'has white space within it',
  'surrounding-space': 'has white space before or after it',
  'line-break': 'holds a line break where a cell of a file may have none: a name, an id or a secret',
  invalid: 'has not the form of an e-mail address, a URL, a guid, a date, a time or an IP range',
  duplicates: 'repeats an earlier entry of its list',
  'not-text': 'has a NUL character or half of a surrogate pair, which is no text',
  'no-zone': 'is a time of a file without an offset, where no time zone is given',
  nonexistent: 'is a local time that the clock leaves out in that zone',
  ambiguous: 'is a local time that happens twice in that zone',
  disagrees: 'is another one than other rows of the same schedule have',
  differs: 'is another one than the command line says',
  repeated: 'is that of an earlier record of the file, and must be one of its own',
  ...(meaningsOf(DAMAGE) as Record<DamageName, string>),
  ...(meaningsOf(SHEET_FAULTS) as Record<SheetFault, string>),
} as const;

export type FieldProblem = keyof typeof FIELD_PROBLEMS;

function meaningsOf(kinds: Readonly<Record<string, { readonly message: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(kinds).map(([name, { message }]) => [name, message]));
}
