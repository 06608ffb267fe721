/** Refuses files that people give instead of a workbook, with what to do about each. */
import { InputError } from '../../../errors.ts';
import { begins, beginsAsMarkup, COMPOUND_FILE, findBinary, findTextSpreadsheet, ZIP } from '../../bytes/signature.ts';
import { emptyFileError, type Source } from '../../source.ts';
import { MAX_SMALL_PART_BYTES } from '../limits.ts';
import type { Archive } from './archive.ts';

/** The name of the part with the encrypted workbook. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const SAVE_AS_XLSX = 'Open it in the spreadsheet program and save it as "Excel workbook (.xlsx)".';

const COPY_TABLE = 'Copy its table into a new workbook, save that as "Excel workbook (.xlsx)", and name it.';
const EXPORT_FROM_NUMBERS = 'In Numbers, choose "Export To" and "Excel", and name the file with the ending .xlsx.';

/** Refuses a file that does not begin like a workbook. */
export async function refuseOtherBeginnings(source: Source): Promise<void> {
  const { file } = source;
  const head = await source.head();
  if (head.length === 0) throw emptyFileError(file);
  if (begins(head, ZIP)) return;
  if (begins(head, COMPOUND_FILE)) {
    if (await contains(source, ENCRYPTED)) {
      const hint = 'Open it with its password and save it without one, as .xlsx.';
      throw new InputError({ file }, 'the workbook is encrypted with a password', { hint });
    }
    throw new InputError({ file }, 'it is an old Excel workbook (.xls), which is not read', { hint: SAVE_AS_XLSX });
  }
  if (beginsAsMarkup(head)) {
    throw new InputError({ file }, 'it is a web page or XML under the name of a workbook', { hint: SAVE_AS_XLSX });
  }
  const spreadsheet = findTextSpreadsheet(head);
  if (spreadsheet !== undefined) throw new InputError({ file }, spreadsheet.what, { hint: spreadsheet.hint });
  const binary = findBinary(head);
  if (binary !== undefined) {
    throw new InputError({ file }, `is no Excel workbook: ${binary.what}`, { hint: binary.hint });
  }
  throw new InputError({ file }, 'is no Excel workbook', {
    hint: 'If it is text, give it the ending .csv, or say --format csv.',
  });
}

async function contains(source: Source, searched: Buffer): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
    const bytes = Buffer.concat([rest, chunk]);
    if (bytes.includes(searched)) return true;
    rest = bytes.subarray(-searched.length);
  }
  return false;
}

/** Files of other formats, recognised by a part of their archive. */
const OTHERS: readonly (readonly [part: string, what: string, hint?: string])[] = [
  ['xl/workbook.bin', 'it is a binary Excel workbook (.xlsb), which is not read'],
  ['content.xml', 'it is an OpenDocument file (.ods), which is not read'],
  ['Index/Document.iwa', 'it is a Numbers document, which is not read', EXPORT_FROM_NUMBERS],
  ['Index.zip', 'it is a Numbers document, which is not read', EXPORT_FROM_NUMBERS],
  ['word/document.xml', 'it is a Word document, and no workbook', COPY_TABLE],
  ['ppt/presentation.xml', 'it is a PowerPoint presentation, and no workbook', COPY_TABLE],
];

const CONTENT_TYPES = '[Content_Types].xml';
/** The type of a workbook with macros. Types by file ending do not count: SheetJS lists many that no part has. */
const MACRO_WORKBOOK = /<(?:\w+:)?Override\b[^>]*macroEnabled/;

/** Refuses archives that are not workbooks, and workbooks with macros, which are programs. */
export async function refuseOtherFiles(archive: Archive): Promise<void> {
  const { file } = archive;
  const [, other, hint = SAVE_AS_XLSX] = OTHERS.find(([part]) => archive.has(part)) ?? [];
  if (other !== undefined) throw new InputError({ file }, other, { hint });
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
