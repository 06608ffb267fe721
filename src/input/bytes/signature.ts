import { InputError } from '../../errors.ts';

/** A file of another kind, with what to do about it. */
export interface OtherFile {
  readonly what: string;
  readonly hint: string;
}

interface Signature extends OtherFile {
  readonly bytes: readonly number[];
}

const SAVE_AS_XLSX = 'In Excel, choose "Save as" and "Excel workbook (.xlsx)", and name that file.';
const SAVE_IN_SPREADSHEET = 'Open it in a spreadsheet program, and save it as "Excel workbook (.xlsx)" or CSV.';
/** These are the formats of `formats.ts`, whose readers read this file and so cannot be imported. A test compares. */
const EXPORT_AS_TEXT = 'Name a CSV, JSON, NDJSON or XLSX file.';

/** The first bytes of workbooks: of newer ones (`ZIP`), and of older and encrypted ones (`COMPOUND_FILE`). */
export const [ZIP, COMPOUND_FILE] = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** Files that people give instead of a text file, recognised by their first bytes. */
const SIGNATURES: readonly Signature[] = [
  {
    bytes: [...ZIP, 0x03, 0x04],
    what: 'it looks like an Excel workbook (or another ZIP file)',
    hint: 'If it is a workbook, give it the ending .xlsx, or say --format xlsx.',
  },
  { bytes: COMPOUND_FILE, what: 'it looks like an old Excel workbook (.xls)', hint: SAVE_AS_XLSX },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'it looks like a PDF', hint: EXPORT_AS_TEXT },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'it looks like a PNG picture', hint: EXPORT_AS_TEXT },
  { bytes: [0xff, 0xd8, 0xff], what: 'it looks like a JPEG picture', hint: EXPORT_AS_TEXT },
  { bytes: [0x1f, 0x8b], what: 'it is compressed (gzip)', hint: 'Unpack it first, for example with gunzip.' },
];

/** Whether a file begins like a workbook. No text begins like this. */
export function beginsAsArchive(head: Buffer): boolean {
  return [ZIP, COMPOUND_FILE].some((bytes) => begins(head, bytes));
}

export function begins(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}

/** Whether a file is a web page or XML: many systems export web pages under the name of a workbook or a CSV file. */
export function beginsAsMarkup(head: Buffer): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|table|meta|\?xml)/i.test(head.toString('latin1'));
}

/** Returns the binary format with which a file begins, if it is a known one. */
export function findBinary(head: Buffer): OtherFile | undefined {
  return SIGNATURES.find(({ bytes }) => begins(head, bytes));
}

/** Refuses files that are no text, and texts of other formats, with advice for each format. */
export function refuseOtherText(file: string, head: Buffer): void {
  const binary = findBinary(head);
  if (binary !== undefined) {
    throw new InputError({ file }, `is not a text file: ${binary.what}`, { hint: binary.hint });
  }
  if (beginsAsMarkup(head)) {
    throw new InputError({ file, line: 1 }, 'it is a web page or XML', { hint: SAVE_IN_SPREADSHEET });
  }
}

/** Returns the error for a file with a NUL byte, which no text has. */
export function notTextError(file: string, line?: number): InputError {
  return new InputError(line === undefined ? { file } : { file, line }, 'is not a text file: it holds a NUL byte', {
    hint: `${EXPORT_AS_TEXT} If it is text in UTF-16, give --encoding utf-16le.`,
  });
}
