import { DAMAGE, type DamageName } from './damage.ts';

interface SheetFaultKind {
  /** The end of a sentence that begins with the field's name. */
  readonly message: string;
  readonly suggestion: string;
}

/** The reasons why a cell of a workbook cannot be read. New reasons are added here. */
export const SHEET_FAULTS = {
  'error-value': {
    message: 'is an error of the spreadsheet in place of a value',
    suggestion: 'correct the formula of the cell, or empty it',
  },
  'no-result': {
    message: 'is a formula whose result is not stored in the file',
    suggestion: 'open the workbook in a spreadsheet program and save it there, or write the value',
  },
  'digits-lost': {
    message: 'is a number of more than 15 digits, and a spreadsheet keeps only 15',
    suggestion: 'format the column as text, and write the number again',
  },
  'zone-hidden': {
    message: 'is a date with a time zone that the spreadsheet does not show',
    suggestion: 'format the column as text, and write the time with its zone, such as 2027-01-11T09:00:00+01:00',
  },
  'not-shown': {
    message: 'is a number that its format does not show, or a date that does not exist',
    suggestion: 'format the cell as a number or as text, and see what it holds',
  },
  'unknown-format': {
    message: 'is a number in a format that is not read, such as a year of another calendar',
    suggestion: 'format the cell as a number or as text',
  },
  'no-number': {
    message: 'is marked as a number or a date in the file, but is not one',
    suggestion: 'write the value again',
  },
} as const satisfies Record<string, SheetFaultKind>;

export type SheetFault = keyof typeof SHEET_FAULTS;

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
