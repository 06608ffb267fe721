/** Renders the rejects file. Its ending decides: a workbook, or text in the format of the input. */
import type { ReportedRun } from '../../model/report.ts';
import { isEmpty, type RowsLayout, renderRejects, rowsOf } from './rejects-text.ts';
import type { FileContent } from './write-file.ts';

export const WORKBOOK_ENDING = '.xlsx';

export interface RejectsFile {
  readonly content: FileContent;
  /** A note for the user: the file is a new workbook, since the user's own cannot be marked. */
  readonly note?: string | undefined;
}

type RejectsSource = Pick<ReportedRun, 'layout' | 'rejects' | 'columnFields'>;

/** `undefined` if there is nothing to return. */
export async function renderRejectsFile(
  file: string,
  { layout, rejects, columnFields = new Map() }: RejectsSource,
): Promise<RejectsFile | undefined> {
  if (!file.toLowerCase().endsWith(WORKBOOK_ENDING)) {
    const content = renderRejects(layout, rejects);
    return content === undefined ? undefined : { content };
  }
  const rows = rowsOf(rejects);
  if (layout?.format !== 'rows' || isEmpty(rows)) return undefined;
  const { markedWorkbook } = await import('../xlsx/marked/marked-workbook.ts');
  const marked = await markedWorkbook(layout, rows, columnFields);
  if (marked !== undefined) return { content: { bytes: marked } };
  const { rejectsWorkbook } = await import('./rejects-workbook.ts');
  return { content: { bytes: rejectsWorkbook(layout, rows, columnFields) }, note: noteOf(file, layout) };
}

function noteOf(file: string, { sheet }: RowsLayout): string | undefined {
  if (sheet === undefined) return undefined;
  return `${file} is a new workbook with the rejected rows: ${sheet.file} cannot be marked itself (it has changed since it was read, the rows are of several files, or it lacks a part)`;
}
