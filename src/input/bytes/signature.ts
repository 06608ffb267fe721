import { InputError } from '../../errors.ts';

interface Signature {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly hint: string;
}

const SAVE_AS_CSV = 'In Excel, choose "Save as" and "CSV UTF-8", and name that file.';
const EXPORT_AS_TEXT = 'Name a CSV, JSON or NDJSON file.';

/** Files that people hand over in place of a text file, known by their first bytes. */
const SIGNATURES: readonly Signature[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'it looks like an Excel workbook (or another ZIP file)', hint: SAVE_AS_CSV },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'it looks like an old Excel workbook (.xls)', hint: SAVE_AS_CSV },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'it looks like a PDF', hint: EXPORT_AS_TEXT },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'it looks like a PNG picture', hint: EXPORT_AS_TEXT },
  { bytes: [0xff, 0xd8, 0xff], what: 'it looks like a JPEG picture', hint: EXPORT_AS_TEXT },
  { bytes: [0x1f, 0x8b], what: 'it is compressed (gzip)', hint: 'Unpack it first, for example with gunzip.' },
];

/** Refuses files that are known not to be text, with advice that fits each kind. */
export function refuseKnownBinary(file: string, head: Buffer): void {
  const found = SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (found !== undefined) {
    throw new InputError({ file }, `is not a text file: ${found.what}`, { hint: found.hint });
  }
}

/** The error for a file that holds a NUL byte, which no text does. */
export function notTextError(file: string, line?: number): InputError {
  return new InputError(line === undefined ? { file } : { file, line }, 'is not a text file: it holds a NUL byte', {
    hint: EXPORT_AS_TEXT,
  });
}
