/** Refuses files that people give instead of a workbook, with what to do about each. */
import { InputError } from '../../../errors.ts';
import { begins, beginsAsMarkup, COMPOUND_FILE, findBinary, ZIP } from '../../bytes/signature.ts';
import { emptyFileError, type Source } from '../../source.ts';
import { MAX_SMALL_PART_BYTES } from '../limits.ts';
import type { Archive } from './archive.ts';

const SAVE_AS_XLSX = 'Open it in its own program. Save it as "Excel workbook (.xlsx)", or copy its table into one.';

/** Refuses a file that does not begin like a workbook. */
export async function refuseOtherBeginnings(source: Source): Promise<void> {
  const { file } = source;
  const head = await source.head();
  if (head.length === 0) throw emptyFileError(file);
  if (begins(head, ZIP)) return;
  // Both have the same beginning.
  const old = 'it is an old Excel workbook (.xls) or has a password, and neither is read';
  if (begins(head, COMPOUND_FILE)) throw new InputError({ file }, old, { hint: `${SAVE_AS_XLSX} Give no password.` });
  if (beginsAsMarkup(head)) {
    throw new InputError({ file }, 'it is a web page or XML under the name of a workbook', { hint: SAVE_AS_XLSX });
  }
  const { what, hint = 'If it is text, give it the ending .csv, or say --format csv.' } = findBinary(head) ?? {};
  throw new InputError({ file }, what === undefined ? 'is no Excel workbook' : `is no Excel workbook: ${what}`, {
    hint,
  });
}

/** Files of other formats, recognised by a part of their archive. */
const OTHERS = [
  ['xl/workbook.bin', 'it is a binary Excel workbook (.xlsb), which is not read'],
  ['content.xml', 'it is an OpenDocument file (.ods), which is not read'],
  ['Index/Document.iwa', 'it is a Numbers document, which is not read'],
  ['word/document.xml', 'it is a Word document, and no workbook'],
] as const;

const CONTENT_TYPES = '[Content_Types].xml';
/** The type of a workbook with macros. Types by file ending do not count: SheetJS lists many that no part has. */
const MACRO_WORKBOOK = /<(?:\w+:)?Override\b[^>]*macroEnabled/;

/** Refuses archives that are not workbooks, and workbooks with macros, which are programs. */
export async function refuseOtherFiles(archive: Archive): Promise<void> {
  const { file } = archive;
  const other = OTHERS.find(([part]) => archive.has(part))?.[1];
  if (other !== undefined) throw new InputError({ file }, other, { hint: SAVE_AS_XLSX });
  if (!archive.has(CONTENT_TYPES)) {
    throw new InputError({ file }, 'it is a ZIP file, and no workbook', {
      hint: 'Unpack it first. A OneRoster package of users has manifest.csv at its top.',
    });
  }
  let types = '';
  for await (const chunk of archive.read(CONTENT_TYPES, MAX_SMALL_PART_BYTES)) types += chunk.toString('latin1');
  if (MACRO_WORKBOOK.test(types)) {
    throw new InputError({ file }, 'it is a workbook with macros (.xlsm), which is not read', { hint: SAVE_AS_XLSX });
  }
}
