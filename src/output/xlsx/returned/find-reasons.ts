/** Whether a workbook is a file of rejects: one of its sheets has our columns in its header. */

import { findSheet } from '../../../input/xlsx/find-sheet.ts';
import { REASON_COLUMNS } from '../../../model/reject-columns.ts';

/** What cannot be read is none. */
export async function isRejectsWorkbook(file: string): Promise<boolean> {
  return (await findSheet(file, (cells) => REASON_COLUMNS.every((name) => cells.includes(name)))) !== undefined;
}
