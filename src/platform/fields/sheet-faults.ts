/** The reasons why a cell of a workbook cannot be read. New reasons are added here. */

interface SheetFaultKind {
  /** The end of a sentence that begins with the field's name. */
  readonly message: string;
  readonly suggestion: string;
}

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
  'not-shown': {
    message: 'is a number that its format does not show, or a date that does not exist',
    suggestion: 'format the cell as a number or as text, and see what it holds',
  },
  'unknown-format': {
    message: 'is a number in a format that is not read, such as a fraction',
    suggestion: 'format the cell as a number or as text',
  },
  'no-number': {
    message: 'is marked as a number or a date in the file, but is not one',
    suggestion: 'write the value again',
  },
} as const satisfies Record<string, SheetFaultKind>;

export type SheetFault = keyof typeof SHEET_FAULTS;
