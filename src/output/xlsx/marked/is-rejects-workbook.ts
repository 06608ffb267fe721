/** Recognises a workbook as a rejects file: one of its sheets has the reason columns in its header. */

import { findSheet } from '../../../input/xlsx/find-sheet.ts';
import { hasReasonColumns } from '../../../model/reject-columns.ts';

/** A file that cannot be read counts as no rejects file. */
export async function isRejectsWorkbook(file: string): Promise<boolean> {
  return (await findSheet(file, hasReasonColumns)) !== undefined;
}
